import NIOCore
import Shortlist
import ShortlistJSON
import ShortlistRPC
import Synchronization

/// The open pages, and the selections of recently lost ones.
final class Pages: Sendable {
  /// The maximum number of lost pages to remember.
  private static let mostLost = 16

  /// The limits on pages and their messages.
  let limits: WebLimits
  private let open: @Sendable () async throws -> Offer
  private let progress: @Sendable () -> LoadProgress?
  private let state = Mutex(State())

  private struct State {
    var open: [ObjectIdentifier: PageSocket] = [:]
    /// The number of pages that were admitted.
    var admitted = 0
    /// Called when no page has been open for a time; nil until it is set, and after the call.
    var whenLeft: (seconds: Double, call: @Sendable () -> Void)?
    /// The selected rows of lost pages, by page name.
    var lost: [(name: String, picked: [RowID])] = []
  }

  init(
    limits: WebLimits, progress: @escaping @Sendable () -> LoadProgress?,
    open: @escaping @Sendable () async throws -> Offer
  ) {
    (self.limits, self.progress, self.open) = (limits, progress, open)
  }

  /// Creates a socket for a page, optionally named; nil if the maximum number of pages is open.
  func admit(_ name: String?) -> PageSocket? {
    let page = PageSocket(name, of: self)
    return state.withLock { state in
      if state.open.count >= limits.pages { return nil }
      state.open[ObjectIdentifier(page)] = page
      state.admitted += 1
      return page
    }
  }

  /// Creates the list of a page, and restores the selection that the page had before it was lost.
  func offer(to page: PageSocket) async throws -> Offer {
    var offer = try await open()
    // The page may have disconnected and reconnected in the meantime.
    guard state.withLock({ $0.open[ObjectIdentifier(page)] != nil }) else {
      throw CancellationError()
    }
    let picked = await drainSelection(before: page)
    if let picked {
      _ = try await offer.list.select(
        .replace(picked), idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
    }
    offer.remarks.set("resumed", to: .boolean(picked != nil))
    return offer
  }

  /// The progress of reading the rows; nil when reading has finished.
  var reached: LoadProgress? { progress() }

  /// Returns the rows selected on a page when it was open before; nil if it was not.
  ///
  /// A former socket that still seems open has lost its connection unnoticed.
  private func drainSelection(before page: PageSocket) async -> [RowID]? {
    guard let name = page.name else { return nil }
    let old = state.withLock { state in
      state.open.values.first { $0.name == name && $0 !== page }
    }
    if let old {
      await old.close()
      await forget(old)
    }
    return state.withLock { state in
      let index = state.lost.firstIndex { $0.name == name }
      return index.map { state.lost.remove(at: $0).picked }
    }
  }

  /// Removes a closed page and remembers its selection.
  func forget(_ page: PageSocket) async {
    let picked = await page.picked
    state.withLock { state in
      guard state.open.removeValue(forKey: ObjectIdentifier(page)) != nil else { return }
      if state.open.isEmpty { waitForReturn(after: state) }
      guard let name = page.name, let picked else { return }
      state.lost.append((name, picked))
      if state.lost.count > Self.mostLost { state.lost.removeFirst() }
    }
  }

  /// Calls a function, once, when no page has been open for a time after one was.
  func whenLeft(for seconds: Double, _ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenLeft = (seconds, call) }
  }

  /// Waits until a page is admitted again, or the time for that is over.
  private func waitForReturn(after left: State) {
    guard let seconds = left.whenLeft?.seconds else { return }
    Task {
      try await Task.sleep(for: .seconds(seconds))
      state.withLock { state in
        guard state.admitted == left.admitted else { return nil as (@Sendable () -> Void)? }
        defer { state.whenLeft = nil }
        return state.whenLeft?.call
      }?()
    }
  }

  /// Closes all pages after their pending output.
  ///
  /// - Returns: Complete when the connections are closed.
  func close() async -> [EventLoopFuture<Void>] {
    let pages = state.withLock { Array($0.open.values) }
    for page in pages { await page.close() }
    return pages.compactMap(\.closed)
  }
}
