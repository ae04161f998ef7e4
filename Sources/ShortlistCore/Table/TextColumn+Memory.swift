extension TextColumn {
  /// Counts the memory of the texts, their codes, and their indexes of letters and words.
  func count(in memory: inout MemoryCount) {
    columnPool.kept?.count(in: &memory)
    pieces.count(in: &memory, to: \.texts) { $0.count(in: &$1) }
  }
}

extension TextPiece {
  fileprivate func count(in memory: inout MemoryCount) {
    memory.add(codes, to: \.codes)
    memory.add(few, to: \.codes)
    rows.count(in: &memory)
    // Nonempty only while rows are being read.
    memory.add(integers, to: \.texts)
    memory.add(numbers, to: \.texts)
  }
}

extension TextRows {
  fileprivate func count(in memory: inout MemoryCount) {
    block.count(in: &memory)
    memory.add(nulls, to: \.texts)
    memory.add(replaced, to: \.texts)
    memory.add(isReplaced, to: \.texts)
    replacements.count(in: &memory)
    indexes.count(in: &memory)
  }
}

extension TextPool {
  /// Counts the memory of the texts, their hash table, and their indexes of letters and words.
  func count(in memory: inout MemoryCount) {
    block.count(in: &memory)
    memory.add(places, to: \.codes)
    indexes.count(in: &memory)
  }
}

extension TextBlock {
  fileprivate func count(in memory: inout MemoryCount) {
    shown.count(in: &memory, as: \.texts)
    folded.count(in: &memory, as: \.foldedTexts)
  }
}

extension Arena {
  fileprivate func count(in memory: inout MemoryCount, as part: MemoryCount.Part) {
    memory.add(bytes, to: part)
    memory.add(ends, to: part)
  }
}

extension LazyTextIndexes {
  fileprivate func count(in memory: inout MemoryCount) {
    if let letters = knownLetters {
      memory.add(letters.tails, to: \.letters)
      memory.add(letters.starts, to: \.letters)
      memory.add(letters.firsts, to: \.letters)
      memory.add(letters.heads, to: \.letters)
      memory.add(letters.headBytes, to: \.letters)
    }
    if let pairs = knownPairs { memory.add(pairs.bits, to: \.letters) }
    for index in knownWords.values {
      index.words.count(in: &memory, as: \.letters)
      memory.add(index.shared, to: \.letters)
      memory.add(index.runs, to: \.letters)
      memory.add(index.runEnds, to: \.letters)
    }
  }
}
