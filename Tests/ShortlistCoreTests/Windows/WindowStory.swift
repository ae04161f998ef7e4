import Testing

@testable import ShortlistCore

/// A section and its window, told in pictures.
///
/// A letter is a row, brackets are the window: `ab[cd]e`. After a commit, `'` follows a row that
/// was repositioned, `!` one that was updated. Edits are written `-1` for a delete at position 1
/// before, `+2` for an insert at 2 after, `1>3` for a move, `1>3!` for one with an update, and `!4`
/// for an update at 4 before.
struct WindowStory {
  private(set) var window: Window
  private var rows: [Character]

  /// Places a range over the rows of a picture, which must show the window that comes out.
  init(
    _ options: RangeOptions?, _ picture: String, at location: SourceLocation = #_sourceLocation
  ) {
    let picture = Picture(picture)
    rows = picture.rows
    window = Window(placing: options, over: rows.count)
    #expect(picture.window == window.range, sourceLocation: location)
  }

  /// The options to read back.
  var options: RangeOptions? { window.currentOptions(over: rows.count) }

  /// A commit after which the picture must be true, with exactly these edits.
  mutating func commit(
    _ after: String, _ edits: String, at location: SourceLocation = #_sourceLocation
  ) {
    let picture = Picture(after)
    let isStaying = rows.map { picture.rows.contains($0) && !picture.repositioned.contains($0) }
    let staying = zip(rows, isStaying).filter(\.1).map(\.0)
    #expect(
      staying == picture.rows.filter(staying.contains), "rows that stay keep their order",
      sourceLocation: location)
    let arrivals = picture.rows.indices.filter { !staying.contains(picture.rows[$0]) }
    let batch = SectionBatch(
      countBefore: rows.count, countAfter: picture.rows.count,
      removed: rows.indices.filter { !isStaying[$0] }, inserted: arrivals,
      origins: arrivals.map { rows.firstIndex(of: picture.rows[$0]) },
      updated: rows.indices.filter { picture.updated.contains(rows[$0]) })
    let found = window.apply(batch)
    rows = picture.rows
    #expect(picture.window == window.range, sourceLocation: location)
    #expect(edits == found.text, sourceLocation: location)
  }

  /// Sets other options, after which the picture must be true, with exactly these edits.
  mutating func set(
    _ options: RangeOptions?, _ after: String, _ edits: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    let before = window.range
    window = Window(placing: options, over: rows.count)
    let batch = SectionBatch(countBefore: rows.count, countAfter: rows.count)
    let found = VisibleEdits(from: before, to: window.range, by: batch)
    #expect(Picture(after).window == window.range, sourceLocation: location)
    #expect(Picture(after).rows == rows, sourceLocation: location)
    #expect(edits == found.text, sourceLocation: location)
  }
}

private struct Picture {
  var rows: [Character] = []
  var window = 0..<0
  var repositioned: Set<Character> = []
  var updated: Set<Character> = []

  init(_ text: String) {
    var low = 0
    for character in text {
      switch character {
      case "[": low = rows.count
      case "]": window = low..<rows.count
      case "'": repositioned.formUnion(rows.suffix(1))
      case "!": updated.formUnion(rows.suffix(1))
      default: rows.append(character)
      }
    }
  }
}

extension VisibleEdits {
  fileprivate var text: String {
    let moves = moves.map { "\($0.from)>\($0.to)" + ($0.isUpdated ? "!" : "") }
    return (deletes.map { "-\($0)" } + inserts.map { "+\($0)" } + moves + updates.map { "!\($0)" })
      .joined(separator: " ")
  }
}
