import Shortlist

extension ScreenState {
  // MARK: Requests

  mutating func toggle(_ effects: inout [ScreenEffect]) {
    if isOnOffer { return create(&effects) }
    if isOnCollapsed { return options.isSingle ? () : toggleSection(&effects) }
    guard let line = line(at: viewport.cursor) else { return }
    marks.anchor = line.id
    select(.request(.toggle([line.id])), &effects)
  }

  /// Changes the selection.
  ///
  /// - Parameters:
  ///   - command: What to do.
  ///   - revision: The revision to which its row ids belong; nil for that of the page.
  ///   - effects: The effect is appended here.
  mutating func select(
    _ command: SelectionCommand, shownAt revision: Int? = nil, _ effects: inout [ScreenEffect]
  ) {
    if options.isSingle { return }
    request(command, shownAt: revision, &effects)
  }

  /// Selects many rows at once, on condition that the list is still at the shown revision.
  ///
  /// While the list is loading or followed, the request is unconditional and applies to the current
  /// search: requests are carried out in order.
  mutating func selectMany(_ request: SelectionRequest<RowID>, _ effects: inout [ScreenEffect]) {
    marks.anchor = nil
    let isStill = !source.isReading && following == nil && request != .none()
    select(.request(request, ifRevision: isStill ? page?.revision : nil), &effects)
  }

  /// Takes the row at the cursor out of the list; with `all`, the marked rows if there are some.
  mutating func exclude(all: Bool, _ effects: inout [ScreenEffect]) {
    let row = isOnOffer ? nil : line(at: viewport.cursor)?.id
    let isMarked = all && (page?.selected ?? 0) > 0
    if row == nil && !isMarked { return }
    request(.exclude(isMarked ? nil : row), &effects)
  }

  /// Changes how many rows can be marked, and unmarks all.
  ///
  /// Without a number, it is any; with 0 or 1, one row is picked without marks.
  mutating func limit(to most: Int?, _ effects: inout [ScreenEffect]) {
    options.limits.maximum = most.map { max($0, 1) } ?? 0
    marks = MarkedRange()
    request(.limit(options.limits.maximum), &effects)
  }

  private mutating func request(
    _ command: SelectionCommand, shownAt revision: Int? = nil, _ effects: inout [ScreenEffect]
  ) {
    if source.isPreparing { return notices.refuse("rows can be picked when all are read") }
    requests.selecting += 1
    effects.append(.select(command, wanted, shownAt: revision ?? shownRevision))
  }

  /// Marks all rows of the section at the cursor, or unmarks them if all are marked.
  mutating func toggleSection(_ effects: inout [ScreenEffect]) {
    guard page?.isSectioned == true else { return notices.refuse("there are no sections") }
    toggleSection(of: viewport.cursor, &effects)
  }

  /// Marks or unmarks the section whose heading was clicked.
  mutating func pressHeading(line: Int, _ effects: inout [ScreenEffect]) {
    guard case .heading(let position) = body[line], requests.selecting == 0 else { return }
    notices.message = nil
    marks.end()
    toggleSection(of: position, &effects)
  }

  private mutating func toggleSection(of position: Int, _ effects: inout [ScreenEffect]) {
    guard let heading = heading(of: position) else { return }
    let scope = SelectionScope.section(heading.name)
    selectMany(state(of: heading) == .all ? .none(scope) : .all(scope), &effects)
  }

  /// Returns how much of a section is selected.
  func state(of heading: ListSnapshot.Heading) -> SelectedSectionsReport.Section.State {
    page?.selection(of: heading)?.state ?? .none
  }

  // MARK: Ranges of rows

  /// Moves the cursor and marks the rows from the start of the range to the cursor.
  mutating func extend(by step: Int, _ effects: inout [ScreenEffect]) {
    guard !options.isSingle, !isOnOffer, let line = currentLine else {
      return move(by: step)
    }
    let first = marks.begin(at: line.id)
    move(by: step)
    guard let target = currentLine else { return }
    select(
      .extend(from: first, to: target.id, replacesLast: marks.replacesLast), &effects)
  }

  /// Marks the rows from the last one marked to the cursor.
  mutating func extendHere(_ effects: inout [ScreenEffect]) {
    guard !isOnOffer, let line = currentLine else { return }
    let first = marks.anchor ?? line.id
    marks.anchor = first
    select(.extend(from: first, to: line.id, replacesLast: false), &effects)
  }

  // MARK: Answers

  /// Handles the answer to a selection command; it replaces an earlier refusal.
  mutating func handle(_ answer: SelectionAnswer, _ effects: inout [ScreenEffect]) {
    notices.refusal = answer.refusal
    requests.isCreating = false
    if let notice = answer.notice { notices.say(notice) }
    marks.answer(hasMarked: answer.hasExtended)
    if let created = answer.created { handle(created, &effects) }
  }

  // MARK: Accepting

  mutating func accept(_ effects: inout [ScreenEffect]) {
    if source.isPreparing { return keys.insert([.accept]) }
    if let reason = notices.stopReason {
      return notices.refuse("nothing can be accepted: \(reason)")
    }
    if isOnOffer { return create(&effects) }
    let count = options.isSingle ? 0 : page?.selected ?? 0
    let minimum = options.limits.minimum
    let line = overlays.picked == nil ? currentLine : nil
    if count == 0 && overlays.picked == nil && isOnCollapsed {
      return collapseSection(at: viewport.cursor, &effects)
    }
    if count > 0 ? count < minimum : minimum > (line == nil ? 0 : 1) {
      notices.refusal = SelectionText.tooFew(count, minimum: minimum)
    } else if count == 0 && overlays.picked != nil {
      notices.refuse("no row is picked")
    } else if source.isReading, waitsForAllRows, count > 0 || line != nil {
      source.isAccepting = true
      notices.say("accepted when all is read")
      effects.append(.acceptWhenRead(count > 0 ? nil : line?.id, shownAt: shownRevision))
    } else if count > 0 {
      effects.append(.acceptSelected)
    } else if let line {
      source.isAccepting = traits.hasRules
      effects.append(
        traits.hasRules
          ? .acceptWhenRead(line.id, shownAt: shownRevision) : .acceptRow(line.id, line.values))
    } else {
      effects.append(.acceptNothing)
    }
  }
}
