/// Stands in for the functions of libcurl where the program is linked without it.
///
/// The statically linked Foundation contains an HTTP client that refers to them. The program serves
/// pages but makes no requests, so they are never called.
@_cdecl("shortlist_makes_no_requests")
public func makesNoRequests() -> Never {
  fatalError("this program makes no requests: it is linked without libcurl")
}
