/// The chunks of a column.
///
/// Those of a file of rows are in memory. Those of an index file are read when they are needed, and
/// become pieces in memory when they change.
///
/// Only the second form pays for this: in the first one, an access is one of an array. A loop over
/// the rows of a chunk takes the piece once, because an access of the second form takes a lock.
struct Pieces<Piece: StorablePiece>: Sendable {
  /// The pieces in memory: all, or those that have changed.
  ///
  /// Functions that read single rows go to this array if `isStored` is false: what a subscript
  /// with two forms yields is copied, which takes longer than reading a value.
  private(set) var owned: [Piece]
  /// Where the other pieces are; nil if all are in memory.
  private var stored: StoredPieces<Piece>?

  /// Creates a column without chunks.
  init() { owned = [] }

  /// Creates the pieces of chunks in memory.
  init(_ pieces: [Piece]) { owned = pieces }

  /// Creates pieces that are read when they are needed.
  init(_ stored: StoredPieces<Piece>) {
    owned = []
    self.stored = stored
  }

  /// Whether pieces are read when they are needed.
  var isStored: Bool {
    @inline(__always) get { stored != nil }
  }

  /// Appends the piece of the next chunk.
  mutating func append(_ piece: Piece) {
    stored = stored?.appending(owned.count)
    owned.append(piece)
  }

  /// Returns the form of a piece, which does not read it.
  func form(_ chunk: Int) -> PieceForm {
    guard let stored else { return owned[chunk].form }
    return stored.form(chunk) ?? owned[stored.places[chunk]].form
  }

  /// Returns all pieces in memory, for algorithms that go to rows in any order.
  ///
  /// - Complexity: O(chunks); O(rows) if pieces must be read
  var loaded: Self { stored == nil ? self : Self(Array(self)) }

  /// Returns the pieces of a table of `slots` slots, all in full storage, for a scan of all rows.
  ///
  /// Pieces that are read when they are needed, and have full storage, stay so.
  ///
  /// - Complexity: O(chunks); O(rows) if chunks are sparse
  func whole(_ slots: Int) -> Self {
    let chunks = Chunk.count(for: slots)
    guard stored != nil else {
      return Self(
        (0..<chunks).map { chunk in
          let rows = Chunk.rows(of: chunk, count: slots)
          guard chunk < owned.count else { return Piece().whole(rows) }
          return owned[chunk].count == rows ? owned[chunk] : owned[chunk].whole(rows)
        })
    }
    var pieces = self
    for chunk in 0..<chunks {
      let rows = Chunk.rows(of: chunk, count: slots)
      if chunk == pieces.count {
        pieces.append(Piece().whole(rows))
      } else if form(chunk).count != rows {
        pieces[chunk] = self[chunk].whole(rows)
      }
    }
    return pieces
  }

  /// Reads the piece of a chunk into memory, to change it.
  @inline(never)
  private mutating func own(_ chunk: Int) -> Int {
    guard let stored else { return chunk }
    if stored.form(chunk) == nil { return stored.places[chunk] }
    owned.append(stored.read(chunk).piece)
    self.stored = stored.replacing(chunk, by: owned.count - 1)
    return owned.count - 1
  }

  @inline(never)
  private func read(_ stored: StoredPieces<Piece>, _ chunk: Int) -> PieceBox<Piece> {
    if stored.form(chunk) != nil { return stored.read(chunk) }
    return PieceBox(owned[stored.places[chunk]])
  }
}

extension Pieces: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  /// The number of chunks.
  var count: Int {
    @inline(__always) get { stored == nil ? owned.count : storedCount }
  }

  @inline(never)
  private var storedCount: Int { stored?.places.count ?? 0 }

  subscript(chunk: Int) -> Piece {
    @inline(__always) _read {
      if let stored {
        let box = read(stored, chunk)
        yield box.piece
      } else {
        yield owned[chunk]
      }
    }
    @inline(__always) _modify {
      if stored != nil {
        let place = own(chunk)
        yield &owned[place]
      } else {
        yield &owned[chunk]
      }
    }
  }
}

extension Pieces: ExpressibleByArrayLiteral {
  init(arrayLiteral pieces: Piece...) { self.init(pieces) }
}

extension Pieces {
  /// Counts the memory of the pieces that are in memory.
  func count(
    in memory: inout MemoryCount, to part: MemoryCount.Part,
    _ count: (Piece, inout MemoryCount) -> Void
  ) {
    if memory.add(owned, to: part) {
      for piece in owned { count(piece, &memory) }
    }
    for box in stored?.kept ?? [] { count(box.piece, &memory) }
  }
}

/// A column's storage for one chunk of rows that an index file can have.
protocol StorablePiece: ColumnPiece, Sendable {
  /// The storage form.
  var form: PieceForm { get }

  /// The approximate size in memory, with the indexes that searches add.
  var byteCount: Int { get }

  /// Creates a piece without values in a storage form: what is shown of a piece that cannot be
  /// read.
  init(empty form: PieceForm)

  /// Creates a piece from the bytes of a block; nil if they are not those of a piece.
  ///
  /// - Parameters:
  ///   - block: The bytes after which nothing else may follow.
  ///   - form: The storage form.
  ///   - texts: The number of texts of the column's pool.
  init?(_ block: inout BlockReader, _ form: PieceForm, texts: Int)

  /// Writes the piece to a block.
  func write(to block: inout BlockWriter)
}

/// The storage form of a piece.
struct PieceForm: Hashable, Sendable {
  /// Whether texts are stored one after the other, and not as codes.
  var isDirect = false
  /// The number of rows in full storage; 0 for a sparse piece.
  var count: Int
}

/// A piece that several readers use, with one reference for all that it consists of.
final class PieceBox<Piece: Sendable>: Sendable {
  let piece: Piece

  init(_ piece: Piece) { self.piece = piece }
}
