/// A value and the number of rows that have it.
package struct RemoteValue: Hashable, Sendable {
  package var value: CellValue
  package var count: Int

  package init(_ value: CellValue, count: Int) {
    self.value = value
    self.count = count
  }
}
