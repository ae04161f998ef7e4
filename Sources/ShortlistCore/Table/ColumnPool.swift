/// The pool of a column, in memory or in an index file.
struct ColumnPool: Sendable {
  /// The pool in memory; empty if `stored` is not nil.
  private(set) var own: TextPool
  /// Where the pool is, if it is read when it is needed.
  private(set) var stored: StoredPool?

  /// Creates a pool in memory.
  init(_ pool: TextPool = TextPool()) { own = pool }

  /// Creates a pool that is read when it is needed.
  init(_ stored: StoredPool) {
    own = TextPool()
    self.stored = stored
  }

  /// The number of texts, which does not read them.
  var count: Int { stored?.count ?? own.count }

  /// The pool.
  var texts: TextPool {
    @inline(__always) _read {
      if let stored {
        let box = stored.box
        yield box.piece
      } else {
        yield own
      }
    }
    _modify {
      if let stored {
        own = stored.box.piece
        self.stored = nil
      }
      yield &own
    }
  }

  /// Calls `body` with the text of a code as it is shown.
  ///
  /// The function does not copy a pool in memory. The accessor `texts` does.
  @inline(__always)
  func withShown<Result>(_ code: UInt32, _ body: (Span<UInt8>) -> Result) -> Result {
    if stored != nil { return texts.block.shown.with(Int(code) - 1, body) }
    return own.block.shown.with(Int(code) - 1, body)
  }

  /// Calls `body` with the folded text of a code.
  @inline(__always)
  func withFolded<Result>(_ code: UInt32, _ body: (Span<UInt8>) -> Result) -> Result {
    if stored != nil { return texts.block.folded.with(Int(code) - 1, body) }
    return own.block.folded.with(Int(code) - 1, body)
  }

  /// Returns the head of the text of a code as it is shown.
  func shownHead(_ code: UInt32) -> TextHead {
    stored == nil
      ? own.block.shown.head(Int(code) - 1) : texts.block.shown.head(Int(code) - 1)
  }

  /// Returns the head of the folded text of a code.
  func foldedHead(_ code: UInt32) -> TextHead {
    stored == nil
      ? own.block.folded.head(Int(code) - 1) : texts.block.folded.head(Int(code) - 1)
  }

  /// This pool in memory.
  var loaded: Self { stored == nil ? self : Self(texts) }

  /// The pool if it is in memory, else nil.
  var kept: TextPool? { stored.map(\.kept) ?? own }
}
