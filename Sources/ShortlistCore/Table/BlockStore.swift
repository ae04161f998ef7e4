import Synchronization

/// A part of an index file.
package struct StoredBlock: Hashable, Sendable {
  /// The position of its first byte.
  package var offset: Int
  /// The number of bytes; a block of no bytes is not in the file.
  package var count: Int
  /// The checksum of the bytes.
  package var checksum: UInt64

  /// Creates a block.
  package init(offset: Int, count: Int, checksum: UInt64) {
    (self.offset, self.count, self.checksum) = (offset, count, checksum)
  }

  /// A block of no bytes.
  package static let empty = Self(offset: 0, count: 0, checksum: 0)
}

/// What reads the blocks of an index file.
package protocol BlockSource: Sendable {
  /// The path of the file, for errors.
  var path: String { get }

  /// Returns the bytes of a block, whose checksum is right; called from several threads.
  ///
  /// - Throws: `SourceError` if they cannot be read, or are others than those that were written.
  func read(_ block: StoredBlock) throws(SourceError) -> [UInt8]
}

/// The blocks of an index file, and which pieces of columns are kept in memory.
///
/// The pieces that are used are kept up to a number of bytes. Then those that were not used for the
/// longest time are dropped, and read again when they are needed.
package final class BlockStore: Sendable {
  private struct Kept {
    var pieces: [(piece: any KeptPiece, bytes: Int)] = []
    var bytes = 0
    /// The bytes of the pools, which stay.
    var pinned = 0
  }

  private let source: any BlockSource
  private let limit: Int
  private let kept = Mutex(Kept())
  private let clock = Atomic<Int>(0)
  private let firstFailure = Mutex<SourceError?>(nil)
  private let hasFailed = Atomic<Bool>(false)

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - source: What reads the blocks.
  ///   - limit: The number of bytes of pieces that are kept. The piece in use stays in any case.
  package init(_ source: any BlockSource, limit: Int) {
    (self.source, self.limit) = (source, limit)
  }

  /// The path of the file.
  var path: String { source.path }

  /// A number that grows with each piece that is read.
  var now: Int { clock.load(ordering: .relaxed) }

  /// The error of the first block that could not be read; nil if all could be read so far.
  ///
  /// Afterwards, pieces have no values: what is computed of them is wrong.
  package var failure: SourceError? {
    hasFailed.load(ordering: .acquiring) ? firstFailure.withLock(\.self) : nil
  }

  /// The number of bytes of the pieces and pools that are kept.
  package var keptBytes: Int { kept.withLock { $0.bytes + $0.pinned } }

  /// Records that the file cannot be read.
  func fail(_ error: SourceError) {
    firstFailure.withLock { if $0 == nil { $0 = error } }
    hasFailed.store(true, ordering: .releasing)
  }

  /// Returns the bytes of a block; nil if it, or another one before, cannot be read.
  func read(_ block: StoredBlock) -> [UInt8]? {
    if hasFailed.load(ordering: .acquiring) { return nil }
    do throws(SourceError) { return try source.read(block) } catch {
      fail(error)
      return nil
    }
  }

  /// Keeps a piece that has been read, and drops others if there are too many bytes.
  func keep(_ piece: any KeptPiece, bytes: Int) {
    clock.wrappingAdd(1, ordering: .relaxed)
    kept.withLock { kept in
      kept.bytes += bytes
      kept.pieces.append((piece, bytes))
      if kept.bytes + kept.pinned > limit { drop(from: &kept, besides: piece) }
    }
  }

  /// Counts what stays in memory.
  func keepForever(bytes: Int) { kept.withLock { $0.pinned += bytes } }

  /// Drops the pieces that were not used for the longest time, until there is some room again.
  private func drop(from kept: inout Kept, besides last: any KeptPiece) {
    let room = limit - limit / 8 - kept.pinned
    kept.pieces.sort {
      $0.piece.lastUse.load(ordering: .relaxed) < $1.piece.lastUse.load(ordering: .relaxed)
    }
    var bytes = kept.bytes
    kept.pieces.removeAll { entry in
      guard bytes > room, entry.piece !== last, entry.piece.drop() else { return false }
      bytes -= entry.bytes
      return true
    }
    kept.bytes = bytes
  }
}

extension SourceError {
  /// The error for an index file with right checksums and wrong contents.
  static func malformed(_ path: String) -> Self {
    Self(
      path: path,
      reason: "is an index file with contents that no version writes; "
        + "make it again with shortlist index")
  }
}
