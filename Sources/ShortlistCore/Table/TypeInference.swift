/// The inference of a column's type from all its cells.
struct TypeInference: Sendable {
  /// The types that all plain cells so far fit, in order of preference; text always fits.
  private var candidates = TypeInference.all
  private var hasPlain = false
  private let options: TableOptions
  /// Whether all texts so far are dates, if they are to be inferred.
  private var areDates: Bool

  /// Creates the inference for a column without cells.
  init(_ options: TableOptions) {
    self.options = options
    areDates = options.infersDatesInTexts
  }

  private static let all: [AttributeType] = [.integer, .number, .boolean, .date]

  /// The types that the source gave for its cells.
  private var given: Set<AttributeType> = []

  /// The inferred type of the cells so far.
  var type: AttributeType {
    if hasPlain { return candidates.first { isGiven(as: $0) } ?? .text }
    if given == [.text] && areDates { return .date }
    if given.count == 1, let only = given.first { return only }
    return !given.isEmpty && given.isSubset(of: [.integer, .number]) ? .number : .text
  }

  /// Returns whether all cells whose type the source gave fit a type for plain cells.
  private func isGiven(as type: AttributeType) -> Bool {
    switch type {
    case .number: given.isSubset(of: [.integer, .number])
    case .date: given.isEmpty
    case .text, .integer, .boolean, .list: given.isSubset(of: [type])
    }
  }

  /// Takes the cells of a chunk into account.
  mutating func infer(from cells: OpenCells) {
    switch cells.form {
    case .nulls: break
    case .integers where cells.isPlain:
      if cells.areNull { break }
      hasPlain = true
      candidates.removeAll { $0 != .integer && $0 != .number }
    case .integers: if !cells.areNull { given.insert(.integer) }
    case .numbers: if !cells.areNull { given.insert(.number) }
    case .texts: infer(from: cells.texts)
    }
  }

  private mutating func infer(from cells: Cells) {
    var last = CellKind.null
    for (index, kind) in cells.kinds.enumerated() {
      // Check a run of cells of the same kind only once.
      if kind == last && kind != .plain && !(kind == .text && areDates) { continue }
      last = kind
      switch kind {
      case .null: continue
      case .plain:
        hasPlain = true
        if candidates.isEmpty { continue }
        cells.texts.with(index) { bytes in
          candidates.removeAll { !CellKind.plain.fits($0, bytes, options.dates) }
          if options.keepsLongIntegers && candidates.first == .number
            && NumberText.isLongInteger(bytes)
          {
            candidates = []
          }
        }
      case .text:
        given.insert(.text)
        if areDates {
          areDates = cells.texts.with(index) { kind.fits(.date, $0, options.dates) }
        }
      case .json:
        given.insert(.text)
        areDates = false
      case .integer: given.insert(.integer)
      case .number: given.insert(.number)
      case .boolean: given.insert(.boolean)
      case .list: given.insert(.list)
      }
    }
  }
}
