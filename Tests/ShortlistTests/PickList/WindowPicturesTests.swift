import Foundation
import Shortlist
import Testing

/// An item of a picture, and its place among the others.
private struct Letter: Identifiable, Sendable {
  let id: String
  var place: Int
}

/// A line of a picture: what happens, and to whom.
struct PictureLine: Sendable {
  var text: String
  var comes: (letter: String, place: Int)?
  var go: [String] = []
  /// Whether it happens after the line before, and not to the list of the first one.
  var isNext = false
}

/// Where items of the pictures are: `a` to `f` ten apart, `x` and `y` between.
private let afterF = 65

@Suite("The pictures of windows in the documentation")
struct WindowPicturesTests {
  static let pictures: [(range: String, options: RangeOptions, lines: [PictureLine])] = [
    (
      ".fixed(length: 3, offset: 1)", .fixed(length: 3, offset: 1),
      [
        PictureLine(text: "x comes before a", comes: ("x", 5)),
        PictureLine(text: "x comes after c", comes: ("x", 35)),
        PictureLine(text: "c goes", go: ["c"]),
        PictureLine(text: "d, e and f go", go: ["d", "e", "f"]),
      ]
    ),
    (
      ".fixed(length: 3, from: .end)", .fixed(length: 3, from: .end),
      [
        PictureLine(text: "x comes after f", comes: ("x", afterF)),
        PictureLine(text: "e goes", go: ["e"]),
      ]
    ),
    (
      ".flexible(length: 3, from: .end)", .flexible(length: 3, from: .end),
      [
        PictureLine(text: "x comes after f", comes: ("x", afterF)),
        PictureLine(text: "x comes after d", comes: ("x", 45)),
        PictureLine(text: "x comes after c", comes: ("x", 35)),
        PictureLine(text: "e goes", go: ["e"]),
        PictureLine(text: "a goes", go: ["a"]),
      ]
    ),
    (
      ".flexible(length: 3, offset: 1, from: .end)", .flexible(length: 3, offset: 1, from: .end),
      [
        PictureLine(text: "x comes after f", comes: ("x", afterF)),
        PictureLine(text: "x comes after e", comes: ("x", 55)),
        PictureLine(text: "x comes after b", comes: ("x", 25)),
        PictureLine(text: "f goes", go: ["f"]),
      ]
    ),
    (
      ".flexible(length: 3, from: .end, maxLength: 4)",
      .flexible(length: 3, from: .end, maxLength: 4),
      [
        PictureLine(text: "x comes after f", comes: ("x", afterF)),
        PictureLine(text: "then y after x", comes: ("y", afterF + 1), isNext: true),
      ]
    ),
    (
      ".flexible(length: 3, from: .end, minLength: 2)",
      .flexible(length: 3, from: .end, minLength: 2),
      [
        PictureLine(text: "f goes", go: ["f"]),
        PictureLine(text: "then e", go: ["e"], isNext: true),
      ]
    ),
  ]

  /// A list of the letters from a to f, with brackets around those that a range shows.
  private func makePicker(_ options: RangeOptions) -> PickList<Letter> {
    let letters = "abcdef".enumerated().map { Letter(id: String($1), place: 10 * ($0 + 1)) }
    let picker = PickList(letters, window: options) { Field("place", \.place) }
    picker.sort = [SortKey("place")]
    return picker
  }

  private func line(_ text: String, of picker: PickList<Letter>) async throws -> String {
    let shown = try await picker.visibleSections[0].items.map(\.id)
    let letters = try await picker.items.sorted { $0.place < $1.place }.map(\.id).map { id in
      (id == shown.first ? "[" : "") + id + (id == shown.last ? "]" : "")
    }
    return text.padding(toLength: 17, withPad: " ", startingAt: 0) + letters.joined(separator: " ")
  }

  @Test("are what the engine does", arguments: pictures)
  func drawn(
    _ range: String, _ options: RangeOptions, _ lines: [PictureLine]
  ) async throws {
    var picker = makePicker(options)
    var picture = [try await line("at first", of: picker)]
    for line in lines {
      if !line.isNext { picker = makePicker(options) }
      try await picker.transaction { transaction in
        if let (letter, place) = line.comes {
          transaction.insert(Letter(id: letter, place: place))
        }
        for id in line.go { transaction.delete(id) }
      }
      picture.append(try await self.line(line.text, of: picker))
    }
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let article = tests.appending(path: "../../Sources/Shortlist/Shortlist.docc/Windows.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let parts = text.components(separatedBy: "`\(range)`")
    try #require(parts.count == 2, "the article has one picture of \(range)")
    let block = parts[1].components(separatedBy: "```")[1]
    #expect(block == "text\n" + picture.joined(separator: "\n") + "\n")
  }
}
