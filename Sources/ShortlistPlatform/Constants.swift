// Constants whose types differ between C libraries, as the functions take them.

#if canImport(Glibc)
  /// `SOCK_STREAM`, the type of a socket that connects.
  package let socketStream = CInt(SOCK_STREAM.rawValue)
  /// `RLIMIT_NOFILE`, the limit on open descriptors.
  package let openFilesLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  /// `RUSAGE_SELF`, the use of resources by this process.
  package let processUsage = RUSAGE_SELF.rawValue
#else
  /// `SOCK_STREAM`, the type of a socket that connects.
  package let socketStream = SOCK_STREAM
  /// `RLIMIT_NOFILE`, the limit on open descriptors.
  package let openFilesLimit = RLIMIT_NOFILE
  /// `RUSAGE_SELF`, the use of resources by this process.
  package let processUsage = RUSAGE_SELF
#endif
