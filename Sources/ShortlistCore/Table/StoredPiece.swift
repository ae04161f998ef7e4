import Synchronization

/// A piece of an index file, which is read when it is needed and may be dropped again.
final class StoredPiece<Piece: StorablePiece>: KeptPiece, Sendable {
  /// The storage form.
  let form: PieceForm
  private let block: StoredBlock
  private let store: BlockStore
  /// The pool that the codes of the piece refer to; nil for values of other kinds.
  private let pool: StoredPool?
  /// The greatest code of a text.
  private let codes: Int
  /// The size of the texts that are not in a pool; nil if only the piece itself tells.
  let textSize: TextSize?
  private let read = Mutex<PieceBox<Piece>?>(nil)
  let lastUse = Atomic<Int>(0)

  /// Creates the piece of a block of an index file.
  init(_ form: PieceForm, _ block: StoredBlock, in store: BlockStore, _ pool: StoredPool?) {
    (self.form, self.block, self.store, self.pool) = (form, block, store, pool)
    (codes, textSize) = (pool?.count ?? 0, nil)
  }

  /// Creates the piece of a block that was written a moment ago, while its pool stays in memory.
  init(_ form: PieceForm, _ block: StoredBlock, in store: BlockStore, _ size: TextSize) {
    (self.form, self.block, self.store, pool) = (form, block, store, nil)
    (codes, textSize) = (Int(UInt32.max), size)
  }

  /// The bytes of the block; nil if they cannot be read.
  var bytes: [UInt8]? { block.count == 0 ? [] : store.read(block) }

  /// The piece, which is read if it is not kept.
  ///
  /// Threads that need the same piece wait for the one that reads it.
  var box: PieceBox<Piece> {
    lastUse.store(store.now, ordering: .relaxed)
    let (box, isNew) = read.withLock { read in
      if let read { return (read, false) }
      let made = PieceBox(make())
      read = made
      return (made, true)
    }
    if isNew { store.keep(self, bytes: box.piece.byteCount) }
    return box
  }

  private func make() -> Piece {
    if block.count == 0 { return Piece(empty: form) }
    // Codes are worth nothing without their texts: if these cannot be read, there are no codes.
    _ = pool?.box
    guard let bytes = store.read(block) else { return Piece(empty: form) }
    var reader = BlockReader(bytes)
    guard let piece = Piece(&reader, form, texts: codes), reader.isAtEnd else {
      store.fail(.malformed(store.path))
      return Piece(empty: form)
    }
    return piece
  }

  /// The piece if it is kept now, else nil.
  var kept: PieceBox<Piece>? { read.withLock(\.self) }

  func drop() -> Bool {
    // A reader holds the lock while it reads the piece. All others hold it only briefly.
    read.withLockIfAvailable { $0 = nil } != nil
  }
}

/// A piece that the store of its blocks may drop.
protocol KeptPiece: AnyObject, Sendable {
  /// The time of the last use, as `BlockStore.now` was then.
  var lastUse: Atomic<Int> { get }

  /// Drops the piece, unless it is being read; returns whether it is dropped.
  func drop() -> Bool
}
