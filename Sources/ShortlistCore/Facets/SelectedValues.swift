/// The values of an attribute that filters ask for.
///
/// A text is selected by every text that is the same when both are folded.
struct SelectedValues {
  private let values: [Value]
  private let folded: [[UInt8]?]

  init(_ values: [Value]) {
    self.values = values
    folded = values.map { if case .text(let text) = $0 { Folding.fold(text) } else { nil } }
  }

  /// Whether a value is selected.
  func contain(_ value: Value) -> Bool {
    if values.isEmpty { return false }
    if case .text(let text) = value { return folded.contains(Folding.fold(text)) }
    return values.contains { Self.areSame($0, value) }
  }

  /// The selected values that are not listed: those that no row has and, if all are wanted, those
  /// that were cut off.
  ///
  /// - Returns: The values, those with rows first, then ascending.
  func missing(in tally: Tally, listed: [FacetReport.Item], all: Bool) -> [FacetReport.Item] {
    var found: [FacetReport.Item] = []
    for (index, value) in values.enumerated() {
      let matching = tally.counts.indices.filter { place in
        tally.counts[place] > 0 && isSame(index, place, in: tally)
      }
      if matching.isEmpty {
        if !isRepeated(index) { found.append(.init(value: value, count: 0, isSelected: true)) }
        continue
      }
      if !all { continue }
      for place in matching {
        let value = tally.value(place)
        if listed.contains(where: { $0.value == value }) { continue }
        if found.contains(where: { $0.value == value }) { continue }
        found.append(.init(value: value, count: tally.counts[place], isSelected: true))
      }
    }
    return found.sorted { a, b in
      a.count != b.count ? a.count > b.count : Self.isLess(a.value, b.value)
    }
  }

  /// Whether a value before selects what this one does.
  private func isRepeated(_ index: Int) -> Bool {
    (0..<index).contains { other in
      folded[index].map { $0 == folded[other] } ?? Self.areSame(values[other], values[index])
    }
  }

  private func isSame(_ index: Int, _ place: Int, in tally: Tally) -> Bool {
    if let folded = folded[index] {
      return tally.withFolded(place) { $0.isSame(as: folded.span) }
    }
    return Self.areSame(values[index], tally.value(place))
  }

  private static func areSame(_ a: Value, _ b: Value) -> Bool {
    if let first = Quantity(a), let second = Quantity(b) { return first == second }
    return a == b
  }

  private static func isLess(_ a: Value, _ b: Value) -> Bool {
    if let first = Quantity(a), let second = Quantity(b), first != second { return first < second }
    let (first, second) = (Folding.fold(a.text), Folding.fold(b.text))
    let order = Bytes.compare(first.span, second.span)
    return order != 0
      ? order < 0 : Bytes.compare(Array(a.text.utf8).span, Array(b.text.utf8).span) < 0
  }
}
