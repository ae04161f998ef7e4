import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Trees of slots: reading")
struct SlotTreeTests {
  /// Slots in an order that has nothing to do with their numbers.
  static func slots(_ count: Int, seed: Int = 1) -> [UInt32] {
    var random = SeededRandom(seed: seed)
    return (0..<UInt32(count)).map { $0 * 3 + 1 }.shuffled(using: &random)
  }

  /// Checks that a tree has these slots, by all that can be asked of it.
  static func expect(
    _ tree: SlotTree, _ slots: [UInt32], _ comment: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(tree, LabelledSlots(slots), comment(), sourceLocation: sourceLocation)
  }

  /// Checks that a tree has these slots, by all that can be asked of it.
  static func expect(
    _ tree: SlotTree, _ order: LabelledSlots, _ comment: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    tree.checkInvariants(order)
    let slots = order.slots
    var tree = tree
    tree.index(order)
    tree.checkInvariants(order)
    let wrong = [
      tree.count == slots.count ? nil : "count",
      tree.slots == slots ? nil : "slots",
      slots.indices.map { tree[$0] } == slots ? nil : "select",
      slots.map { tree.position(of: $0) } == Array(slots.indices) ? nil : "rank",
      slots.allSatisfy(tree.contains) ? nil : "contains",
    ].compactMap(\.self)
    #expect(wrong.isEmpty, "\(wrong) \(comment())", sourceLocation: sourceLocation)
  }

  @Test("trees of every small size", arguments: [(4, 4), (5, 7), (8, 4), (16, 32)])
  func everySize(leafCapacity: Int, blockCapacity: Int) {
    for count in 0...200 {
      let slots = Self.slots(count)
      let tree = SlotTree(slots, leafCapacity: leafCapacity, blockCapacity: blockCapacity)
      Self.expect(tree, slots, "of \(count)")
    }
  }

  @Test("trees around the sizes at which there is another leaf or block")
  func borders() {
    for count in [1, 111, 112, 113, 50_175, 50_176, 50_177, 150_000] {
      let slots = Self.slots(count)
      Self.expect(SlotTree(slots), slots, "of \(count)")
    }
  }

  @Test("what is not in a tree has no position")
  func absent() {
    let slots = LabelledSlots(Self.slots(100))
    var tree = SlotTree(slots.slots, leafCapacity: 8, blockCapacity: 4)
    tree.index(slots)
    for slot: UInt32 in [0, 2, 3, 299, 300, 4_095, 4_096, 1_000_000, .max] {
      #expect(tree.position(of: slot) == nil)
      #expect(!tree.contains(slot))
    }
    var empty = SlotTree()
    empty.index(LabelledSlots())
    #expect(empty.position(of: 0) == nil)
  }

  @Test("every range of positions")
  func ranges() {
    let slots = Self.slots(70)
    let tree = SlotTree(slots, leafCapacity: 4, blockCapacity: 4)
    for start in 0...70 {
      for end in start...70 {
        var found: [UInt32] = []
        tree.forEach(start..<end) { found.append($0) }
        #expect(found == Array(slots[start..<end]), "\(start)..<\(end)")
      }
    }
    SlotTree().forEach(0..<0) { _ in Issue.record("an empty tree has a slot") }
  }

  @Test("every point at which a tree can be parted, with few questions")
  func partitionPoints() {
    for count in 0...70 {
      let tree = SlotTree(
        Array(0..<UInt32(count)), leafCapacity: 4, blockCapacity: 4)
      for point in 0...count {
        var questions = 0
        let found = tree.partitionPoint {
          questions += 1
          return $0 < point
        }
        #expect(found == point, "of \(count)")
        #expect(questions <= 10, "of \(count)")
      }
    }
    var questions = 0
    var large = SlotTree(Array(0..<100_000))
    func find(_ point: UInt32, hidden: Int) -> Int {
      questions = 0
      return large.partitionPoint(UInt128(point >> UInt32(hidden)) << 64) {
        questions += 1
        return $0 < point
      }
    }
    #expect(find(12_345, hidden: 0) == 12_345)
    #expect(questions <= 19)
    // Where keys differ, only the slots of one leaf are looked at.
    let numbers = SectionOrder(labels: Array(0..<100_000))
    large.index(numbers)
    large.checkInvariants(numbers)
    #expect(find(12_345, hidden: 0) == 12_345)
    #expect(questions <= 8)
  }

  @Test("every point at which a tree can be parted, where keys are equal", arguments: 0...8)
  func partitionPointsWithKeys(hidden: Int) {
    for count in 0...70 {
      let slots = LabelledSlots(Array(0..<UInt32(count)), hidden: 40 + hidden)
      var tree = SlotTree(slots.slots, leafCapacity: 4, blockCapacity: 4)
      tree.index(slots)
      for point in 0..<UInt32(count) {
        let found = tree.partitionPoint(slots.key(of: point)) { $0 < point }
        #expect(found == Int(point), "of \(count)")
        #expect(tree.partitionPoint { $0 < point } == Int(point), "of \(count), without its key")
      }
    }
  }

  @Test("the members of sets, few and many, of all trees", arguments: 1...20)
  func members(seed: Int) {
    var random = SeededRandom(seed: seed)
    let slots = Self.slots(20_000, seed: seed)
    var tree = SlotTree(slots, leafCapacity: 16, blockCapacity: 8)
    for universe in [60_000, 30_001, 1] {
      for share in [0, 0.0003, 0.001, 0.01, 0.5, 1] {
        var set = RowSet(universe: universe)
        for slot in 0..<UInt32(universe) where random.chance(share) { set[slot] = true }
        let wanted = slots.filter { $0 < universe && set[$0] }
        #expect(tree.members(of: set) == wanted, "seed \(seed) share \(share) of \(universe)")
      }
      tree.index(LabelledSlots(slots))
    }
  }

  @Test("renumbering keeps the order, and forgets the index", arguments: [false, true])
  func renumbering(isIndexed: Bool) {
    let slots = Self.slots(500)
    var tree = SlotTree(slots, leafCapacity: 8, blockCapacity: 8)
    if isIndexed { tree.index(LabelledSlots(slots)) }
    tree.renumber { ($0 - 1) / 3 }
    #expect(!tree.isIndexed)
    let renumbered = slots.map { ($0 - 1) / 3 }
    Self.expect(tree, renumbered, "renumbered")
    tree.index(LabelledSlots(renumbered))
    #expect(tree.position(of: 1_000) == nil)
  }

  @Test("a large tree takes less than ten bytes a row")
  func bytes() {
    func bytes(_ tree: SlotTree) -> Int {
      var memory = MemoryCount()
      tree.count(in: &memory, as: \.orders)
      return memory.use.orders
    }
    var tree = SlotTree(Array(0..<200_000))
    let unindexed = bytes(tree)
    #expect((800_000..<1_100_000).contains(unindexed))
    tree.index(SectionOrder(labels: Array(0..<200_000)))
    #expect((unindexed + 800_000..<2_000_000).contains(bytes(tree)))
  }
}
