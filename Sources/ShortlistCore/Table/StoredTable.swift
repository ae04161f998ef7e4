/// The form of a table in an index file: blocks, and a directory that tells where they are.
///
/// Each piece of a column is a block, and so is each pool, and the hash table of ids. The directory
/// has all that a list needs to open: attributes, the number of rows, and sizes.
package enum StoredTable {
  /// The binary logarithm of the number of rows in a chunk, which is the same for all index files.
  package static var chunkShift: Int { Chunk.shift }

  /// Writes the blocks of a table.
  ///
  /// - Parameters:
  ///   - table: A table that a source has just filled.
  ///   - write: Writes the bytes of a block, and returns where they are.
  /// - Returns: The bytes of the directory.
  /// - Throws: `InvalidRequestError` if the table has a form that index files do not have; what
  ///   `write` throws.
  /// - Complexity: O(cells + bytes)
  package static func write(
    _ table: RowTable, _ write: ([UInt8]) throws -> StoredBlock
  ) throws -> [UInt8] {
    guard table.slots == table.count, table.isInOrder, table.keyColumns.isEmpty,
      table.columns.count == table.schema.entries.count
    else {
      throw InvalidRequestError("\(table.path): only rows of files can become an index file")
    }
    var directory = BlockWriter()
    directory.append(UInt32(table.schema.entries.count))
    directory.append(UInt8(table.schema.dates == .civil ? 1 : 0))
    directory.append(UInt64(table.textBytes))
    directory.append(UInt64(table.textBound))
    for entry in table.schema.entries {
      directory.append(entry.name)
      directory.append(entry.type.code)
    }
    try self.write(table.identity, to: &directory, write)
    for column in table.columns {
      switch column {
      case .text(let texts): try self.write(texts, to: &directory, write)
      case .integer(let flat): try self.write(flat.pieces, to: &directory, write)
      case .number(let flat): try self.write(flat.pieces, to: &directory, write)
      case .boolean(let flat): try self.write(flat.pieces, to: &directory, write)
      case .date(let texts, let flat):
        try self.write(texts, to: &directory, write)
        try self.write(flat.pieces, to: &directory, write)
      case .list(let lists):
        try self.write(lists.pool, to: &directory, write)
        try self.write(lists.pieces, to: &directory, write)
      }
    }
    return directory.bytes
  }

  private static func write(
    _ identity: RowTable.Identity, to directory: inout BlockWriter,
    _ write: ([UInt8]) throws -> StoredBlock
  ) throws {
    switch identity {
    case .number: directory.append(UInt8(0))
    case .attribute(let ids) where ids.sortedSlots > 0:
      directory.append(UInt8(1))
      directory.append(UInt32(ids.attribute))
    case .attribute(let ids):
      directory.append(UInt8(2))
      directory.append(UInt32(ids.attribute))
      var block = BlockWriter()
      block.append(ids.table)
      directory.append(try write(block.bytes))
    }
  }

  private static func write(
    _ texts: TextColumn, to directory: inout BlockWriter, _ write: ([UInt8]) throws -> StoredBlock
  ) throws {
    try self.write(texts.pool, to: &directory, write)
    try self.write(texts.pieces, to: &directory, write)
  }

  private static func write(
    _ pool: TextPool, to directory: inout BlockWriter, _ write: ([UInt8]) throws -> StoredBlock
  ) throws {
    directory.append(UInt32(pool.count))
    var block = BlockWriter()
    if pool.count > 0 { block.append(pool.block.shown) }
    directory.append(pool.count == 0 ? .empty : try write(block.bytes))
  }

  private static func write<Piece: StorablePiece>(
    _ pieces: Pieces<Piece>, to directory: inout BlockWriter,
    _ write: ([UInt8]) throws -> StoredBlock
  ) throws {
    directory.append(UInt32(pieces.count))
    for (chunk, piece) in pieces.array.enumerated() {
      var block = BlockWriter()
      if piece.stored == nil { piece.write(to: &block) }
      let form = pieces.form(chunk)
      directory.append(UInt8(form.kind == .direct ? 1 : 0))
      directory.append(UInt32(form.count))
      // A piece in a spill has its bytes already; the caller sees if they cannot be read.
      directory.append(try write(piece.stored.map { $0.bytes ?? [] } ?? block.bytes))
    }
  }

  /// Returns the table of a directory, whose columns are read from a store when they are needed.
  ///
  /// - Parameters:
  ///   - directory: The bytes that `write(_:_:)` returned.
  ///   - count: The number of rows.
  ///   - end: The position in the file before which all blocks end.
  ///   - store: The blocks.
  /// - Returns: The table.
  /// - Throws: `SourceError` if the directory is not one.
  /// - Complexity: O(chunks) for each column
  package static func open(
    _ directory: [UInt8], count: Int, blocksBefore end: Int, in store: BlockStore
  ) throws(SourceError) -> RowTable {
    var reader = DirectoryReader(
      block: BlockReader(directory), count: count, end: end, store: store)
    guard count <= Sizes.maxRows, let table = reader.table(), reader.block.isAtEnd else {
      throw .malformed(store.path)
    }
    return table
  }
}

