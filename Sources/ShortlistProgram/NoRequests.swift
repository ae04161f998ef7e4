/// Stands for the functions of libcurl where the program is linked without it.
///
/// The static Foundation has a client of HTTP that calls them. Nothing in the program uses it: pages are
/// served, never fetched.
@_cdecl("shortlist_makes_no_requests")
public func makesNoRequests() -> Never {
  fatalError("this program makes no requests: it is linked without libcurl")
}
