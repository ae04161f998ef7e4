/// Whether data structures check their invariants.
///
/// A check takes time in proportion to the rows. The debug builds of apps therefore do without, and
/// the tests of this package ask for them.
package enum Invariants {
  #if SHORTLIST_CHECKS
    /// Whether a debug build checks invariants: the environment has `SHORTLIST_CHECKS`.
    package static let areChecked = unsafe Platform.environment("SHORTLIST_CHECKS") != nil
  #endif
}