extension BlockWriter {
  /// Appends where a block is.
  fileprivate mutating func append(_ block: StoredBlock) {
    append(UInt64(block.offset))
    append(UInt64(block.count))
    append(block.checksum)
  }
}

extension AttributeType {
  /// The number of the type in a directory.
  fileprivate var code: UInt8 {
    switch self {
    case .text: 0
    case .integer: 1
    case .number: 2
    case .boolean: 3
    case .date: 4
    case .list: 5
    }
  }

  fileprivate init?(code: UInt8) {
    guard let type = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = type
  }
}

/// A reader of a directory; what it returns is nil if the bytes are no such thing.
private struct DirectoryReader {
  var block: BlockReader
  /// The number of rows.
  let count: Int
  /// The position in the file before which all blocks end.
  let end: Int
  let store: BlockStore

  /// More bytes of texts than any table has.
  private static let mostTextBytes = 1 << 56

  mutating func table() -> RowTable? {
    guard let attributes = block.number(UInt32.self), attributes <= Sizes.maxAttributes,
      let dates = block.number(UInt8.self), dates <= 1,
      let textBytes = block.count(), textBytes <= Self.mostTextBytes,
      let textBound = block.count(), textBound <= Self.mostTextBytes,
      let entries = entries(Int(attributes)), let identity = identity(of: entries)
    else { return nil }
    var columns: [Column] = []
    columns.reserveCapacity(entries.count)
    for entry in entries {
      guard let column = column(of: entry.type) else { return nil }
      columns.append(column)
    }
    if case .attribute(let ids) = identity, ids.sortedSlots > 0 {
      guard case .integer(let flat) = columns[ids.attribute], isFull(flat.pieces) else {
        return nil
      }
    }
    var schema = ListSchema(entries)
    schema.dates = dates == 1 ? .civil : .zoned
    return RowTable(
      path: store.path, schema: schema, columns: columns, count: count, identity: identity,
      textBytes: textBytes, textBound: textBound, store: store)
  }

  private mutating func entries(_ count: Int) -> [ListSchema.Entry]? {
    var entries: [ListSchema.Entry] = []
    var names: Set<BinaryString> = []
    for _ in 0..<count {
      guard let name = block.text(), names.insert(BinaryString(name)).inserted,
        let type = block.number(UInt8.self).flatMap(AttributeType.init(code:))
      else { return nil }
      entries.append(.init(name: name, type: type))
    }
    return entries
  }

  private mutating func identity(of entries: [ListSchema.Entry]) -> RowTable.Identity? {
    guard let kind = block.number(UInt8.self), kind <= 2 else { return nil }
    if kind == 0 { return .number(RowNumbers(count: count)) }
    guard let attribute = block.number(UInt32.self).map(Int.init), attribute < entries.count else {
      return nil
    }
    switch entries[attribute].type {
    case .boolean, .list: return nil
    case .text, .integer, .number, .date: break
    }
    if kind == 1 {
      if entries[attribute].type != .integer || count == 0 { return nil }
      return .attribute(IDIndex(attribute: attribute, sortedSlots: count))
    }
    guard let places = location(), places.count >= 16 * 4,
      places.count & (places.count - 1) == 0, places.count / 4 > count
    else { return nil }
    let (store, count) = (store, count)
    let table = Deferred { Self.places(places, count: count, in: store) }
    return .attribute(IDIndex(attribute: attribute, count: count, stored: table))
  }

