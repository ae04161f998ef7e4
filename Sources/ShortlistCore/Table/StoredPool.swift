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
