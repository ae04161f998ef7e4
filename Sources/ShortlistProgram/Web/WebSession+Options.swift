import Shortlist
import ShortlistJSON
import ShortlistTerminal

extension WebSession {
  /// Creates a session from the options of a command.
  convenience init(
    _ rows: any RowSource, source: SourceOptions, query: ListQuery, columns: [String]?,
    facets: [String]?, limits: LimitOptions, selection: SelectionOptions, isWritable: Bool,
    isPicking: Bool
  ) {
    let isSingle = selection.isSingle(limits)
    let preparation = PickPreparation(
      options: selection, limits: isSingle || limits.max == 0 ? [] : [.maximum(limits.max)],
      mode: isSingle ? .single : .multiple, idAttribute: source.id)
    let bounds = selection.limits(limits)
    let remarks = JSONObject([
      ("title", .string(source.table ?? Self.title(of: rows))),
      ("columns", columns.map { .array($0.map(JSON.string)) } ?? .null),
      ("facets", facets.map { .array($0.map(JSON.string)) } ?? .null),
      ("minimum", .integer(bounds.minimum)), ("maximum", .integer(bounds.maximum)),
      ("query", query.remarks),
    ])
    self.init(
      rows, options: source.tableOptions, query: query.beforeSearching, preparation: preparation,
      minimum: bounds.minimum, remarks: remarks,
      isWritable: isWritable, isPicking: isPicking)
  }

  /// Returns the title of rows on a page, without the folder of their file.
  private static func title(of rows: any RowSource) -> String {
    rows.name.split(separator: "/").last.map(String.init) ?? rows.name
  }
}

extension ListQuery {
  /// The initial query, as sent to a page.
  fileprivate var remarks: JSON {
    [
      "search": .string(search), "match": .string(match.rawValue),
      "sort": .array(
        sort.map { key in
          ["by": .string(key.attribute), "order": .string(key.order.rawValue)]
        }),
      "sections": sections.map { .string($0.attribute) } ?? .null,
      "filters": .string(filters),
    ]
  }
}
