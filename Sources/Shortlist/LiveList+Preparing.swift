extension LiveList {
  /// Gets ready for fuzzy searches, a few thousand rows at a time so that nobody has to wait, as long as
  /// the list is held.
  nonisolated func prepareSearch() {
    Task(priority: .utility) { [weak self] in
      var part = 0
      while await self?.prepareSearch(part) == true { part += 1 }
    }
  }

  private func prepareSearch(_ part: Int) -> Bool { engine.prepareSearch(part) }
}
