/// The results of searches, filters and sorts that a list uses: its own, or those of shared rows.
struct ListResults: Sendable {
  /// The results that the list shares with others; nil if it has its own.
  let shared: SharedResults?
  private var own = ResultCache()

  /// Creates results without a search so far.
  init(sharing shared: SharedResults? = nil) { self.shared = shared }

  /// Creates results of its own.
  init(own: ResultCache) {
    (shared, self.own) = (nil, own)
    self.own.loan = nil
  }

  /// The results for a version of the table, which own results ignore.
  ///
  /// Shared results are borrowed for each use, and given back with what was added, also if it
  /// throws.
  subscript(version: TableVersion) -> ResultCache {
    get { shared?.borrow(version) ?? own }
    _modify {
      if let shared {
        var borrowed = shared.borrow(version)
        defer { shared.giveBack(borrowed) }
        yield &borrowed
      } else {
        yield &own
      }
    }
    set {
      if let shared { shared.giveBack(newValue) } else { own = newValue }
    }
  }
}
