/// The options with which a client opens a table.
///
///     import ShortlistFiles
///
///     let options = TableOptions(id: "code", schema: [.init(name: "zip", type: .text)])
///     let source = FileSource(path: "cities.csv", format: .csv)
///     let cities = try await PickList(source: source, options: options)
public struct TableOptions: Hashable, Sendable {
  /// The id attribute.
  ///
  /// If nil, an attribute called `id` identifies rows, else the row number does.
  public var id: String?
  /// Types that override the inferred ones, in the given order.
  public var schema: [ListSchema.Entry]
  /// The forms of dates that the cells and the filters of the list have.
  package var dates = DateForms.zoned
  /// Whether integers beyond 64 bits make a column of delimited text one of texts; as numbers, they
  /// would lose digits.
  package var keepsLongIntegers = false
  /// Whether a column of texts that are all dates is one of dates, also where the source has types
  /// of its own, such as JSON.
  package var infersDatesInTexts = false

  /// Creates options.
  public init(id: String? = nil, schema: [ListSchema.Entry] = []) {
    self.id = id
    self.schema = schema
  }
}
