/// Slots in an order that somebody else defines: the row at a position, the position of a row, and
/// changes in place, each in time that hardly grows with the list.
///
/// The slots lie in leaves, the leaves in blocks, and each level knows how many slots come before
/// each of its parts:
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
/// A position is found by counting the starts that are not beyond it, twice. A slot is found by the
/// name of its leaf, which the index keeps for every slot, and by looking through that leaf. Leaves
/// have names because their places change: `leafLocations` has the place of each name.
///
/// The place of a new slot is found by the keys of the first slots of blocks and leaves, which lie
/// beside the starts, and then by the keys of a few slots of one leaf. They are made with the index,
/// by the order that is given with each change: see `SlotOrder`.
///
/// A full leaf is split in two, or, at either end of the list, followed by a leaf of one slot, so
/// that a log fills its leaves. One that falls under a quarter is merged with a neighbour, or takes
/// from it. Only the first and the last leaf can be smaller than that. Blocks of leaves do the same.
///
/// Copies share all that they have in common: a change of one copies the leaf and the parts of the
/// index that it touches, and the lists of the blocks, but not the slots.
struct SlotTree: Sendable {
  /// Where a leaf is.
  struct Home: Hashable, Sendable {
    var block: UInt32
    var leaf: UInt32
  }

  /// Where a slot is, or could be put.
  struct Place: Hashable, Sendable {
    var block: Int
    var leaf: Int
    var offset: Int
  }

  /// Trees have fewer slots than this.
  static let limit = 1 << 31

  /// The most slots of a leaf.
  let leafCapacity: Int
  /// The most leaves of a block.
  let blockCapacity: Int
  /// The leaves in order.
  var blocks: [Block] = []
  /// The key of the first slot of each block; anything while the tree is not indexed.
  var keys: [UInt128] = []
  /// The number of slots before each block, and at the end that of all.
  var starts: [UInt32] = [0]
  /// The home of each leaf by its name.
  var leafLocations: [Home] = []
  /// Names that no leaf has any more.
  var freeNames: [UInt32] = []
  /// The name of the leaf of each slot, `SlotTree.absent` if it is in none; a chunk is empty where no
  /// slot of it has been in the tree.
  var leafNames: [[UInt32]] = []
  /// Whether `leafNames` is kept.
  var isIndexed = false

  /// A tree of `slots`, which are in order and all different.
  ///
  /// The capacities are for tests, which see more splits and merges with smaller ones.
  ///
  /// - Complexity: O(n), little more than copying the slots
  init(_ slots: [UInt32] = [], leafCapacity: Int = Sizes.leaf, blockCapacity: Int = Sizes.block) {
    precondition(
      leafCapacity >= 4 && blockCapacity >= 4,
      "leaves of \(leafCapacity) slots in blocks of \(blockCapacity) cannot be split and merged")
    precondition(slots.count < Self.limit, "\(slots.count) slots are too many")
    self.leafCapacity = leafCapacity
    self.blockCapacity = blockCapacity
    // An eighth is left free, so that the first insertions split nothing.
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

  /// Cuts `count` things into as few parts of at most `most` as can be, all about as big.
  private static func parts(of count: Int, most: Int) -> [Range<Int>] {
    let parts = (count + most - 1) / most
    return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
  }

  /// A leaf with room for as many slots as it may have.
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
