import ShortlistCore

/// The part of a regular file in memory, which begins with a record.
struct TextWindow {
  /// The bytes of the window, followed by unused ones.
  private(set) var bytes: [UInt8] = []
  /// The number of bytes in the window.
  private(set) var count = 0
  /// The offset in the file at which the window ends.
  private(set) var position: Int

  /// Creates an empty window at an offset in a file.
  init(at position: Int) { self.position = position }

  /// The number of line feeds in the window.
  var lineFeeds: Int { bytes.span.extracting(0..<count).lineFeeds }

  /// Removes bytes from the front.
  mutating func removeFirst(_ removed: Int) {
    count -= removed
    let left = count
    unsafe bytes.withUnsafeMutableBytes { bytes in
      // Both parts lie within the buffer.
      unsafe bytes.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[removed..<removed + left]))
    }
  }

  /// Appends the next bytes of the file.
  ///
  /// - Parameters:
  ///   - asked: The number of bytes to read.
  ///   - file: The file.
  ///   - workers: The workers that read in parallel.
  /// - Returns: The number of bytes read; fewer than `asked` only at the end of the file.
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
