import Synchronization

/// The pages that are open.
final class Pages: Sendable {
  private let limits: WebLimits
  private let open: WebServer.Opener
  private let all = Mutex<[ObjectIdentifier: PageSocket]>([:])

  init(limits: WebLimits, open: @escaping WebServer.Opener) {
    self.limits = limits
    self.open = open
  }

  /// A socket for one page more; nil if there are as many as may be.
  func admit() -> PageSocket? {
    let page = PageSocket(limits: limits, open: open) { [weak self] page in self?.forget(page) }
    return all.withLock { all in
      if all.count >= limits.pages { return nil }
      all[ObjectIdentifier(page)] = page
      return page
    }
  }

  /// Lets go of a page that is closed.
  func forget(_ page: PageSocket) {
    all.withLock { $0[ObjectIdentifier(page)] = nil }
  }

  /// Closes all pages, after what waits for them.
  func close() async {
    for page in all.withLock({ Array($0.values) }) { await page.close() }
  }
}
