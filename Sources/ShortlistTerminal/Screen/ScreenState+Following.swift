import Shortlist

/// How the view goes along with a list that grows by itself.
///
/// It is at the end if the cursor is on the last row: then it goes along. Anywhere else it holds
/// still, and what comes is counted.
package struct Following: Hashable, Sendable {
  /// Why nothing comes any more.
  package enum End: Hashable, Sendable {
    /// There is no more.
    case ended
    /// The source cannot be read any more.
    case failed
  }

  /// Whether the view is at the end and stays there.
  package var isAtEnd = true
  /// The rows that matched when the view left the end.
  package var seen = 0
  /// Why nothing comes any more; nil while something may.
  package var end: End?
}

extension ScreenState {
  /// Whether the view is at the end of a list that grows.
  var isAtEnd: Bool { following?.isAtEnd == true }

  /// How many rows have come since the view left the end; nil while it is there.
  package var newRows: Int? {
    guard let following, !following.isAtEnd, progress == nil, let page else { return nil }
    return max(0, page.total - following.seen)
  }

  /// Whether rows stay where they are on the screen when others come.
  private var holdsRows: Bool {
    following == nil ? progress != nil && viewport.cursor > 0 : !isAtEnd
  }

  /// The rows by which the view is found again; none where the list does not change by itself, or
  /// where rows have got other ids.
  var landmarks: ScrollAnchors {
    guard following != nil || holdsRows, let page, isFinal(page) == (progress == nil) else {
      return ScrollAnchors()
    }
    return ScrollAnchors(page)
  }

  /// Whether a page was read when all rows were known.
  func isFinal(_ page: Page) -> Bool {
    finalRevision.map { page.revision >= $0 } ?? false
  }

  // MARK: The person

  /// Goes to the end, as at the start.
  mutating func goToEnd() {
    following?.isAtEnd = true
    viewport.cursor = max(0, viewport.total - 1)
  }

  /// Says that the person has moved the cursor or the view.
  mutating func noteMove() {
    let isAtEnd = viewport.cursor >= viewport.total - 1
    if self.isAtEnd && !isAtEnd, let page { following?.seen = page.total }
    following?.isAtEnd = isAtEnd
  }

  // MARK: The list

  /// Brings the view to where its rows are in a new page, which takes the place of `page`.
  ///
  /// At the end it goes along. Else the first row on the screen stays there, and the cursor on its
  /// row; of rows that are gone the nearest one counts.
  mutating func moveView(to new: Page) {
    guard holdsRows, let page else { return }
    let isFinal = isFinal(new)
    if self.isFinal(page) != isFinal {
      if isFinal { following?.seen = new.total }
      return
    }
    let landmarks = ScrollAnchors(page)
    if let top = landmarks.position(now: viewport.top, new.positions),
      let cursor = landmarks.position(now: viewport.cursor, new.positions)
    {
      viewport.top = top
      viewport.cursor = cursor
    } else if let following, isFinal, !page.lines.isEmpty {
      if new.visible < new.total && new.total >= following.seen {
        // The rows have left a window; what is nearest to them is the first row in it.
        viewport.top = 0
        viewport.cursor = 0
      } else {
        // The source was cut off or replaced: everything is new.
        goToEnd()
      }
    }
  }
}
