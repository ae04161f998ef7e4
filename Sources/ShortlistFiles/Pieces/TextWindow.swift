import ShortlistCore

/// The part of a regular file that is being read: it begins with a record.
struct TextWindow {
  /// The bytes; those of the window and, behind them, some that mean nothing.
  private(set) var bytes: [UInt8] = []
  /// The number of bytes in the window.
  private(set) var count = 0
  /// Where in the file the window ends.
  private(set) var position: Int

  /// An empty window at a place in a file.
  init(at position: Int) { self.position = position }

  /// The number of line feeds in the window.
  var lineFeeds: Int { bytes.span.extracting(0..<count).lineFeeds }

  /// Takes out the bytes at the front.
  mutating func removeFirst(_ removed: Int) {
    count -= removed
    let left = count
    unsafe bytes.withUnsafeMutableBytes { bytes in
      // Both parts lie within the buffer.
      unsafe bytes.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[removed..<removed + left]))
    }
  }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - asked: How many bytes to read.
  ///   - file: The file.
  ///   - workers: Who reads.
  /// - Returns: The number of bytes read; fewer than asked for only at the end.
  /// - Throws: `InputError` if the system cannot read them.
  mutating func read(
    _ asked: Int, of file: borrowing InputFile, by workers: Workers
  ) throws(InputError) -> Int {
    if bytes.count < count + asked {
      bytes.append(contentsOf: repeatElement(0, count: count + asked - bytes.count))
    }
    let added = try file.read(
      into: &bytes, count..<count + asked, from: position, by: workers)
    count += added
    position += added
    return added
  }
}
