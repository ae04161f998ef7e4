import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Trees of slots: changes")
struct SlotTreeChangingTests {
  private typealias Reading = SlotTreeTests

  @Test("every insertion into and every removal from every small tree")
  func everyChange() {
    for count in 0...70 {
      let slots = Reading.slots(count)
      let tree = SlotTree(slots, leafCapacity: 4, blockCapacity: 4)
      for position in 0...count {
        var changed = tree
        changed.insert(0, at: position)
        var wanted = slots
        wanted.insert(0, at: position)
        Reading.expect(changed, wanted, "of \(count), inserted at \(position)")
        if position == count { continue }
        changed = tree
        changed.remove(slots[position])
        wanted = slots
        wanted.remove(at: position)
        Reading.expect(changed, wanted, "of \(count), removed at \(position)")
      }
      #expect(tree.slots == slots && !tree.isIndexed)
    }
  }

  @Test("random changes of trees that grow and shrink", arguments: [(4, 4), (5, 6), (16, 8)])
  func randomChanges(leafCapacity: Int, blockCapacity: Int) {
    for seed in 1...5 {
      var random = SeededRandom(seed: seed)
      var tree = SlotTree(leafCapacity: leafCapacity, blockCapacity: blockCapacity)
      var wanted: [UInt32] = []
      var free = Array(0..<UInt32(4_096)).shuffled(using: &random)
      for step in 0..<7_000 {
        // Waves, so that there are times of splits and times of merges.
        let isGrowing = random.chance(step / 1_000 % 2 == 0 ? 0.8 : 0.2)
        if isGrowing || wanted.isEmpty {
          guard let slot = free.popLast() else { break }
          // At the ends more often than elsewhere.
          let position = random.pick([0, wanted.count, random.next(below: wanted.count + 1)])
          tree.insert(slot, at: position)
          wanted.insert(slot, at: position)
        } else {
          let position = random.pick([0, wanted.count - 1, random.next(below: wanted.count)])
          tree.remove(wanted[position])
          free.append(wanted.remove(at: position))
        }
        if step % 50 == 0 {
          Reading.expect(tree, wanted, "seed \(seed) step \(step)")
        } else if step % 10 == 0 {
          tree.checkInvariants()
        }
      }
      for slot in wanted.shuffled(using: &random) {
        tree.remove(slot)
        if slot % 10 == 0 { tree.checkInvariants() }
      }
      Reading.expect(tree, [], "seed \(seed)")
      tree.insert(7, at: 0)
      Reading.expect(tree, [7], "seed \(seed)")
    }
  }

  @Test("slots find their place by comparison, among those that are equal to them as the last")
  func insertionInOrder() {
    var random = SeededRandom(seed: 3)
    let key = (0..<5_000).map { _ in random.next(below: 500) }
    var tree = SlotTree(leafCapacity: 16, blockCapacity: 8)
    var wanted: [UInt32] = []
    for slot in (0..<UInt32(5_000)).shuffled(using: &random) {
      tree.insert(slot) { key[Int($0)] <= key[Int(slot)] }
      wanted.append(slot)
    }
    // `sorted` keeps the order of equal ones by the time at which they came.
    let came = Dictionary(uniqueKeysWithValues: wanted.enumerated().map { ($1, $0) })
    wanted.sort { (key[Int($0)], came[$0] ?? 0) < (key[Int($1)], came[$1] ?? 0) }
    Reading.expect(tree, wanted, "5,000 slots")
  }

  @Test("changes of a tree of full size, with moves of a slot to elsewhere")
  func fullSize() {
    var random = SeededRandom(seed: 5)
    var wanted = Reading.slots(120_000)
    var tree = SlotTree(wanted)
    for _ in 0..<2_000 {
      let from = random.next(below: wanted.count)
      let slot = wanted.remove(at: from)
      tree.remove(slot)
      let to = random.next(below: 2_000)
      wanted.insert(slot, at: to)
      tree.insert(slot, at: to)
    }
    Reading.expect(tree, wanted, "moved")
    // All but every hundredth go, so that leaves and blocks merge.
    for slot in wanted.enumerated().filter({ $0.offset % 100 != 0 }).map(\.element) {
      tree.remove(slot)
    }
    wanted = wanted.enumerated().filter { $0.offset % 100 == 0 }.map(\.element)
    Reading.expect(tree, wanted, "thinned")
    #expect(tree.blocks.count == 1 && tree.blocks[0].leaves.count <= 10)
  }

  @Test(
    "slots that all come at one end leave full leaves in full blocks", arguments: [false, true])
  func log(atEnd: Bool) {
    var tree = SlotTree(leafCapacity: 8, blockCapacity: 4)
    for slot in 0..<UInt32(1_000) { tree.insert(slot, at: atEnd ? tree.count : 0) }
    let slots = Array(0..<UInt32(1_000))
    Reading.expect(tree, atEnd ? slots : slots.reversed(), "a log")
    let leaves = tree.blocks.flatMap(\.leaves)
    #expect(leaves.count == 125)
    #expect(tree.blocks.count == 32)
  }

  @Test("a log that is cut at its start as it grows stays small")
  func ring() {
    var tree = SlotTree(leafCapacity: 8, blockCapacity: 4)
    for slot in 0..<UInt32(5_000) {
      tree.insert(slot % 200, at: tree.count)
      if tree.count == 100 { tree.remove(tree[0]) }
      if slot % 10 == 0 { tree.checkInvariants() }
    }
    #expect(tree.slots == (4_901..<5_000).map { UInt32($0 % 200) })
    #expect(tree.homes.count <= 20)
  }

  @Test("slots beyond all that were seen")
  func growingIndex() {
    var tree = SlotTree([5])
    tree.index()
    for slot: UInt32 in [4_095, 4_096, 1_000_000, 20_000] { tree.insert(slot, at: tree.count) }
    Reading.expect(tree, [5, 4_095, 4_096, 1_000_000, 20_000], "far apart")
  }

  @Test("a copy is not changed with the tree, nor the tree with the copy")
  func copies() {
    var random = SeededRandom(seed: 8)
    let slots = Reading.slots(300)
    var tree = SlotTree(slots, leafCapacity: 8, blockCapacity: 4)
    tree.index()
    let first = tree
    var copies: [(SlotTree, [UInt32])] = []
    for step in 0..<200 {
      let slot = random.pick(tree.slots)
      tree.remove(slot)
      if step % 2 == 0 { tree.insert(slot, at: random.next(below: tree.count)) }
      copies.append((tree, tree.slots))
    }
    for (copy, slots) in copies { Reading.expect(copy, slots, "copy") }
    var second = first
    for slot in slots { second.remove(slot) }
    Reading.expect(first, slots, "the first")
    Reading.expect(second, [], "the second")
  }

  @Test("what cannot be done stops the program")
  func preconditions() async {
    await #expect(processExitsWith: .failure) {
      var tree = SlotTree([1, 2, 3])
      tree.insert(2, at: 0)
    }
    await #expect(processExitsWith: .failure) {
      var tree = SlotTree([1, 2, 3])
      tree.remove(4)
    }
    await #expect(processExitsWith: .failure) { _ = SlotTree([1, 2, 3])[3] }
    await #expect(processExitsWith: .failure) { _ = SlotTree([1, 2, 3]).position(of: 1) }
  }
}
