/// How a file is compressed, which its first bytes tell.
enum CompressedForm: String, Sendable {
  /// Members as `gzip` writes them.
  case gzip
  /// Frames as `zstd` writes them.
  case zstd

  /// Creates the form of a file that begins with some bytes; nil if it is not compressed.
  init?(_ start: some Collection<UInt8>) {
    let form = Self.marks.first { mark in
      start.count >= Self.markSize && zip(mark.bytes, start).allSatisfy { $0.contains($1) }
    }
    guard let form else { return nil }
    self = form.form
  }

  /// Whether more bytes decide whether a file that begins with some bytes is compressed.
  static func needsMore(_ start: some Collection<UInt8>) -> Bool {
    start.count < markSize
      && marks.contains { zip($0.bytes, start).allSatisfy { $0.contains($1) } }
  }

  /// The program that decompresses such a file to its standard output.
  var command: String { "\(rawValue) -dc" }

  /// The number of bytes that tell the form.
  static let markSize = 4

  /// The first bytes of each form.
  ///
  /// A gzip member has the method 8 and no reserved flags. Frames of zstd that are to be skipped
  /// may come before the first one with text.
  private static let marks: [(form: Self, bytes: [ClosedRange<UInt8>])] = [
    (.gzip, [0x1F...0x1F, 0x8B...0x8B, 8...8, 0...0x1F]),
    (.zstd, [0x28...0x28, 0xB5...0xB5, 0x2F...0x2F, 0xFD...0xFD]),
    (.zstd, [0x50...0x5F, 0x2A...0x2A, 0x4D...0x4D, 0x18...0x18]),
  ]
}
