import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Trees of slots: changes")
struct SlotTreeChangingTests {
  private typealias Reading = SlotTreeTests

  @Test("every insertion into and every removal from every small tree")
  func everyChange() {
    for count in 0...70 {
      let slots = LabelledSlots(Reading.slots(count), hidden: 42)
      let tree = SlotTree(slots.slots, leafCapacity: 4, blockCapacity: 4)
      for position in 0...count {
        var changed = tree
        var wanted = slots
        wanted.insert(0, at: position)
        changed.index(slots)
        changed.insert([0], wanted)
        Reading.expect(changed, wanted, "of \(count), inserted at \(position)")
        if position == count { continue }
        changed = tree
        wanted = slots
        changed.remove(wanted.remove(at: position), wanted)
        Reading.expect(changed, wanted, "of \(count), removed at \(position)")
      }
      #expect(tree.slots == slots.slots && !tree.isIndexed)
    }
  }

  @Test(
    "random changes of trees that grow and shrink, whose keys are equal seldom and always",
    arguments: [(4, 4, 0), (5, 6, 44), (16, 8, 63)])
  func randomChanges(leafCapacity: Int, blockCapacity: Int, hidden: Int) {
    for seed in 1...5 {
      var random = SeededRandom(seed: seed)
      var tree = SlotTree(leafCapacity: leafCapacity, blockCapacity: blockCapacity)
      var wanted = LabelledSlots(hidden: hidden)
      var free = Array(0..<UInt32(4_096)).shuffled(using: &random)
      for step in 0..<7_000 {
        // Waves, so that there are times of splits and times of merges.
        let isGrowing = random.chance(step / 1_000 % 2 == 0 ? 0.8 : 0.2)
        let count = wanted.slots.count
        if isGrowing || count == 0 {
          guard let slot = free.popLast() else { break }
          // At the ends more often than elsewhere.
          wanted.insert(slot, at: random.pick([0, count, random.next(below: count + 1)]))
          tree.insert([slot], wanted)
        } else {
          let position = random.pick([0, count - 1, random.next(below: count)])
          let slot = wanted.remove(at: position)
          tree.remove(slot, wanted)
          free.append(slot)
        }
        if step % 50 == 0 {
          Reading.expect(tree, wanted, "seed \(seed) step \(step)")
        } else if step % 10 == 0 {
          tree.checkInvariants()
        }
      }
      while let slot = wanted.slots.randomElement(using: &random) {
        wanted.remove(at: wanted.slots.firstIndex(of: slot) ?? 0)
        tree.remove(slot, wanted)
        if slot % 10 == 0 { tree.checkInvariants(wanted) }
      }
      Reading.expect(tree, wanted, "seed \(seed)")
      wanted.insert(7, at: 0)
      tree.insert([7], wanted)
      Reading.expect(tree, wanted, "seed \(seed)")
    }
  }

  @Test("many slots at once, of which some had another place", arguments: 1...20)
  func batches(seed: Int) {
    var random = SeededRandom(seed: seed)
    let slots = Reading.slots(random.pick([0, 1, 30, 400]), seed: seed)
    var wanted = LabelledSlots(slots, hidden: random.pick([0, 42, 63]))
    var tree = SlotTree(slots, leafCapacity: 8, blockCapacity: 8)
    tree.index(wanted)
    var free = Array(2_000..<UInt32(4_000))
    for step in 0..<60 {
      // All values are new before the first row is taken out.
      var leaving: [UInt32] = []
      var coming: [UInt32] = []
      for _ in 0..<random.next(below: 30) where !wanted.slots.isEmpty {
        let slot = random.pick(wanted.slots)
        if leaving.contains(slot) || coming.contains(slot) { continue }
        leaving.append(slot)
        wanted.remove(at: wanted.slots.firstIndex(of: slot) ?? 0)
        if random.chance(0.3) { continue }
        coming.append(slot)
        wanted.insert(slot, at: random.next(below: wanted.slots.count + 1))
      }
      for _ in 0..<random.next(below: 30) {
        guard let slot = free.popLast() else { break }
        coming.append(slot)
        wanted.insert(slot, at: random.next(below: min(wanted.slots.count, 5) + 1))
      }
      for slot in leaving.shuffled(using: &random) { tree.remove(slot, wanted) }
      tree.insert(coming.shuffled(using: &random), wanted)
      Reading.expect(tree, wanted, "seed \(seed) step \(step)")
    }
  }

