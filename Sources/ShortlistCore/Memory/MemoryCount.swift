/// Adds up the memory of buffers by part, each buffer once.
///
/// A buffer is known by its address, so all that is counted must be there until the end.
struct MemoryCount {
  /// A part of a list.
  typealias Part = WritableKeyPath<MemoryUse, Int>

  /// What was counted so far.
  private(set) var use = MemoryUse()
  /// Where the buffers are that were counted.
  private var counted: Set<UInt> = []

  /// What the standard library keeps before the elements of an array.
  private static let arrayHeader = 32
  /// What it keeps before the elements of a dictionary.
  private static let dictionaryHeader = 64

  /// Counts the buffer of an array.
  ///
  /// - Returns: Whether it was not counted before; then what its elements refer to is to be counted.
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
  /// - Returns: Whether it was not counted before; then what its values refer to is to be counted.
  @discardableResult
  mutating func add<Key, Value>(_ dictionary: [Key: Value], to part: Part) -> Bool {
    if dictionary.capacity == 0 { return false }
    // A dictionary is a reference to its buffer, and nothing else.
    let address = unsafe unsafeBitCast(dictionary, to: UInt.self)
    if !counted.insert(address).inserted { return false }
    // The places are a power of two, three quarters of which can be filled; each has a bit, too.
    var places = 1
    while places * 3 / 4 < dictionary.capacity { places *= 2 }
    use[keyPath: part] +=
      Self.dictionaryHeader + (places + 63) / 64 * 8
      + places * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
    return true
  }
}
