extension Selection {
  /// Adds the memory of the selected rows, their order and the history.
  func count(in memory: inout MemoryCount) {
    memory.add(members.words, to: \.selection)
    if let counts = tally.counts { memory.add(counts, to: \.selection) }
    picks.count(in: &memory)
    names.count(in: &memory)
    for steps in [undoSteps, redoSteps] where memory.add(steps, to: \.selection) {
      for step in steps {
        step.added.count(in: &memory)
        step.removed.count(in: &memory)
      }
    }
  }
}

extension PickOrder {
  fileprivate func count(in memory: inout MemoryCount) {
    memory.add(singles, to: \.selection)
    if memory.add(runs, to: \.selection) {
      for part in runs { part.count(in: &memory) }
    }
  }
}

extension PickOrder.Part {
  fileprivate func count(in memory: inout MemoryCount) {
    memory.add(rows.words, to: \.selection)
    memory.add(positions, to: \.selection)
    switch run.order {
    case .listed(let tree): tree.count(in: &memory, as: \.selection)
    case .slots(let slots): memory.add(slots, to: \.selection)
    case .source: break
    }
  }
}

extension PickOrder.Picks {
  fileprivate func count(in memory: inout MemoryCount) {
    switch self {
    case .few(let picks): memory.add(picks, to: \.selection)
    case .many(let singles, let parts):
      memory.add(singles, to: \.selection)
      if memory.add(parts, to: \.selection) {
        for part in parts { part.count(in: &memory) }
      }
    }
  }
}

extension SlotAliases {
  fileprivate func count(in memory: inout MemoryCount) {
    memory.add(moved, to: \.selection)
    if memory.add(former, to: \.selection) {
      for slots in former.values { memory.add(slots, to: \.selection) }
    }
    memory.add(gone, to: \.selection)
  }
}
