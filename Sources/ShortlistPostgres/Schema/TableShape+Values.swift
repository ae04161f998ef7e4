import ShortlistCore

extension TableShape {
  /// Returns the values of a row whose columns are the fields from `first` on.
  func values(of row: WireRow, after first: Int = 0, _ types: [AttributeType]) -> [CellValue] {
    columns.indices.map { index in
      var value = TypedValue(types[index])
      row.with(first + index) { columns[index].kind.hand($0, as: types[index], to: &value) }
      return value.value
    }
  }
}
