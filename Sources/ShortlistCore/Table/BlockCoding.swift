/// A writer of the bytes of a block, in which numbers are little-endian.
struct BlockWriter {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []

  /// Appends a number.
  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Appends numbers in the size of their type.
  mutating func append<Number: FixedWidthInteger>(_ numbers: [Number]) {
    // All systems that Shortlist runs on are little-endian; others would have to swap each number.
    precondition(Int(1).littleEndian == 1, "a system that is not little-endian")
    unsafe numbers.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }

  /// Appends numbers in as few bytes as the greatest one takes, after that size.
  mutating func appendPacked(_ numbers: [UInt64]) {
    let most = numbers.max() ?? 0
    if most == 0 {
      append(UInt8(0))
    } else if most <= UInt8.max {
      append(UInt8(1))
      append(numbers.map { UInt8(truncatingIfNeeded: $0) })
    } else if most <= UInt16.max {
      append(UInt8(2))
      append(numbers.map { UInt16(truncatingIfNeeded: $0) })
    } else if most <= UInt32.max {
      append(UInt8(4))
      append(numbers.map { UInt32(truncatingIfNeeded: $0) })
    } else {
      append(UInt8(8))
      append(numbers)
    }
  }

  /// Appends the null bitmap of `rows` rows, after whether there are nulls.
  mutating func append(nulls: [UInt64], rows: Int) {
    let words = (rows + 63) / 64
    guard nulls.contains(where: { $0 != 0 }) else { return append(UInt8(0)) }
    append(UInt8(1))
    append(Array(nulls.prefix(words)))
    append([UInt64](repeating: 0, count: max(0, words - nulls.count)))
  }

  /// Appends a text after its length.
  mutating func append(_ text: String) {
    let utf8 = Array(text.utf8)
    append(UInt32(utf8.count))
    bytes += utf8
  }

  /// Appends the lengths of texts, and then the texts.
  mutating func append(_ texts: Arena) {
    appendPacked((0..<texts.count).map { UInt64(texts.range($0).count) })
    bytes += texts.bytes
  }
}

/// A reader of the bytes of a block; what it returns is nil if the bytes are no such value.
struct BlockReader {
  private let bytes: [UInt8]
  /// The position of the next byte.
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes that have not been read.
  var rest: Int { bytes.count - position }
  /// Whether all bytes have been read.
  var isAtEnd: Bool { rest == 0 }

  /// Reads a number.
  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    let size = MemoryLayout<Number>.size
    guard size <= rest else { return nil }
    defer { position += size }
    // The bytes up to `position + size` are there.
    return unsafe bytes.withUnsafeBytes {
      unsafe Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self))
    }
  }

  /// Reads a number that is not negative and fits `Int`.
  mutating func count() -> Int? { number(UInt64.self).flatMap(Int.init(exactly:)) }

  /// Reads numbers in the size of their type.
  mutating func numbers<Number: FixedWidthInteger>(
    _ count: Int, of type: Number.Type = Number.self
  ) -> [Number]? {
    let size = MemoryLayout<Number>.stride
    guard count >= 0, count <= rest / size else { return nil }
    defer { position += count * size }
    if count == 0 { return [] }
    // `count * size` bytes are there, and the memory has room for them.
    return unsafe [Number](unsafeUninitializedCapacity: count) { numbers, initialized in
      unsafe bytes.withUnsafeBytes { bytes in
        let part = unsafe UnsafeRawBufferPointer(
          rebasing: bytes[position..<position + count * size])
        unsafe UnsafeMutableRawBufferPointer(numbers).copyMemory(from: part)
      }
      initialized = count
    }
  }

  /// Reads numbers that were packed, as numbers of a type that fits all of them.
  mutating func packed<Number: FixedWidthInteger>(
    _ count: Int, as type: Number.Type = Number.self
  ) -> [Number]? {
    switch number(UInt8.self) {
    case 0: return [Number](repeating: 0, count: count)
    case 1: return numbers(count, of: UInt8.self)?.map { Number(truncatingIfNeeded: $0) }
    case 2 where Number.bitWidth >= 16:
      return numbers(count, of: UInt16.self)?.map { Number(truncatingIfNeeded: $0) }
    case 4 where Number.bitWidth >= 32:
      if Number.self == UInt32.self { return numbers(count, of: Number.self) }
      return numbers(count, of: UInt32.self)?.map { Number(truncatingIfNeeded: $0) }
    case 8 where Number.bitWidth >= 64: return numbers(count, of: Number.self)
    default: return nil
    }
  }

  /// Reads the null bitmap of `rows` rows.
  mutating func nulls(_ rows: Int) -> [UInt64]? {
    switch number(UInt8.self) {
    case 0: return []
    case 1:
      guard let words = numbers((rows + 63) / 64, of: UInt64.self) else { return nil }
      if rows & 63 != 0, let last = words.last, last >> UInt64(rows & 63) != 0 { return nil }
      return words
    default: return nil
    }
  }

  /// Reads a text.
  mutating func text() -> String? {
    guard let count = number(UInt32.self), let utf8 = numbers(Int(count), of: UInt8.self) else {
      return nil
    }
    return String(validating: utf8, as: UTF8.self)
  }

  /// Reads `count` texts.
  mutating func texts(_ count: Int) -> Arena? {
    guard let lengths = packed(count, as: UInt32.self) else { return nil }
    var ends: [UInt32] = []
    ends.reserveCapacity(count)
    var end = 0
    for length in lengths {
      end += Int(length)
      if end > Sizes.maxTextBytes { return nil }
      ends.append(UInt32(end))
    }
    guard let bytes = numbers(end, of: UInt8.self) else { return nil }
    return Arena(validating: bytes, ends: ends)
  }

  /// Reads the rows of a sparse chunk, which ascend.
  mutating func rows() -> [Int]? {
    guard let count = number(UInt32.self), Int(count) <= Chunk.rows,
      let rows = numbers(Int(count), of: UInt16.self)
    else { return nil }
    for (index, row) in rows.enumerated() {
      if Int(row) >= Chunk.rows || index > 0 && rows[index - 1] >= row { return nil }
    }
    return rows.map(Int.init)
  }
}

extension BlockWriter {
  /// Appends the rows of a sparse chunk.
  mutating func append(rows: [Int]) {
    append(UInt32(rows.count))
    append(rows.map { UInt16($0) })
  }
}

extension Arena {
  /// Creates an arena of texts that are next to each other; nil if one of them is not valid UTF-8.
  ///
  /// - Precondition: The ends ascend, and the last one is the number of bytes.
  /// - Complexity: O(bytes)
  init?(validating bytes: [UInt8], ends: [UInt32]) {
    if bytes.contains(where: { $0 >= 0x80 }) {
      guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
      // Texts of a valid whole are valid if none of them ends within a character.
      for end in ends where Int(end) < bytes.count && bytes[Int(end)] & 0xC0 == 0x80 {
        return nil
      }
    }
    self.init(bytes: bytes, ends: ends)
  }
}
