extension ResultCache {
  /// Adds the memory of the results.
  ///
  /// Results come before the listings that share storage with them.
  func count(in memory: inout MemoryCount) {
    memory.add(log, to: \.results)
    memory.add(searches, to: \.results)
    for kept in searches { memory.add(kept.result.words, to: \.results) }
    memory.add(filtered, to: \.results)
    for kept in filtered { memory.add(kept.result.words, to: \.results) }
    memory.add(extremes, to: \.results)
    for kept in extremes { memory.add(kept.result.chunks, to: \.results) }
    memory.add(orders, to: \.orders)
    for kept in orders { kept.result.count(in: &memory, as: \.orders) }
    for order in deferredOrders.values { order.made?.count(in: &memory, as: \.orders) }
    memory.add(sectionings, to: \.orders)
    for kept in sectionings { kept.result.count(in: &memory) }
    memory.add(ranks, to: \.orders)
    for ranks in ranks.values { memory.add(ranks.of, to: \.orders) }
    memory.add(listings, to: \.orders)
    for kept in listings { kept.listing.count(in: &memory) }
  }
}
