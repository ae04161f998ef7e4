#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What tests are told by the environment.
package enum Environment {
  /// The number in a variable, nil if there is none.
  package static func number(_ name: String) -> Int? {
    unsafe getenv(name).flatMap { unsafe Int(String(cString: $0)) }
  }

  /// How long a test waits for something: a minute, or `SHORTLIST_TEST_PATIENCE` in seconds.
  package static var patience: Duration { .seconds(number("SHORTLIST_TEST_PATIENCE") ?? 60) }
}
