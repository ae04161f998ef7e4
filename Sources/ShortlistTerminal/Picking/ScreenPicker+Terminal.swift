/// The part of the terminal that is used, and when it is drawn.
extension ScreenPicker {
  func resize() {
    let size = size
    update(.resized(size))
    session.redraw(height: size.rows)
  }

  /// The size of the part of the terminal that is used.
  var size: Size {
    let most = options.size(on: session.size)
    return Size(columns: most.columns, rows: min(most.rows, adaptedHeight ?? most.rows))
  }

  /// Uses as many lines as show all rows; more as rows are read.
  private func adaptHeight() {
    let height = state.height(within: options.size(on: session.size))
    guard height > adaptedHeight ?? 0 else { return }
    adaptedHeight = height
    if size != state.screenSize { resize() }
  }

  func suspend() {
    if isSuspended { return }
    isSuspended = true
    session.suspend()
    // A process in an orphaned group is not stopped; it resumes by itself.
    after(.milliseconds(100), .resumeDue)
  }

  func resume() {
    if isSuspended { session.resume() }
    isSuspended = false
    update(.resized(size))
    session.enter()
  }

  /// Draws now, or when the next frame is due.
  func draw() {
    if options.adaptsHeight { adaptHeight() }
    if isDrawingDue || (clock.isNew && !isFirstFrameDue && state.isWaitingForRows) { return }
    let now = ContinuousClock.now
    if let rest = clock.rest(at: now) {
      isDrawingDue = true
      after(rest, .drawingDue)
    } else {
      session.draw(state.frame())
      clock.draw(at: now)
    }
  }
}
