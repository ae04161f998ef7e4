import Synchronization

/// A pool of an index file, which is read as a whole at its first use and then stays.
final class StoredPool: Sendable {
  /// The number of texts.
  let count: Int
  private let block: StoredBlock
  private let store: BlockStore
  private let read = Mutex<PieceBox<TextPool>?>(nil)

  init(count: Int, block: StoredBlock, in store: BlockStore) {
    (self.count, self.block, self.store) = (count, block, store)
  }

  /// The pool; empty if it cannot be read.
  var box: PieceBox<TextPool> {
    read.withLock { read in
      if let read { return read }
      let made = PieceBox(make())
      read = made
      return made
    }
  }

  private func make() -> TextPool {
    guard let bytes = store.read(block) else { return TextPool() }
    var reader = BlockReader(bytes)
    guard let texts = reader.texts(count), reader.isAtEnd, let block = TextBlock(fitting: texts)
    else {
      store.fail(.malformed(store.path))
      return TextPool()
    }
    let pool = TextPool(block)
    store.keepForever(bytes: pool.byteCount)
    return pool
  }

  /// The pool if it has been read, else nil.
  var kept: TextPool? { read.withLock { $0?.piece } }
}

/// The pool of a column, in memory or in an index file.
struct ColumnPool: Sendable {
  /// The pool in memory; empty if it is not there.
  private(set) var own: TextPool
  private var stored: StoredPool?

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

  /// This pool in memory.
  var loaded: Self { stored == nil ? self : Self(texts) }

  /// The pool if it is in memory, else nil.
  var kept: TextPool? { stored.map(\.kept) ?? own }
}
