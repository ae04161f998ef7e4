@testable import ShortlistCore

/// Windows row by row, as the protocol words it; slow and obvious.
enum WindowReference {
  static func placed(_ options: RangeOptions, over count: Int) -> Window {
    let fromPin = (0..<count).filter {
      $0 >= options.offset && $0 - options.offset < options.requestedLength
    }
    let low = fromPin.first ?? min(options.offset, count)
    let high = low + fromPin.count
    let isAtEnd = options.pin == .end
    let range = isAtEnd ? count - high..<count - low : low..<high
    let window = Window(options: options.requested, range: range)
    return options.isFixed ? window : settled(window, options, over: count)
  }

  static func moved(_ window: Window, by commit: SectionCommit) -> Window {
    let (old, new) = (commit.before, commit.after)
    guard let options = window.options else {
      return Window(options: nil, range: 0..<new.count)
    }
    if options.isFixed { return placed(options, over: new.count) }
    var moved = window
    let visible = old[window.range]
    let places = new.indices.filter { commit.staying.contains(new[$0]) }
    let within = places.filter { visible.contains(new[$0]) }
    guard let first = within.first, let last = within.last else {
      // Nothing of the window stays: it is the gap where it was.
      let below = old[..<window.range.lowerBound].filter(commit.staying.contains).count
      let low = below == 0 ? 0 : places[below - 1] + 1
      moved.range = low..<(below < places.count ? places[below] : new.count)
      return settled(moved, options, over: new.count)
    }
    let gapBelow = (places.last { $0 < first } ?? -1) + 1..<first
    let gapAbove = last + 1..<(places.first { $0 > last } ?? new.count)
    let growsLow = options.growOptions.contains(options.pin == .beginning ? .pinSide : .nonPinSide)
    let growsHigh = options.growOptions.contains(options.pin == .end ? .pinSide : .nonPinSide)
    let low = gapBelow.first { growsLow || visible.contains(new[$0]) } ?? first
    let high = gapAbove.last { growsHigh || visible.contains(new[$0]) } ?? last
    moved.range = low..<high + 1
    return settled(moved, options, over: new.count)
  }

  /// One row after the other.
  private static func settled(_ window: Window, _ options: RangeOptions, over count: Int) -> Window
  {
    var (low, high) = (window.range.lowerBound, window.range.upperBound)
    let target = min(options.requestedLength, options.maxLength)
    let isAtEnd = options.pin == .end
    func canGrow(up: Bool) -> Bool { up ? high < count : low > 0 }
    func grow(up: Bool) { if up { high += 1 } else { low -= 1 } }
    while !window.isFilled && high - low < target && canGrow(up: !isAtEnd) { grow(up: !isAtEnd) }
    while high - low > options.maxLength { if isAtEnd { low += 1 } else { high -= 1 } }
    while high - low < options.minLength && canGrow(up: isAtEnd) { grow(up: isAtEnd) }
    while high - low < options.minLength && canGrow(up: !isAtEnd) { grow(up: !isAtEnd) }
    return Window(
      options: window.options, range: low..<high, isFilled: window.isFilled || high - low >= target)
  }

  // MARK: Edits

  /// What is wrong with the edits between two windows; nil if they are exact and as few as
  /// possible.
  static func complaint(
    _ edits: VisibleEdits, from before: Range<Int>, to after: Range<Int>, by commit: SectionCommit
  ) -> String? {
    let (old, new) = (commit.before, commit.after)
    let (oldVisible, newVisible) = (old[before], new[after])
    if edits.deletes != before.filter({ !newVisible.contains(old[$0]) }) { return "deletes" }
    if edits.inserts != after.filter({ !oldVisible.contains(new[$0]) }) { return "inserts" }
    for move in edits.moves {
      let row = old[move.from]
      if new[move.to] != row || commit.staying.contains(row) { return "a move" }
      if !oldVisible.contains(row) || !newVisible.contains(row) { return "an unseen move" }
      if move.isUpdated != commit.updated.contains(row) { return "the update of a move" }
    }
    let common = oldVisible.filter(newVisible.contains)
    let movable = common.filter { !commit.staying.contains($0) }.count
    if edits.moves.count != movable - mostLeft(common, commit) { return "the number of moves" }
    let moved = Set(edits.moves.map(\.from))
    let updates = before.filter {
      newVisible.contains(old[$0]) && commit.updated.contains(old[$0]) && !moved.contains($0)
    }
    if edits.updates != updates { return "updates" }
    if applied(edits, to: before, commit, after) != Array(newVisible) { return "the application" }
    return nil
  }

  /// The most repositioned rows that can be left where they are beside all that stay: the heaviest
  /// run of rows in the same order before and after, where one that stays outweighs all others.
  private static func mostLeft(_ common: [Int], _ commit: SectionCommit) -> Int {
    let heavy = 1_000_000
    let places = common.map { commit.after.firstIndex(of: $0) ?? -1 }
    var best: [Int] = []
    for index in common.indices {
      let before = (0..<index).filter { places[$0] < places[index] }.map { best[$0] }.max() ?? 0
      best.append(before + (commit.staying.contains(common[index]) ? heavy : 1))
    }
    return (best.max() ?? 0) % heavy
  }

  /// The visible rows before with the edits applied, as a batch.
  private static func applied(
    _ edits: VisibleEdits, to before: Range<Int>, _ commit: SectionCommit, _ after: Range<Int>
  ) -> [Int] {
    let gone = Set(edits.deletes + edits.moves.map(\.from))
    var rows = before.filter { !gone.contains($0) }.map { commit.before[$0] }
    for place in (edits.inserts + edits.moves.map(\.to)).sorted() {
      let row = place - after.lowerBound
      if row < 0 || row > rows.count { return [] }
      rows.insert(commit.after[place], at: row)
    }
    return rows
  }
}
