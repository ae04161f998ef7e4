import Synchronization

@testable import ShortlistCore

/// The blocks of an index file or a spill, in memory.
final class MemoryBlocks: BlockSink {
  private struct State {
    var bytes: [UInt8] = []
    var reads = 0
    /// The number of the first read that fails; nil if none does.
    var failing: Int?
  }

  let path = "blocks"
  /// The bytes of the index file of a table.
  static func file(of table: RowTable) throws -> [UInt8] {
    let blocks = MemoryBlocks()
    let directory = try StoredTable.write(table) { blocks.write($0) }
    return blocks.state.withLock(\.bytes) + directory
  }

  private let state = Mutex(State())

  init(failingAt failing: Int? = nil) { state.withLock { $0.failing = failing } }

  /// The number of reads so far.
  var reads: Int { state.withLock { $0.reads } }
  /// The number of bytes.
  var size: Int { state.withLock { $0.bytes.count } }

  /// Writes a block.
  func write(_ block: [UInt8]) -> StoredBlock {
    state.withLock { state in
      defer { state.bytes += block }
      return StoredBlock(offset: state.bytes.count, count: block.count, checksum: 0)
    }
  }

  func read(_ block: StoredBlock) throws(SourceError) -> [UInt8] {
    let bytes = state.withLock { state -> [UInt8]? in
      state.reads += 1
      if let failing = state.failing, state.reads > failing { return nil }
      return Array(state.bytes[block.offset..<block.offset + block.count])
    }
    guard let bytes else { throw SourceError(path: path, reason: "cannot be read") }
    return bytes
  }

  /// Changes a byte.
  func flip(_ place: Int, _ mask: UInt8) { state.withLock { $0.bytes[place] ^= mask } }
}

extension RowTable {
  /// Returns the table as it comes out of an index file.
  func stored(
    in blocks: MemoryBlocks = MemoryBlocks(), limit: Int = 1 << 30
  ) throws -> RowTable {
    let directory = try StoredTable.write(self) { blocks.write($0) }
    return try StoredTable.open(
      directory, count: count, blocksBefore: blocks.size,
      in: BlockStore(blocks, limit: limit))
  }
}
