import ShortlistPlatform

/// Raises the process's limit of open sockets as far as the system allows, up to 65,536.
///
/// With a low limit, a client with a thousand connections would leave none for others.
func raiseSocketLimit() {
  var limit = rlimit()
  guard unsafe getrlimit(openFilesLimit, &limit) == 0 else { return }
  limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
  _ = unsafe setrlimit(openFilesLimit, &limit)
}
