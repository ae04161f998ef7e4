import Foundation
import Shortlist
import ShortlistControls

/// Measures what an app does on its main actor: changing a list, opening a list picker, suggesting.
@main
struct Client {
  struct Item: Identifiable, Sendable {
    let id: Int
    var name: String
    var price: Double
  }

  /// A source of rows by index, which counts the cells that it makes.
  @MainActor
  final class Numbers: ListPickerDataSource {
    var cells = 0

    func numberOfRows(in listPicker: ListPicker<ListPickerCell>) -> Int { 100_000 }

    func listPicker(
      _ listPicker: ListPicker<ListPickerCell>, cellForRowAt index: Int, isFiltered: Bool
    ) -> ListPickerCell {
      cells += 1
      return ListPickerCell("row \(index)")
    }
  }

  @MainActor
  static func main() async throws {
    try await changes()
    try openings()
    try await suggestions()
  }

  /// Inserts an item into a list of 200,000 items with a window of 50.
  @MainActor
  private static func changes() async throws {
    let items = (0..<200_000).map {
      Item(id: $0, name: "item \($0 * 7919 % 200_000)", price: Double($0 % 1000))
    }
    let list = PickList(items, window: .fixed(length: 50)) {
      Field(\.name)
      Field(\.price)
    }
    try await list.sort(by: \.name)
    var times: [Double] = []
    for number in 0..<50 {
      let item = Item(id: 200_000 + number, name: "item \(number)", price: 1)
      times.append(try await milliseconds { try await list.insert(item) })
    }
    report("insert an item into 200,000", times)
  }

  /// A list picker of 100,000 rows opens, and 20 of its rows are drawn.
  @MainActor
  private static func openings() throws {
    var times: [Double] = []
    var cells = 0
    for _ in 0..<10 {
      let source = Numbers()
      let start = ContinuousClock.now
      let picker = ListPicker(source)
      for row in 0..<20 { _ = try picker.cell(at: ListPickerIndexPath(section: 0, row: row)) }
      times.append((ContinuousClock.now - start) / .milliseconds(1))
      cells = source.cells
    }
    report("open a list picker of 100,000 rows, \(cells) cells", times)
  }

  /// Twenty of 200,000 suggestions, the first and the last ones.
  @MainActor
  private static func suggestions() async throws {
    let items = (0..<200_000).map { Item(id: $0, name: "item \($0)", price: 0) }
    let list = PickList(items) { Field(\.name) }
    for first in [0, 199_980] {
      var times: [Double] = []
      for _ in 0..<20 {
        times.append(
          try await milliseconds {
            _ = try await list.suggestions(for: "item", in: \.name, from: first)
          })
      }
      report("20 suggestions from number \(first) of 200,000", times)
    }
  }

  @MainActor
  private static func milliseconds(_ work: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await work()
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  private static func report(_ name: String, _ times: [Double]) {
    let sorted = times.sorted()
    let texts = [sorted[sorted.count / 2], sorted[sorted.count - 1]].map {
      String(format: "%.2f", $0)
    }
    print("\(texts[0]) ms, at most \(texts[1]) ms: \(name)")
  }
}
