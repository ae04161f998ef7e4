import Foundation
import ShortlistUI

/// Sections of rows that take a batch as table and collection views do: by index paths alone.
struct BatchView<Row: Equatable> {
  private(set) var sections: [[Row]] = []

  /// A rule of batch updates that a batch breaks.
  struct Violation: Error {
    var rule: String
  }

  init(_ sections: [[Row]]) { self.sections = sections }

  private func require(_ holds: Bool, _ rule: String) throws {
    if !holds { throw Violation(rule: rule) }
  }

  /// Takes a batch; the data source of the view has `after` by then.
  mutating func perform(_ batch: BatchUpdates, after: [[Row]]) throws {
    let movedFrom = batch.movedSections.map(\.from)
    let movedTo = batch.movedSections.map(\.to)
    let gone = Array(batch.deletedSections) + movedFrom
    let new = Array(batch.insertedSections) + movedTo
    try require(Set(gone).count == gone.count, "a section is deleted or moved once")
    try require(Set(new).count == new.count, "a section is inserted or moved to once")
    try require(gone.allSatisfy(sections.indices.contains), "a section before the change")
    try require(new.allSatisfy(after.indices.contains), "a section after the change")
    try require(
      sections.count - gone.count + new.count == after.count, "the number of sections matches")

    let out = batch.deletedRows + batch.movedRows.map(\.from)
    let into = batch.insertedRows + batch.movedRows.map(\.to)
    try require(Set(out).count == out.count, "a row is deleted or moved once")
    try require(Set(into).count == into.count, "a row is inserted or moved to once")
    try require(Set(out).isDisjoint(with: batch.reloadedRows), "a row that leaves is not reloaded")
    for path in out + batch.reloadedRows {
      try require(sections.indices.contains(path[0]), "a section before the change")
      try require(sections[path[0]].indices.contains(path[1]), "a row before the change")
      try require(!batch.deletedSections.contains(path[0]), "no row of a deleted section")
    }
    for path in into {
      try require(after.indices.contains(path[0]), "a section after the change")
      try require(after[path[0]].indices.contains(path[1]), "a row after the change")
      try require(!batch.insertedSections.contains(path[0]), "no row of an inserted section")
    }

    // What stays, in its order, and what the data source has where rows and sections come in.
    var staying = sections.indices.map { section in
      sections[section].indices.filter { !out.contains([section, $0]) }
        .map { sections[section][$0] }
    }
    let moved = Dictionary(
      uniqueKeysWithValues: batch.movedSections.map { ($0.to, staying[$0.from]) })
    staying = staying.indices.filter { !gone.contains($0) }.map { staying[$0] }
    var others = staying.makeIterator()
    sections = try after.indices.map { section in
      if batch.insertedSections.contains(section) { return after[section] }
      var rows = (moved[section] ?? others.next() ?? []).makeIterator()
      let shown = after[section].indices.compactMap { row in
        into.contains([section, row]) ? after[section][row] : rows.next()
      }
      try require(shown.count == after[section].count, "the number of rows matches")
      try require(rows.next() == nil, "the number of rows matches")
      return shown
    }
  }
}
