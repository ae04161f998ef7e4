import ShortlistPlatform

/// What tests are told by the environment.
package enum Environment {
  /// The number in a variable, nil if there is none.
  package static func number(_ name: String) -> Int? {
    unsafe getenv(name).flatMap { unsafe Int(String(cString: $0)) }
  }

  /// How long a test waits for something: ten minutes, or `SHORTLIST_TEST_PATIENCE` in seconds.
  ///
  /// All tests run beside each other on a few threads, which long ones do not leave for minutes on
  /// a machine that is busy with other work.
  package static var patience: Duration { .seconds(number("SHORTLIST_TEST_PATIENCE") ?? 600) }
}
