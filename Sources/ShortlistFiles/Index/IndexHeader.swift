import ShortlistCore

/// The first bytes of an index file.
///
/// ```
///  0  mark            the bytes 89 53 4C 58 0D 0A 1A 0A
///  8  version         4 bytes, as are all numbers up to the rows; little-endian, as all are
/// 12  rows of a chunk as the binary logarithm
/// 16  rows            8 bytes, as are all numbers from here on
/// 24  directory       its position, behind which nothing follows it
/// 32  directory       its number of bytes
/// 40  file            its number of bytes
/// 48  checksum        of the directory
/// 56  checksum        of the first 56 bytes
/// ```
struct IndexHeader: Hashable {
  var rows = 0
  var directory = StoredBlock.empty
  var fileSize = 0

  /// The number of bytes of a header.
  static let size = 64
  /// The version that this program writes, and the only one that it reads.
  static let version: UInt32 = 1
  /// The first bytes.
  static let mark = InputFile.indexMark

  /// The bytes of the header.
  var bytes: [UInt8] {
    var bytes = Self.mark
    bytes.append(little: Self.version)
    bytes.append(little: UInt32(StoredTable.chunkShift))
    for number in [rows, directory.offset, directory.count, fileSize] {
      bytes.append(little: UInt64(number))
    }
    bytes.append(little: directory.checksum)
    bytes.append(little: Checksum.of(bytes.span))
    return bytes
  }

  init() {}

  /// Reads a header.
  ///
  /// - Parameters:
  ///   - bytes: The first bytes of the file, as many as a header has if there are so many.
  ///   - size: The number of bytes of the file.
  /// - Throws: Why the file cannot be opened.
  init(_ bytes: [UInt8], fileSize size: Int) throws(IndexRefusal) {
    guard bytes.starts(with: Self.mark) else { throw .foreign }
    guard bytes.count >= Self.size else { throw .cut(size: size, wanted: nil) }
    func number<Number: FixedWidthInteger>(_ at: Int, _: Number.Type) -> Number {
      (0..<MemoryLayout<Number>.size).reduce(0) { $0 | Number(bytes[at + $1]) << Number($1 * 8) }
    }
    let version = number(8, UInt32.self)
    if version > Self.version { throw .newer(version) }
    if version < Self.version { throw .older(version) }
    guard number(56, UInt64.self) == Checksum.of(bytes.span.extracting(0..<56)) else {
      throw .damaged
    }
    guard number(12, UInt32.self) == UInt32(StoredTable.chunkShift) else { throw .otherChunks }
    let numbers = [16, 24, 32, 40].compactMap { Int(exactly: number($0, UInt64.self)) }
    guard numbers.count == 4 else { throw .damaged }
    (rows, fileSize) = (numbers[0], numbers[3])
    directory = StoredBlock(
      offset: numbers[1], count: numbers[2], checksum: number(48, UInt64.self))
    if size < fileSize { throw .cut(size: size, wanted: fileSize) }
    guard size == fileSize, directory.offset >= Self.size, directory.offset <= size,
      directory.count == size - directory.offset
    else { throw .damaged }
  }
}

/// Why an index file cannot be opened.
enum IndexRefusal: Error, Hashable {
  case foreign
  case cut(size: Int, wanted: Int?)
  case newer(UInt32)
  case older(UInt32)
  case damaged
  case otherChunks
  case unreadable(String)

  /// The reason, as a sentence fragment.
  var reason: String {
    let again = "make it again with shortlist index"
    return switch self {
    case .foreign: "is not an index file; shortlist index makes one"
    case .cut(let size, let wanted):
      wanted.map { "is an incomplete index file: it has \(size) of \($0) bytes; \(again)" }
        ?? "is an incomplete index file: it has only \(size) bytes; \(again)"
    case .newer(let version):
      "is an index file of version \(version), but this program reads version "
        + "\(IndexHeader.version): use a newer program, or \(again)"
    case .older(let version):
      "is an index file of version \(version), which this program no longer reads; \(again)"
    case .damaged: "is a damaged index file; \(again)"
    case .otherChunks: "is an index file with chunks of another size; \(again)"
    case .unreadable(let reason): reason
    }
  }
}

extension [UInt8] {
  /// Appends a number, its least byte first.
  fileprivate mutating func append(little number: some FixedWidthInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
