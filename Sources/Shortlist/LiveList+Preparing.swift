extension LiveList {
  /// Gets ready for fuzzy searches, a part of the rows at a time so that nobody has to wait, as long as
  /// the list is held.
  nonisolated func prepareSearch() {
    Task(priority: .utility) { [weak self] in
      var part = 0
      while await self?.prepareSearch(from: part) == true { part += 2 }
    }
  }

  /// Gets ready in two parts, side by side; says whether there are more.
  private func prepareSearch(from part: Int) -> Bool {
    let engine = engine
    return Workers.cores.both(
      { engine.prepareSearch(part) }, { engine.prepareSearch(part + 1) }
    ).1
  }
}
