import Shortlist

/// How the view follows a list that grows.
///
/// While the cursor is on the last row, the view stays at the end and follows new rows. Anywhere
/// else the view holds still, and new rows are counted.
package struct Following: Hashable, Sendable {
  /// Why no more rows will come.
  package enum End: Hashable, Sendable {
    /// The source has ended.
    case ended
    /// The source can no longer be read.
    case failed
  }

  /// Whether the view stays at the end.
  package var isAtEnd = true
  /// The number of matching rows when the view left the end.
  package var seen = 0
  /// Why no more rows will come; nil while more may.
  package var end: End?
}

extension ScreenState {
  /// Whether the view is at the end of a followed list.
  var isAtEnd: Bool { following?.isAtEnd == true }

  /// The number of rows added since the view left the end; nil while it is at the end.
  package var newRows: Int? {
    guard let following, !following.isAtEnd, !source.isReading, let page else { return nil }
    return max(0, page.total - following.seen)
  }

  /// Whether the visible rows keep their place on the screen when the list changes.
  private var holdsRows: Bool {
    following == nil ? source.isReading && viewport.cursor > 0 : !isAtEnd
  }

  /// The anchors that locate the view again; empty if the list does not change by itself or if row
  /// ids have changed.
  var landmarks: ScrollAnchors {
    guard following != nil || holdsRows, let page, page.isReading == source.isReading else {
      return ScrollAnchors()
    }
    return ScrollAnchors(page)
  }

  // MARK: The person

  /// Moves the cursor to the end and resumes following.
  mutating func goToEnd() {
    following?.isAtEnd = true
    viewport.cursor = max(0, viewport.total - 1)
  }

  /// Updates the following state after the user moves the cursor or the view.
  mutating func followCursor() {
    let isAtEnd = viewport.cursor >= viewport.total - 1
    if self.isAtEnd && !isAtEnd, let page { following?.seen = page.total }
    following?.isAtEnd = isAtEnd
  }

  // MARK: The list

  /// Moves the view to where its rows are in a new page, which is about to replace `page`.
  ///
  /// Does nothing while the view is at the end. Otherwise the top row of the screen and the cursor
  /// stay on their rows; a row that is gone is replaced by the nearest one.
  mutating func moveView(to new: ListSnapshot) {
    guard holdsRows, let page else { return }
    if page.isReading != new.isReading {
      if !new.isReading { following?.seen = new.total }
      return
    }
    let landmarks = ScrollAnchors(page)
    if let top = landmarks.position(now: viewport.top, new.positions),
      let cursor = landmarks.position(now: viewport.cursor, new.positions)
    {
      viewport.top = top
      viewport.cursor = cursor
    } else if let following, !new.isReading, !page.lines.isEmpty {
      if new.visible < new.total && new.total >= following.seen {
        // The rows have left the window; the nearest remaining row is the first one in it.
        viewport.top = 0
        viewport.cursor = 0
      } else {
        // The source was truncated or replaced, so every row is new.
        goToEnd()
      }
    }
  }
}
