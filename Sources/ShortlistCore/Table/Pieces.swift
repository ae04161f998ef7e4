/// The chunks of a column.
///
/// Those of a file of rows are in memory. Those of an index file are read when they are needed, and
/// become pieces in memory when they change.
///
/// The subscript reads a piece that is not in memory. A loop over the rows of a chunk takes the
/// piece once, because this takes a lock.
struct Pieces<Piece: StorablePiece>: Sendable {
  /// The pieces, in memory or as references to the places where they are stored.
  ///
  /// Functions that read or change single rows use this array for pieces in memory. The subscript
  /// copies the piece that it yields, which takes longer than reading a value.
  var array: [Piece]

  /// Creates a column without chunks.
  init() { array = [] }

  /// Creates the pieces of chunks.
  init(_ pieces: [Piece]) { array = pieces }

  /// Appends the piece of the next chunk.
  mutating func append(_ piece: Piece) { array.append(piece) }

  /// Returns the form of a piece, which does not read it.
  func form(_ chunk: Int) -> PieceForm { array[chunk].stored?.form ?? array[chunk].form }

  /// Returns all pieces in memory, for algorithms that go to rows in any order.
  ///
  /// - Complexity: O(chunks); O(rows) if pieces must be read
  var loaded: Self { array.contains { $0.stored != nil } ? Self(Array(self)) : self }

  /// Returns the pieces of a table of `slots` slots, all in full storage, for a scan of all rows.
  ///
  /// Pieces that are read when they are needed, and have full storage, stay so.
  ///
  /// - Complexity: O(chunks); O(rows) if chunks are sparse
  func whole(_ slots: Int) -> Self {
    var pieces = self
    for chunk in 0..<Chunk.count(for: slots) {
      let rows = Chunk.rows(of: chunk, count: slots)
      if chunk >= count {
        pieces.append(Piece().whole(rows))
      } else if form(chunk).count != rows {
        pieces.array[chunk] = self[chunk].whole(rows)
      }
    }
    return pieces
  }

  /// Reads the piece of a chunk into memory, to change it there.
  @inline(__always)
  mutating func own(_ chunk: Int) {
    if let stored = array[chunk].stored { array[chunk] = stored.box.piece }
  }
}

extension Pieces: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  /// The number of chunks.
  var count: Int {
    @inline(__always) get { array.count }
  }

  subscript(chunk: Int) -> Piece {
    @inline(__always) _read {
      if let stored = array[chunk].stored {
        let box = stored.box
        yield box.piece
      } else {
        yield array[chunk]
      }
    }
    @inline(__always) _modify {
      own(chunk)
      yield &array[chunk]
    }
  }
}

extension Pieces: ExpressibleByArrayLiteral {
  init(arrayLiteral pieces: Piece...) { self.init(pieces) }
}

extension Pieces {
  /// Returns the size of the texts of a chunk that are not in a pool.
  func textSize(_ chunk: Int) -> TextSize {
    array[chunk].stored?.textSize ?? self[chunk].textSize
  }

  /// Writes the pieces from a chunk on to a spill, unless they are small.
  mutating func move(from first: Int, to spill: Spill) {
    for chunk in first..<count where array[chunk].stored == nil {
      if array[chunk].byteCount >= Sizes.spilled { array[chunk] = spill.stored(array[chunk]) }
    }
  }

  /// Counts the memory of the pieces that are in memory.
  func count(
    in memory: inout MemoryCount, to part: MemoryCount.Part,
    _ count: (Piece, inout MemoryCount) -> Void
  ) {
    guard memory.add(array, to: part) else { return }
    for piece in array { count(piece.stored?.kept?.piece ?? piece, &memory) }
  }
}

/// A column's storage for one chunk of rows that an index file can have.
protocol StorablePiece: ColumnPiece, Sendable {
  /// Where the piece is stored; nil if it is in memory.
  var stored: StoredPiece<Self>? { get set }

  /// The storage form of a piece in memory.
  var form: PieceForm { get }

  /// The approximate size in memory, with the indexes that searches add.
  var byteCount: Int { get }

  /// The size of the texts that are not in a pool.
  var textSize: TextSize { get }

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

extension StorablePiece {
  /// No texts, for values of other kinds.
  var textSize: TextSize { TextSize() }

  /// Creates a piece that is read when it is needed.
  init(_ stored: StoredPiece<Self>) {
    self.init()
    self.stored = stored
  }
}

/// The storage form of a piece.
struct PieceForm: Hashable, Sendable {
  /// How texts are stored; `coded` for values of other kinds.
  var kind = TextPiece.Kind.coded
  /// The number of rows in full storage; 0 for a sparse piece.
  var count: Int
}

/// The size of texts in bytes.
struct TextSize: Hashable, Sendable {
  /// As they are shown.
  var shown = 0
  /// As they are shown or folded, whichever is greater, with those that have been replaced.
  var load = 0
}

/// A piece that several readers use, with one reference for all that it consists of.
final class PieceBox<Piece: Sendable>: Sendable {
  let piece: Piece

  init(_ piece: Piece) { self.piece = piece }
}
