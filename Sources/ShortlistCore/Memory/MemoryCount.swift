/// A counter of the memory of buffers by part, each buffer once.
///
/// A buffer is identified by its address, so every counted buffer must stay alive until counting
/// ends.
struct MemoryCount {
  /// A part of a list.
  typealias Part = WritableKeyPath<MemoryUse, Int>

  /// The memory counted so far.
  private(set) var use = MemoryUse()
  /// The addresses of the counted buffers.
  private var counted: Set<UInt> = []

  /// The size of the standard library's array header in bytes.
  private static let arrayHeader = 32
  /// The size of the standard library's dictionary header in bytes.
  private static let dictionaryHeader = 64

  /// Counts the buffer of an array.
  ///
  /// - Returns: Whether the buffer was not counted before; if so, count what its elements refer to.
  @discardableResult
  mutating func add<Element>(_ array: [Element], to part: Part) -> Bool {
    if array.capacity == 0 { return false }
    let address = unsafe array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    if !counted.insert(address).inserted { return false }
    use[keyPath: part] += Self.arrayHeader + array.capacity * MemoryLayout<Element>.stride
    return true
  }

  /// Counts the buffers of an array of arrays.
  mutating func addAll<Element>(_ arrays: [[Element]], to part: Part) {
    if !add(arrays, to: part) { return }
    for array in arrays { add(array, to: part) }
  }

  /// Counts the buffer of a dictionary.
  ///
  /// - Returns: Whether the buffer was not counted before; if so, count what its elements refer to.
  @discardableResult
  mutating func add<Key, Value>(_ dictionary: [Key: Value], to part: Part) -> Bool {
    if dictionary.capacity == 0 { return false }
    // A dictionary consists of a single reference to its buffer.
    let address = unsafe unsafeBitCast(dictionary, to: UInt.self)
    if !counted.insert(address).inserted { return false }
    // The number of buckets is a power of two, with a load factor of at most 3/4; a bitmap has one
    // bit per bucket.
    var places = 1
    while places * 3 / 4 < dictionary.capacity { places *= 2 }
    use[keyPath: part] +=
      Self.dictionaryHeader + (places + 63) / 64 * 8
      + places * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
    return true
  }
}