  @Test("changes of a tree of full size, with moves of a slot to elsewhere")
  func fullSize() {
    var random = SeededRandom(seed: 5)
    var wanted = LabelledSlots(Reading.slots(120_000))
    var tree = SlotTree(wanted.slots)
    for _ in 0..<2_000 {
      let slot = wanted.remove(at: random.next(below: wanted.slots.count))
      tree.remove(slot, wanted)
      wanted.insert(slot, at: random.next(below: 2_000))
      tree.insert([slot], wanted)
    }
    Reading.expect(tree, wanted, "moved")
    // All but every hundredth go, so that leaves and blocks merge.
    for slot in wanted.slots.enumerated().filter({ $0.offset % 100 != 0 }).map(\.element) {
      tree.remove(slot, wanted)
    }
    wanted.removeAll { $0 % 100 != 0 }
    Reading.expect(tree, wanted, "thinned")
    #expect(tree.blocks.count == 1 && tree.blocks[0].leaves.count <= 40)
  }

  @Test(
    "slots that all come at one end leave full leaves in full blocks", arguments: [false, true])
  func log(atEnd: Bool) {
    var tree = SlotTree(leafCapacity: 8, blockCapacity: 4)
    var wanted = LabelledSlots()
    for slot in 0..<UInt32(1_000) {
      wanted.insert(slot, at: atEnd ? wanted.slots.count : 0)
      tree.insert([slot], wanted)
    }
    Reading.expect(tree, wanted, "a log")
    let leaves = tree.blocks.flatMap(\.leaves)
    #expect(leaves.count == 125)
    #expect(tree.blocks.count == 32)
  }

  @Test("a log that is cut at its start as it grows stays small")
  func ring() {
    var tree = SlotTree(leafCapacity: 8, blockCapacity: 4)
    var wanted = LabelledSlots()
    for slot in 0..<UInt32(5_000) {
      wanted.insert(slot % 200, at: wanted.slots.count)
      tree.insert([slot % 200], wanted)
      if tree.count == 100 { tree.remove(wanted.remove(at: 0), wanted) }
      if slot % 10 == 0 { tree.checkInvariants(wanted) }
    }
    #expect(tree.slots == (4_901..<5_000).map { UInt32($0 % 200) })
    #expect(tree.leafLocations.count <= 20)
  }

  @Test("slots beyond all that were seen")
  func growingIndex() {
    var wanted = LabelledSlots([5])
    var tree = SlotTree(wanted.slots)
    for slot: UInt32 in [4_095, 4_096, 1_000_000, 20_000] {
      wanted.insert(slot, at: wanted.slots.count)
      tree.insert([slot], wanted)
    }
    Reading.expect(tree, wanted, "far apart")
  }

  @Test("a copy is not changed with the tree, nor the tree with the copy")
  func copies() {
    var random = SeededRandom(seed: 8)
    var wanted = LabelledSlots(Reading.slots(300))
    let before = wanted
    var tree = SlotTree(before.slots, leafCapacity: 8, blockCapacity: 4)
    tree.index(before)
    let first = tree
    var copies: [(SlotTree, LabelledSlots)] = []
    for step in 0..<200 {
      let slot = wanted.remove(at: random.next(below: wanted.slots.count))
      tree.remove(slot, wanted)
      if step % 2 == 0 {
        wanted.insert(slot, at: random.next(below: wanted.slots.count))
        tree.insert([slot], wanted)
      }
      copies.append((tree, wanted))
    }
    for (copy, wanted) in copies { Reading.expect(copy, wanted, "copy") }
    var second = first
    for slot in before.slots { second.remove(slot, before) }
    Reading.expect(first, before, "the first")
    Reading.expect(second, [], "the second")
  }

  @Test("what cannot be done stops the program")
  func preconditions() async {
    await #expect(processExitsWith: .failure) {
      let slots = LabelledSlots([1, 2, 3])
      var tree = SlotTree(slots.slots)
      tree.insert([2], slots)
    }
    await #expect(processExitsWith: .failure) {
      let slots = LabelledSlots([1, 2, 3])
      var tree = SlotTree(slots.slots)
      tree.remove(4, slots)
    }
    await #expect(processExitsWith: .failure) { _ = SlotTree([1, 2, 3])[3] }
    await #expect(processExitsWith: .failure) { _ = SlotTree([1, 2, 3]).position(of: 1) }
  }
}
