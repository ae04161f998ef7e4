import Shortlist
import ShortlistJSON
import ShortlistRPC
import Synchronization

/// The pages that are open, and what was picked on those that were lost.
final class Pages: Sendable {
  /// How many lost pages are remembered.
  private static let mostLost = 16

  /// What is told to pages besides their lists.
  let limits: WebLimits
  private let open: @Sendable () async throws -> Offer
  private let progress: @Sendable () -> LoadProgress?
  private let state = Mutex(State())

  private struct State {
    var open: [ObjectIdentifier: PageSocket] = [:]
    /// The rows that were picked on pages that are closed, by the names of the pages.
    var lost: [(name: String, picked: [RowID])] = []
  }

  init(
    limits: WebLimits, progress: @escaping @Sendable () -> LoadProgress?,
    open: @escaping @Sendable () async throws -> Offer
  ) {
    (self.limits, self.progress, self.open) = (limits, progress, open)
  }

  /// A socket for one page more, which may have a name; nil if there are as many as may be.
  func admit(_ name: String?) -> PageSocket? {
    let page = PageSocket(name, of: self)
    return state.withLock { state in
      if state.open.count >= limits.pages { return nil }
      state.open[ObjectIdentifier(page)] = page
      return page
    }
  }

  /// The list of a page, on which is picked what was before the page was lost.
  func offer(to page: PageSocket) async throws -> Offer {
    var offer = try await open()
    // It may have gone meanwhile, and have come again.
    guard state.withLock({ $0.open[ObjectIdentifier(page)] != nil }) else {
      throw CancellationError()
    }
    let picked = await takePicked(before: page)
    if let picked {
      _ = try await offer.list.select(.replace(picked), idLimit: 0, refusedIDLimit: 0)
    }
    offer.remarks.set("resumed", to: .boolean(picked != nil))
    return offer
  }

  /// How far the reading of rows is; nil if it is over.
  var reached: LoadProgress? { progress() }

  /// The rows that were picked on a page when it was open before; nil if it was not.
  ///
  /// If it seems to be open still, its end has not been heard of.
  private func takePicked(before page: PageSocket) async -> [RowID]? {
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

  /// Lets go of a page that is closed.
  func forget(_ page: PageSocket) async {
    let picked = await page.picked
    state.withLock { state in
      guard state.open.removeValue(forKey: ObjectIdentifier(page)) != nil,
        let name = page.name, let picked
      else { return }
      state.lost.append((name, picked))
      if state.lost.count > Self.mostLost { state.lost.removeFirst() }
    }
  }

  /// Closes all pages, after what waits for them.
  func close() async {
    for page in state.withLock({ Array($0.open.values) }) { await page.close() }
  }
}
