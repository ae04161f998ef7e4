/// The values of an attribute that filters select.
///
/// Texts that are equal when folded select each other.
struct SelectedValues {
  /// A key that is equal for values that select the same rows.
  private enum Key: Hashable {
    case folded([UInt8])
    case number(Quantity)
    case other(CellValue)

    init(_ value: CellValue) {
      switch value {
      case .text(let text): self = .folded(Folding.fold(text))
      case .integer, .number: self = Quantity(value).map(Key.number) ?? .other(value)
      case .null, .boolean, .date, .list: self = .other(value)
      }
    }
  }

  /// The values without duplicates by key; the first one of each key is kept.
  private var values: [(value: CellValue, key: Key)] = []
  private var keys: Set<Key> = []
  /// The hashes of folded texts, which rule out most texts without a key lookup.
  private var hashes: Set<UInt64> = []

  init(_ values: [CellValue]) {
    for value in values {
      let key = Key(value)
      guard keys.insert(key).inserted else { continue }
      self.values.append((value, key))
      if case .folded(let text) = key { hashes.insert(Bytes.hash(text.span)) }
    }
  }

  /// Whether no value is selected.
  var isEmpty: Bool { values.isEmpty }

  /// Whether a value is selected.
  func contain(_ value: CellValue) -> Bool { !keys.isEmpty && keys.contains(Key(value)) }

  /// Returns the selected values that are not listed.
  ///
  /// These are the values that no row has and, if `all` is true, those that were cut off.
  ///
  /// - Returns: The values, by descending row count, then ascending.
  /// - Complexity: O(values of the tally), and O(n log n) for those found
  func missing(in tally: Tally, listed: [FacetReport.Item], all: Bool) -> [FacetReport.Item] {
    if values.isEmpty { return [] }
    var found: [FacetReport.Item] = []
    var known: Set<Key> = []
    let listed = Set(listed.map(\.value))
    for place in tally.counts.indices where tally.counts[place] > 0 {
      guard let key = key(of: place, in: tally) else { continue }
      known.insert(key)
      if !all { continue }
      let value = tally.value(place)
      if listed.contains(value) { continue }
      found.append(.init(value: value, count: tally.counts[place], isSelected: true))
    }
    return inOrder(found + unused(known))
  }

  /// Returns the selected values that are not listed, as `missing(in:listed:all:)` does.
  ///
  /// - Parameters:
  ///   - counted: All values that rows have.
  ///   - listed: The values that are listed.
  ///   - all: Whether to return those that were cut off.
  /// - Returns: The values, by descending row count, then ascending.
  func missing(
    among counted: [RemoteValue], listed: [FacetReport.Item], all: Bool
  ) -> [FacetReport.Item] {
    let listed = Set(listed.map(\.value))
    var known: Set<Key> = []
    var found: [FacetReport.Item] = []
    for item in counted where contain(item.value) {
      known.insert(Key(item.value))
      if !all || listed.contains(item.value) { continue }
      found.append(.init(value: item.value, count: item.count, isSelected: true))
    }
    return inOrder(found + unused(known))
  }

  /// Returns the selected values whose keys are not among those that rows have.
  private func unused(_ known: Set<Key>) -> [FacetReport.Item] {
    values.filter { !known.contains($0.key) }
      .map { .init(value: $0.value, count: 0, isSelected: true) }
  }

  private func inOrder(_ items: [FacetReport.Item]) -> [FacetReport.Item] {
    items.sorted { a, b in
      a.count != b.count ? a.count > b.count : Self.isLess(a.value, b.value)
    }
  }

  /// Returns the key of a tally's value; nil if the value is not selected.
  private func key(of place: Int, in tally: Tally) -> Key? {
    let key: Key? =
      switch tally.values {
      case .texts:
        tally.withFolded(place) { hashes.contains(Bytes.hash($0)) ? .folded($0.array) : nil }
      case .dates, .integers, .numbers, .booleans: Key(tally.value(place))
      }
    return key.flatMap { keys.contains($0) ? $0 : nil }
  }

  private static func isLess(_ a: CellValue, _ b: CellValue) -> Bool {
    if let first = Quantity(a), let second = Quantity(b), first != second { return first < second }
    let (first, second) = (Folding.fold(a.text), Folding.fold(b.text))
    let order = Bytes.compare(first.span, second.span)
    if order != 0 { return order < 0 }
    return Bytes.compare(Array(a.text.utf8).span, Array(b.text.utf8).span) < 0
  }
}

extension FacetReport {
  /// Appends selected values that are not listed while the request has room or keeps all of them.
  mutating func append(_ missing: [Item], for facet: FacetRequest) {
    for item in missing {
      if items.count < facet.limit || facet.keepsSelected {
        items.append(item)
      } else {
        hasMore = true
      }
    }
  }
}
