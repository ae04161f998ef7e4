import ShortlistCore

/// Walks the table b-tree that holds the rows of a table, as described in SQLite's file format.
///
/// The walk fails at a page that it does not understand.
struct TableTree {
  private let image: FileImage
  private(set) var leaves: [TablePages.Leaf] = []
  private(set) var rowCount = 0
  /// The number of pages left to visit.
  ///
  /// A well-formed file has no page twice in the tree, so the limit stops cycles.
  private var pagesLeft: Int

  /// The maximum depth of a tree; SQLite has no deeper ones.
  private static let maxLevels = 20

  init(_ image: FileImage) {
    self.image = image
    pagesLeft = image.pageCount
  }

  /// Collects all leaves below a page, in order; returns false if the page is not part of a table
  /// b-tree.
  mutating func visit(_ number: Int, level: Int = 0) -> Bool {
    pagesLeft -= 1
    guard pagesLeft >= 0, level < Self.maxLevels, let page = image.withPage(number, read) else {
      return false
    }
    switch page {
    case .other: return false
    case .inner(let children): return children.allSatisfy { visit($0, level: level + 1) }
    case .leaf(let numbers, let count, var hash, let overflowing):
      for first in overflowing where !mix(first, into: &hash) { return false }
      if let numbers { leaves.append(.init(numbers: numbers, hash: hash)) }
      rowCount += count
      return true
    }
  }

  /// A decoded page.
  private enum Page {
    /// An interior page, with the numbers of its children.
    case inner([Int])
    /// A leaf, with the range of its rowids, the number of rows, a hash of the page, and the first
    /// overflow pages of its rows.
    case leaf(ClosedRange<Int>?, Int, UInt64, [Int])
    case other
  }

  private func read(_ page: Span<UInt8>) -> Page {
    switch page.number(1, at: 0) {
    case 0x05: return readInner(page)
    case 0x0d: return readLeaf(page)
    default: return .other
    }
  }

  private func readInner(_ page: Span<UInt8>) -> Page {
    guard let count = page.number(2, at: 3), let last = page.number(4, at: 8) else {
      return .other
    }
    var children: [Int] = []
    for cell in 0..<count {
      guard let start = page.number(2, at: 12 + 2 * cell), let child = page.number(4, at: start)
      else { return .other }
      children.append(child)
    }
    return .inner(children + [last])
  }

  private func readLeaf(_ page: Span<UInt8>) -> Page {
    guard let count = page.number(2, at: 3) else { return .other }
    var numbers: (first: Int, last: Int)?
    var overflowing: [Int] = []
    for cell in 0..<count {
      guard var place = page.number(2, at: 8 + 2 * cell), let size = page.variable(at: &place)
      else { return .other }
      let isLarge = size > page.count - 35
      if cell > 0 && cell < count - 1 && !isLarge { continue }
      guard let number = page.variable(at: &place) else { return .other }
      numbers = (numbers?.first ?? number, number)
      if isLarge {
        guard let next = page.number(4, at: place + Self.bytesHere(of: size, page.count)) else {
          return .other
        }
        overflowing.append(next)
      }
    }
    let hash = Bytes.hash(page)
    guard let numbers else { return .leaf(nil, count, hash, []) }
    return numbers.first <= numbers.last
      ? .leaf(numbers.first...numbers.last, count, hash, overflowing) : .other
  }

  /// Returns how many bytes of an overflowing row are on the leaf itself.
  private static func bytesHere(of size: Int, _ usable: Int) -> Int {
    let least = (usable - 12) * 32 / 255 - 23
    let wanted = least + (size - least) % (usable - 4)
    return wanted <= usable - 35 ? wanted : least
  }

  /// Mixes a chain of overflow pages into a hash; returns false if the chain is broken.
  private mutating func mix(_ first: Int, into hash: inout UInt64) -> Bool {
    var next = first
    while next != 0 {
      pagesLeft -= 1
      guard pagesLeft >= 0,
        let (page, following) = image.withPage(next, { (Bytes.hash($0), $0.number(4, at: 0)) }),
        let following
      else { return false }
      hash = (hash ^ page) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 32
      next = following
    }
    return true
  }
}

extension Span<UInt8> {
  /// Returns the big-endian integer of `size` bytes; nil if it does not fit in the span.
  fileprivate func number(_ size: Int, at place: Int) -> Int? {
    guard place >= 0, place + size <= count else { return nil }
    return (0..<size).reduce(0) { $0 << 8 | Int(self[place + $1]) }
  }

  /// Returns the varint at an offset: seven bits from each byte, eight from a ninth.
  ///
  /// Advances the offset past it.
  fileprivate func variable(at place: inout Int) -> Int? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard place < count else { return nil }
      let byte = UInt64(self[place])
      place += 1
      if index == 8 { return Int(bitPattern: UInt(value << 8 | byte)) }
      value = value << 7 | byte & 0x7f
      if byte < 0x80 { return Int(bitPattern: UInt(value)) }
    }
    return nil
  }
}
