import Shortlist

extension RangePanel {
  /// Draws the panel: a histogram over the bounds, the chosen part, and the two ends.
  ///
  /// - Parameters:
  ///   - frame: The frame to draw on.
  ///   - area: The area of the panel.
  ///   - drawing: The drawing settings.
  func draw(_ frame: inout Frame, in area: Area, _ drawing: PanelDrawing) {
    let current = controls.firstIndex { $0.attribute == control?.attribute } ?? 0
    drawing.drawTitle(
      &frame, controls.map(\.attribute), current: current, note: note(area, drawing), in: area)
    if drawing.isUsed {
      frame.cursor = Frame.Place(column: area.columns.lowerBound, row: area.rows.lowerBound)
    }
    let hasBounds = area.rows.count >= 5
    // The last line, below the title, the histogram, its axis and the bounds.
    let last = area.rows.lowerBound + Self.lines(of: area) + (hasBounds ? 3 : 2)
    if let words = words(drawing) {
      drawing.drawWords(
        &frame, words, drawing.theme.message, in: area, row: area.rows.lowerBound + 1)
      drawEntry(&frame, in: area, row: last, drawing)
      return
    }
    guard let control, let report = control.report, let bounds = report.range else { return }
    if let histogram = report.histogram { drawHistogram(&frame, histogram, area, drawing) }
    if hasBounds { drawBounds(&frame, bounds, area, row: last - 1, drawing) }
    if entry.text.isEmpty {
      drawEnds(&frame, control.state, area, row: last, drawing)
    } else {
      drawEntry(&frame, in: area, row: last, drawing)
    }
  }

  /// Returns the note in the title.
  func note(_ area: Area, _ drawing: PanelDrawing) -> String {
    let shown = control?.report?.histogram.map { bars($0, area, drawing) }
    return shown?.isLogarithmic == true ? "log scale" : ""
  }

  /// Returns the lines of the histogram and its axis, below the title.
  static func histogramRows(in area: Area) -> Range<Int> {
    area.rows.lowerBound + 1..<area.rows.lowerBound + lines(of: area) + 2
  }

  /// Returns the message shown if there is nothing to choose from; nil otherwise.
  private func words(_ drawing: PanelDrawing) -> String? {
    if drawing.isLoading { return "filters wait until all is read" }
    guard let control else { return "there is no number and no date" }
    guard let report = control.report else { return isWaiting ? "" : "no row has a value" }
    let kept = control.range.choice.map { choice in
      ", chosen \(Filter.rangeText(choice.lower?.value, choice.upper?.value)) is kept"
    }
    guard let bounds = report.range else { return "no row has a value" + (kept ?? "") }
    if control.state.isConflict, let choice = control.range.choice {
      let chosen = Filter.rangeText(choice.lower?.value, choice.upper?.value)
      return "chosen \(chosen) is outside of what there is, \(bounds.shownText)"
    }
    if bounds.lowerBound == bounds.upperBound {
      return "one value only, \(bounds.lowerBound.shown)" + (kept ?? "")
    }
    return nil
  }

  private func bars(
    _ histogram: [NumberReport.Bucket], _ area: Area, _ drawing: PanelDrawing
  ) -> HistogramBars {
    HistogramBars(
      histogram.map(\.count), lines: Self.lines(of: area),
      levels: drawing.isASCII ? HistogramBars.ascii : HistogramBars.unicode)
  }

  /// Returns the lines for the histogram, after the title, the axis, the bounds and the ends.
  private static func lines(of area: Area) -> Int {
    max(1, min(8, area.rows.count - (area.rows.count >= 5 ? 4 : 3)))
  }

  /// Draws the bars and an axis that is heavy where rows are chosen.
  private func drawHistogram(
    _ frame: inout Frame, _ histogram: [NumberReport.Bucket], _ area: Area,
    _ drawing: PanelDrawing
  ) {
    let bars = bars(histogram, area, drawing)
    let lines = Self.lines(of: area)
    let chosen = control?.state.range
    let base = area.rows.lowerBound + lines
    if histogram.isEmpty { return }
    for (offset, column) in area.columns.enumerated() {
      let place = offset * histogram.count / area.columns.count
      let bucket = histogram[place]
      let isLast = place + 1 == histogram.count
      let isChosen =
        chosen.map { range in
          bucket.lower <= range.upperBound && (isLast || range.lowerBound < bucket.upper)
        } ?? true
      let style = isChosen ? drawing.theme.bar : drawing.theme.symbol
      for line in 0..<lines {
        guard let text = bars.character(place, line: line) else { break }
        frame.write(text, style, column: column, row: base - line)
      }
      let signs = drawing.isASCII ? ["=", "-"] : ["━", "╌"]
      frame.write(
        isChosen ? signs[0] : signs[1], isChosen ? drawing.theme.mark : drawing.theme.symbol,
        column: column, row: base + 1)
    }
  }

  private func drawBounds(
    _ frame: inout Frame, _ bounds: ClosedRange<Quantity>, _ area: Area, row: Int,
    _ drawing: PanelDrawing
  ) {
    let (least, greatest) = (bounds.lowerBound.shown, bounds.upperBound.shown)
    guard least.count + greatest.count + 1 <= area.columns.count else { return }
    frame.write(least, drawing.theme.message, column: area.columns.lowerBound, row: row)
    frame.write(
      greatest, drawing.theme.message, column: area.columns.upperBound - greatest.count, row: row)
  }

  /// Draws the ends of the shown range, with the end that keys move in brackets.
  private func drawEnds(
    _ frame: inout Frame, _ state: NumberRangeState<Quantity>, _ area: Area, row: Int,
    _ drawing: PanelDrawing
  ) {
    guard let range = state.range ?? state.bounds else { return }
    var (lower, upper) = (range.lowerBound.shown, range.upperBound.shown)
    if drawing.isUsed { if end == .lower { lower = "[\(lower)]" } else { upper = "[\(upper)]" } }
    let limit = area.columns.upperBound
    var column = area.columns.lowerBound
    if drawing.isUsed {
      let place = end == .lower ? 1 : lower.count + 5
      frame.cursor = Frame.Place(column: min(column + place, limit - 1), row: row)
    }
    let style = state.range == nil ? Style.plain : Style(nil, .bold)
    column = frame.write("\(lower) to \(upper)", style, column: column, row: row, limit: limit)
    let note = state.range == nil ? ", all" : ""
    let nulls = control?.report?.nulls ?? 0
    let missing = nulls > 0 && state.range == nil ? ", \(nulls.grouped) without" : ""
    frame.write(note + missing, drawing.theme.message, column: column, row: row, limit: limit)
  }

  private func drawEntry(
    _ frame: inout Frame, in area: Area, row: Int, _ drawing: PanelDrawing
  ) {
    if entry.text.isEmpty { return }
    let words = (end == .lower ? "from: " : "to: ") + entry.text
    drawing.drawWords(&frame, words, drawing.theme.prompt, in: area, row: row)
    if drawing.isUsed {
      let width = SanitizedText(words, isASCII: drawing.isASCII).width
      let column = min(area.columns.lowerBound + width, area.columns.upperBound - 1)
      frame.cursor = Frame.Place(column: column, row: row)
    }
  }
}

extension ClosedRange<Quantity> {
  /// The range as text for display; a single value if both ends are equal.
  fileprivate var shownText: String {
    lowerBound == upperBound
      ? lowerBound.shown : Filter.rangeText(lowerBound.value, upperBound.value)
  }
}
