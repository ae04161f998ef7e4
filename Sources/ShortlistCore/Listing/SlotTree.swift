/// A sequence of slots in an order that the caller defines.
///
/// It finds the slot at a position and the position of a slot, and it changes in place, each in
/// time that hardly grows with the list.
///
/// Blocks hold leaves, and leaves hold slots. Each level stores how many slots precede each of its
/// parts:
///
/// ```
///  starts       0                 50,176             100,352          (a start for each block,
///  blocks       [················][·················]                  and the end)
///                     │
///  block.starts       0     112    224    336                         (a start for each leaf,
///  block.leaves       [····][·····][·····]                             and the end)
///                       │
///  leaf                 17 4 902 33 …                                 (slots in order)
/// ```
///
/// A lookup by position counts the starts that are not beyond it, once per level. A lookup by slot
/// reads the name of its leaf from the index and scans that leaf. Leaves have names because their
/// places change: `leafLocations` maps each name to the leaf's current place.
///
/// An insertion searches the cached keys of the first slots of blocks and leaves, then the keys of
/// a few slots of one leaf. The tree computes the cached keys together with the index, with the
/// order that the caller passes to each change: see `SlotOrder`.
///
/// An insertion splits a full leaf in two. At either end of the list it starts a new leaf instead,
/// so that appending fills leaves completely. A leaf that falls below a quarter of its capacity
/// merges with a neighbour or takes slots from it. Only the first and the last leaf can be smaller.
/// The same rules apply to blocks of leaves.
///
/// Copies share storage. A change to a copy duplicates the leaf and the chunks of the index that it
/// touches and the arrays of blocks, but not the other slots.
struct SlotTree: Sendable {
  /// The location of a leaf.
  struct Home: Hashable, Sendable {
    var block: UInt32
    var leaf: UInt32
  }

  /// The location of a slot, or an insertion point.
  struct Place: Hashable, Sendable {
    var block: Int
    var leaf: Int
    var offset: Int
  }

  /// The exclusive upper bound on the number of slots.
  static let limit = 1 << 31

  /// The maximum number of slots in a leaf.
  let leafCapacity: Int
  /// The maximum number of leaves in a block.
  let blockCapacity: Int
  /// The leaves in order.
  var blocks: [Block] = []
  /// The key of the first slot of each block; undefined while `isIndexed` is false.
  var keys: [UInt128] = []
  /// The number of slots before each block, followed by the total.
  var starts: [UInt32] = [0]
  /// The location of each leaf, by name.
  var leafLocations: [Home] = []
  /// Names available for reuse.
  var freeNames: [UInt32] = []
  /// The index: the name of the leaf of each slot, or `SlotTree.absent`, in chunks.
  ///
  /// A chunk is empty if no slot in it has been in the tree.
  var leafNames: [[UInt32]] = []
  /// Whether `leafNames` and the keys are maintained.
  var isIndexed = false

  /// Creates a tree of `slots`, which are distinct and in order.
  ///
  /// Only tests pass capacities: small ones cause more splits and merges.
  ///
  /// - Complexity: O(n), little more than copying the slots
  init(_ slots: [UInt32] = [], leafCapacity: Int = Sizes.leaf, blockCapacity: Int = Sizes.block) {
    precondition(
      leafCapacity >= 4 && blockCapacity >= 4,
      "leaves of \(leafCapacity) slots in blocks of \(blockCapacity) cannot be split and merged")
    precondition(slots.count < Self.limit, "\(slots.count) slots are too many")
    self.leafCapacity = leafCapacity
    self.blockCapacity = blockCapacity
    // Leaves an eighth free, so that the first insertions do not split anything.
    let leafParts = Self.parts(of: slots.count, most: leafCapacity - leafCapacity / 8)
    let blockParts = Self.parts(of: leafParts.count, most: blockCapacity - blockCapacity / 8)
    leafLocations.reserveCapacity(leafParts.count)
    blocks.reserveCapacity(blockParts.count)
    for (index, leaves) in blockParts.enumerated() {
      var block = Block(capacity: blockCapacity)
      for leaf in leaves {
        leafLocations.append(Home(block: UInt32(index), leaf: UInt32(leaf - leaves.lowerBound)))
        block.append(self.leaf(slots[leafParts[leaf]]), UInt32(leaf))
      }
      blocks.append(block)
      keys.append(0)
      starts.append(UInt32(leafParts[leaves.upperBound - 1].upperBound))
    }
    checkInvariants()
  }

  /// Divides `count` items into as few parts of at most `most` as possible, of nearly equal size.
  private static func parts(of count: Int, most: Int) -> [Range<Int>] {
    let parts = (count + most - 1) / most
    return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
  }

  /// Returns a leaf of `slots`, with room reserved for `leafCapacity`.
  func leaf(_ slots: ArraySlice<UInt32>) -> [UInt32] {
    var leaf: [UInt32] = []
    leaf.reserveCapacity(leafCapacity)
    leaf.append(contentsOf: slots)
    return leaf
  }

  /// The number of slots.
  ///
  /// - Complexity: O(1)
  var count: Int { Int(starts[blocks.count]) }
}
