/// Random numbers that a seed repeats (SplitMix64).
///
/// The test support, which has such a generator too, cannot be reached from a nested package; the
/// sequence here fixes what the thresholds are counted of.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, but not, `bound`.
  package mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