  /// Returns the hash table of ids; one without entries if it cannot be read.
  private static func places(_ block: StoredBlock, count: Int, in store: BlockStore) -> [UInt32] {
    let nothing = [UInt32](repeating: 0, count: 16)
    guard let bytes = store.read(block) else { return nothing }
    var reader = BlockReader(bytes)
    // Each search in the table ends at an entry that is free.
    guard let places = reader.numbers(block.count / 4, of: UInt32.self), reader.isAtEnd,
      places.allSatisfy({ $0 <= count }), places.reduce(0, { $1 == 0 ? $0 : $0 + 1 }) == count
    else {
      store.fail(.malformed(store.path))
      return nothing
    }
    store.keepForever(bytes: places.count * 4)
    return places
  }

  private mutating func column(of type: AttributeType) -> Column? {
    switch type {
    case .text: return texts().map(Column.text)
    case .integer: return flat(Int.self).map(Column.integer)
    case .number: return flat(Double.self).map(Column.number)
    case .boolean: return flat(Bool.self).map(Column.boolean)
    case .date:
      guard let texts = texts(), let instants = flat(Int.self) else { return nil }
      return .date(texts, instants)
    case .list:
      guard let pool = pool(), let pieces = pieces(ListColumn.Piece.self, pool) else { return nil }
      return .list(
        ListColumn(columnPool: pool.map(ColumnPool.init) ?? ColumnPool(), pieces: pieces))
    }
  }

  private mutating func texts() -> TextColumn? {
    guard let pool = pool(), let pieces = pieces(TextPiece.self, pool) else { return nil }
    return TextColumn(columnPool: pool.map(ColumnPool.init) ?? ColumnPool(), pieces: pieces)
  }

  private mutating func flat<Element>(_: Element.Type) -> FlatColumn<Element>? {
    pieces(FlatColumn<Element>.Piece.self, nil).map { FlatColumn(pieces: $0) }
  }

  /// Returns a pool; the inner nil stands for a pool without texts.
  private mutating func pool() -> StoredPool?? {
    guard let count = block.number(UInt32.self).map(Int.init), let block = location() else {
      return nil
    }
    if count == 0 { return block.count == 0 ? .some(nil) : nil }
    // All texts but one have a byte.
    return count <= block.count ? StoredPool(count: count, block: block, in: store) : nil
  }

  private mutating func pieces<Piece>(
    _: Piece.Type, _ pool: StoredPool?
  ) -> Pieces<Piece>? {
    guard let chunks = block.number(UInt32.self).map(Int.init),
      chunks <= Chunk.count(for: count)
    else { return nil }
    var pieces: [Piece] = []
    pieces.reserveCapacity(chunks)
    for chunk in 0..<chunks {
      let rows = Chunk.rows(of: chunk, count: count)
      guard let direct = block.number(UInt8.self), direct <= 1,
        direct == 0 || Piece.self == TextPiece.self, let stored = block.number(UInt32.self),
        isCount(stored, Piece.self, of: rows, isDirect: direct == 1), let location = location()
      else { return nil }
      let form = PieceForm(kind: direct == 1 ? .direct : .coded, count: Int(stored))
      pieces.append(Piece(StoredPiece(form, location, in: store, pool)))
    }
    return Pieces(pieces)
  }

  /// Returns whether a piece of a chunk of `rows` rows can have storage for so many of them.
  ///
  /// A sparse piece has storage for none. Only lists may end before the chunk does.
  private func isCount<Piece>(
    _ count: UInt32, _: Piece.Type, of rows: Int, isDirect: Bool
  ) -> Bool {
    if Piece.self == ListColumn.Piece.self { return count <= rows }
    return count == rows || count == 0 && !isDirect
  }

  /// Whether all chunks have full storage.
  private func isFull<Piece>(_ pieces: Pieces<Piece>) -> Bool {
    pieces.count == Chunk.count(for: count)
      && pieces.indices.allSatisfy {
        pieces.form($0).count == Chunk.rows(of: $0, count: count)
      }
  }

  /// Reads where a block is.
  private mutating func location() -> StoredBlock? {
    guard let offset = block.count(), let size = block.count(),
      let checksum = block.number(UInt64.self), offset <= end, size <= end - offset
    else { return nil }
    return StoredBlock(offset: offset, count: size, checksum: checksum)
  }
}
