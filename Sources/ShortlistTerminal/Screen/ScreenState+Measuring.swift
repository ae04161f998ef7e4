import Shortlist

/// A requested measurement.
package struct Measuring: Hashable, Sendable {
  var number: Int
  var request: MeasureRequest
  var isAnswered = false
  /// Whether the rows have changed since the request.
  var isOutdated = false
}

extension ScreenState {
  /// Fits the panels to their space on the screen.
  mutating func fitPanels() {
    if let area = geometry.panels[.columns] {
      columnPanel.setNames(arrangement.ordered(columnNames))
      let isSearching = !columnPanel.field.text.isEmpty
      columnPanel.fit(height: ColumnPanel.height(in: area, isSearching: isSearching))
    }
    guard let area = geometry.panels[.facets] else { return }
    facets.fit(height: FacetPanel.height(in: area, isSearching: !facets.field.text.isEmpty))
  }

  /// Requests the measures that the visible panels need, unless they are known.
  mutating func measure(_ effects: inout [ScreenEffect]) {
    guard progress == nil, !isSearching, page != nil else { return }
    var request = MeasureRequest()
    let panels = geometry.panels
    if panels[.facets] != nil, let facet = facets.request { request.facets = [facet] }
    if let area = panels[.range], let number = ranges.request(columns: area.columns.count) {
      request.numbers = [number]
    }
    if request == MeasureRequest() { return }
    let isWaiting =
      !request.facets.isEmpty && facets.isWaiting || !request.numbers.isEmpty && ranges.isWaiting
    if let measuring, measuring.request == request,
      !measuring.isAnswered || !(measuring.isOutdated || isWaiting)
    {
      return
    }
    measurings += 1
    measuring = Measuring(number: measurings, request: request)
    effects.append(.measure(measurings, request))
  }

  /// Applies measures, unless they answer an older request.
  mutating func handle(_ measures: Measures, number: Int) {
    guard measuring?.number == number else { return }
    measuring?.isAnswered = true
    if let report = measures.facets.first, report.attribute == facets.attribute {
      facets.show(report, groups: groups)
    }
    if let report = measures.numbers.first { ranges.show(report) }
  }

  /// Adds attributes that make good facets to the known ones.
  mutating func handle(sampled names: [String]) {
    let known = Set(names).union(facets.attributes).subtracting(
      options.lines.hiddenAttributes)
    facets.setAttributes(schema.entries.map(\.name).filter(known.contains))
  }

  /// Marks the panels' measures as outdated, because different rows match.
  mutating func expectMeasures(except panel: Panel? = nil) {
    if panel != .facets && facets.attribute != nil { facets.isWaiting = true }
    if panel != .range && ranges.control != nil { ranges.isWaiting = true }
  }
}
