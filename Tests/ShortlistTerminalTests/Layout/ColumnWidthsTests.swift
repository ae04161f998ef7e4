import ShortlistTerminal
import Testing

@Suite struct ColumnWidthsTests {
  @Test(arguments: [
    ([10, 5], 20, [10, 5]), ([30, 5], 20, [13, 5]), ([30, 20], 20, [9, 9]),
    ([30, 2, 20], 20, [7, 2, 7]), ([30], 20, [20]), ([30, 30, 30, 30], 20, [5, 5, 6]), ([], 5, []),
    ([3, 3], 1, [1]), ([9], 0, [0]), ([9, 9], -3, [0]),
  ]) func fit(natural: [Int], total: Int, expected: [Int]) {
    let widths = ColumnWidths.fit(natural, least: natural.map { min($0, 4) }, into: total)
    #expect(widths.sorted() == expected.sorted())
    #expect(widths.count == expected.count)
  }
}
