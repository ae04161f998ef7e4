package import Shortlist
package import ShortlistJSON

extension JSON {
  /// Creates an array by converting each element.
  init<Element>(_ elements: [Element], _ json: (Element) -> JSON) {
    self = .array(elements.map(json))
  }
}

extension CellValue {
  /// The value as in source data; a date is text.
  package var json: JSON {
    switch self {
    case .null: .null
    case .text(let text): .string(text)
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .boolean(let boolean): .boolean(boolean)
    case .date(let date): .string(date.text)
    case .list(let texts): JSON(texts) { .string($0) }
    }
  }
}

extension ListSchema {
  var json: JSON {
    JSON(entries) { ["name": .string($0.name), "type": .string($0.type.rawValue)] }
  }
}
