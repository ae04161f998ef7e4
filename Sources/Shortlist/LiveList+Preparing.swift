extension LiveList {
  /// Prepares fuzzy searches in the background, for the lifetime of the list.
  ///
  /// It works in parts so that requests in between do not have to wait.
  nonisolated func prepareSearch() {
    Task(priority: .utility) { [weak self] in
      var part = 0
      while await self?.prepareSearch(from: part) == true { part += 2 }
    }
  }

  /// Prepares two parts in parallel; returns whether more remain.
  private func prepareSearch(from part: Int) -> Bool {
    let engine = engine
    return Workers.cores.both(
      { engine.prepareSearch(part) }, { engine.prepareSearch(part + 1) }
    ).1
  }
}
