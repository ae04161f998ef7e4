/// A place outside memory for the pieces of columns while a table is built.
package struct Spill: Sendable {
  /// The number of bytes of pieces from which on they are written.
  let limit: Int
  /// The pieces that are needed again.
  let store: BlockStore
  private let sink: any BlockSink

  /// Creates a spill.
  ///
  /// - Parameters:
  ///   - sink: Where the pieces are written.
  ///   - limit: The number of bytes of pieces from which on they are written.
  package init(_ sink: any BlockSink, limit: Int) {
    (self.sink, self.limit) = (sink, limit)
    // Pieces are read again once, one after the other.
    store = BlockStore(sink, limit: 0)
  }

  /// Writes a piece; returns one that is read when it is needed.
  ///
  /// If the piece cannot be written, the store has the error, and the piece stays as it is.
  func stored<Piece: StorablePiece>(_ piece: Piece) -> Piece {
    var block = BlockWriter()
    piece.write(to: &block)
    do throws(SourceError) {
      let place = try sink.write(block.bytes)
      return Piece(StoredPiece(piece.form, place, in: store, piece.textSize))
    } catch {
      store.fail(error)
      return piece
    }
  }
}

/// What writes blocks, and reads them again.
package protocol BlockSink: BlockSource {
  /// Writes the bytes of a block, and returns where they are; called from several threads.
  ///
  /// - Throws: `SourceError` if they cannot be written.
  func write(_ bytes: [UInt8]) throws(SourceError) -> StoredBlock
}
