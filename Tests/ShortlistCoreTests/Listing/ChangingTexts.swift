import ShortlistTestSupport

@testable import ShortlistCore

/// Rows with a key and a text, which random operations change.
struct ChangingTexts {
  private(set) var texts: [Int: String] = [:]

  /// The rows as a table, in the order of their keys.
  var table: RowTable {
    get throws {
      let sorted = texts.sorted { $0.key < $1.key }
      return try RowTable(
        path: "rows",
        schema: ListSchema([.init(name: "id", type: .integer), .init(name: "text", type: .text)]),
        id: "id", count: sorted.count
      ) { [.integer(sorted[$0].key), .text(sorted[$0].value)] }
    }
  }

  /// Creates rows with the keys from 0 on.
  init(_ texts: [String]) {
    self.texts = .init(uniqueKeysWithValues: texts.enumerated().map { $0 })
  }

  /// Changes some rows with keys below 60; returns the operations that do the same to a list.
  mutating func change(
    _ random: inout SeededRandom, _ text: (inout SeededRandom) -> String
  ) -> [RowOperation] {
    (0..<random.pick([1, 1, 3, 20])).map { _ in
      let (id, text) = (random.next(below: 60), text(&random))
      let isNew = texts[id] == nil
      let isDeleted = !isNew && random.chance(0.4)
      texts[id] = isDeleted ? nil : text
      if isDeleted { return .delete(.integer(id)) }
      return isNew
        ? .insert(["id": .integer(id), "text": .text(text)])
        : .update(["id": .integer(id), "text": .text(text)])
    }
  }
}
