import Synchronization

/// The pieces of a column of an index file.
final class StoredPieces<Piece: StorablePiece>: Sendable {
  /// For each chunk, the index of its piece among those that have changed; -1 if it has not
  /// changed.
  let places: [Int]
  private let pieces: [StoredPiece<Piece>]
  private let store: BlockStore
  /// The pool that the codes of the pieces refer to; nil for values of other kinds.
  private let pool: StoredPool?

  /// Creates the pieces of blocks.
  convenience init(_ blocks: [(PieceForm, StoredBlock)], in store: BlockStore, _ pool: StoredPool?)
  {
    self.init(
      places: [Int](repeating: -1, count: blocks.count),
      pieces: blocks.map { StoredPiece(form: $0.0, block: $0.1) }, in: store, pool)
  }

  private init(
    places: [Int], pieces: [StoredPiece<Piece>], in store: BlockStore, _ pool: StoredPool?
  ) {
    (self.places, self.pieces, self.store, self.pool) = (places, pieces, store, pool)
  }

  /// Returns these pieces and one more chunk, whose piece is in memory.
  func appending(_ place: Int) -> StoredPieces {
    StoredPieces(places: places + [place], pieces: pieces, in: store, pool)
  }

  /// Returns these pieces, but for a chunk whose piece is in memory.
  func replacing(_ chunk: Int, by place: Int) -> StoredPieces {
    var places = places
    places[chunk] = place
    return StoredPieces(places: places, pieces: pieces, in: store, pool)
  }

  /// Returns the storage form of a piece; nil if the piece is in memory.
  @inline(__always)
  func form(_ chunk: Int) -> PieceForm? { places[chunk] < 0 ? pieces[chunk].form : nil }

  /// Returns the piece of a chunk, reading it if it is not kept.
  ///
  /// - Precondition: The piece is not in memory.
  func read(_ chunk: Int) -> PieceBox<Piece> {
    let (piece, isNew) = pieces[chunk].read(from: store, pool)
    if isNew { store.keep(pieces[chunk], bytes: piece.piece.byteCount) }
    return piece
  }

  /// The pieces that are kept now.
  var kept: [PieceBox<Piece>] {
    zip(places, pieces).compactMap { place, piece in place < 0 ? piece.kept : nil }
  }
}

/// A piece of an index file, which is read when it is needed and may be dropped again.
private final class StoredPiece<Piece: StorablePiece>: KeptPiece, Sendable {
  let form: PieceForm
  private let block: StoredBlock
  private let box = Mutex<PieceBox<Piece>?>(nil)
  let lastUse = Atomic<Int>(0)

  init(form: PieceForm, block: StoredBlock) { (self.form, self.block) = (form, block) }

  /// Returns the piece, and whether it has just been read.
  ///
  /// Threads that need the same piece wait for the one that reads it.
  func read(from store: BlockStore, _ pool: StoredPool?) -> (PieceBox<Piece>, isNew: Bool) {
    lastUse.store(store.now, ordering: .relaxed)
    return box.withLock { box in
      if let box { return (box, false) }
      let made = PieceBox(make(from: store, pool))
      box = made
      return (made, true)
    }
  }

  private func make(from store: BlockStore, _ pool: StoredPool?) -> Piece {
    if block.count == 0 { return Piece(empty: form) }
    // Codes are worth nothing without their texts: if these cannot be read, there are no codes.
    _ = pool?.box
    guard let bytes = store.read(block) else { return Piece(empty: form) }
    var reader = BlockReader(bytes)
    guard let piece = Piece(&reader, form, texts: pool?.count ?? 0), reader.isAtEnd else {
      store.fail(.malformed(store.path))
      return Piece(empty: form)
    }
    return piece
  }

  var kept: PieceBox<Piece>? { box.withLock(\.self) }

  func drop() -> Bool {
    // A reader holds the lock while it reads the piece. All others hold it only briefly.
    box.withLockIfAvailable { $0 = nil } != nil
  }
}

/// A piece that the store of its blocks may drop.
protocol KeptPiece: AnyObject, Sendable {
  /// The time of the last use, as `BlockStore.now` was then.
  var lastUse: Atomic<Int> { get }

  /// Drops the piece, unless it is being read; returns whether it is dropped.
  func drop() -> Bool
}

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
