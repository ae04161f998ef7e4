import Foundation

@testable import ShortlistCore

/// Changes are the same when they were written and read again; those between two states make the
/// one of the other; and two of them together do what both do.
enum ChangesCheck {
  static func run(_ input: inout Input) throws {
    if input.byte() & 1 == 0 {
      try checkNotation(input.text())
    } else {
      try checkStates(&input)
    }
  }

  private static func checkNotation(_ text: String) throws {
    let changes: Changeset<RowID>
    do { changes = try Changeset(notation: text) } catch {
      try require((0...text.utf8.count).contains(error.offset), "\(error) is not in the text")
      return
    }
    try checkWriting(changes)
  }

  private static func checkWriting(_ changes: Changeset<RowID>) throws {
    try requireSame(
      try Changeset(notation: changes.notation).notation, changes.notation,
      "written, read and written again")
    try requireSame(try Changeset(notation: changes.notation), changes, "written and read again")
  }

  private static func checkStates(_ input: inout Input) throws {
    let states = [state(&input), state(&input), state(&input)]
    let choice = input.byte()
    let isStaying = choice & 1 == 1
    let first = changes(states[0], states[1], isStaying)
    let second = changes(states[1], states[2], isStaying)
    for (changes, before, after) in [
      (first, 0, 1), (second, 1, 2), (first.followed(by: second), 0, 2),
    ] {
      var sections = sections(states[before])
      changes.apply(to: &sections)
      try requireSame(sections, self.sections(states[after]), "after \(changes)")
      try checkWriting(changes)
      // Coding takes longer than all else.
      guard choice & 0x0E == 0x0E else { continue }
      let coded = try JSONEncoder().encode(changes)
      try requireSame(
        try JSONDecoder().decode(Changeset<RowID>.self, from: coded), changes, "coded")
    }
  }

  /// Up to six sections, among which up to sixteen rows are.
  private static func state(_ input: inout Input) -> [VisibleSection] {
    var left = Array(UInt32(0)..<16)
    var names = ["", "a", "b c", "é", "e\u{301}", "\""]
    return (0..<input.number(below: 7)).map { _ in
      let name = names.remove(at: input.number(below: names.count))
      let slots = (0..<min(input.number(below: 8), left.count)).map { _ in
        left.remove(at: input.number(below: left.count))
      }
      return VisibleSection(name: name, slots: slots)
    }
  }

  /// The changes between two states; if rows stay, of rows that are in the order of their numbers.
  private static func changes(
    _ before: [VisibleSection], _ after: [VisibleSection], _ isStaying: Bool
  ) -> Changeset<RowID> {
    let areInOrder = (before + after).allSatisfy { $0.slots == $0.slots.sorted() }
    return Changeset(from: before, to: after, stays: { _ in isStaying && areInOrder }, id: id)
  }

  private static func sections(_ state: [VisibleSection]) -> [Changeset<RowID>.Section] {
    state.map { Changeset.Section(name: $0.name, ids: $0.slots.map(id)) }
  }

  private static func id(_ slot: UInt32) -> RowID {
    slot % 3 == 0 ? .text("\(slot)\n\"") : .integer(Int(slot) - 4)
  }
}
