/// The edit distance between a typed word and other words, which are given letter by letter.
///
/// The distance is the number of typos: letters that are missing, too many, wrong, or swapped with
/// the next one. It is known after each letter, as if the word ended there. Letters are removed
/// again for the next word with the same beginning.
struct EditDistance {
  private let typed: [UInt32]
  /// The maximum number of typos that are counted.
  private let most: Int
  private let width: Int
  /// The letters added so far.
  private var word: [UInt32] = []
  /// For each number of added letters, the typos between them and the typed letters up to `most`
  /// fewer to `most` more.
  private var cells: [UInt8] = []

  /// Creates the distance to an empty word.
  init(_ typed: [UInt32], most: Int) {
    self.typed = typed
    self.most = most
    width = 2 * most + 1
    for cell in 0..<width {
      let letters = cell - most
      cells.append((0...typed.count).contains(letters) ? UInt8(letters) : over)
    }
  }

  /// More typos than are counted.
  private var over: UInt8 { UInt8(most + 1) }

  /// The number of letters added.
  var count: Int { word.count }

  /// The number of typos if the word ends here; more than the maximum if there are too many.
  var whole: Int {
    let cell = typed.count - word.count + most
    return (0..<width).contains(cell) ? Int(cells[word.count * width + cell]) : Int(over)
  }

  /// The number of typos if the typed word is a beginning of the word that ends here; more than the
  /// maximum if there are too many.
  ///
  /// The last typed letter must be right: the last one here, or swapped with it.
  var beginning: Int {
    guard let last = word.last else { return Int(over) }
    let isLast = last == typed[typed.count - 1]
    let isSwapped =
      word.count > 1 && typed.count > 1 && word[word.count - 2] == typed[typed.count - 1]
      && last == typed[typed.count - 2]
    return isLast || isSwapped ? whole : Int(over)
  }

  /// Adds a letter.
  ///
  /// - Returns: Whether more letters may lead to at most the maximum number of typos.
  mutating func add(_ letter: UInt32) -> Bool {
    let before = (cells.count - width)..<cells.count
    word.append(letter)
    let length = word.count
    var least = over
    for cell in 0..<width {
      let letters = length - most + cell
      var typos = over
      if letters >= 0 && letters <= typed.count {
        if cell + 1 < width { typos = cells[before.lowerBound + cell + 1] + 1 }
        if cell > 0 { typos = min(typos, cells[before.upperBound + cell - 1] + 1) }
        if letters > 0 {
          let isSame = typed[letters - 1] == letter
          typos = min(typos, cells[before.lowerBound + cell] + (isSame ? 0 : 1))
          if letters > 1, length > 1, typed[letters - 2] == letter,
            typed[letters - 1] == word[length - 2]
          {
            typos = min(typos, cells[before.lowerBound - width + cell] + 1)
          }
        }
        typos = min(typos, over)
      }
      cells.append(typos)
      least = min(least, typos)
    }
    return least < over
  }

  /// Returns the number of typos between two words; nil if there are more than `most`.
  static func between(_ typed: [UInt32], _ word: [UInt32], most: Int) -> Int? {
    if abs(typed.count - word.count) > most { return nil }
    var distance = Self(typed, most: most)
    guard word.allSatisfy({ distance.add($0) }), distance.whole <= most else { return nil }
    return distance.whole
  }

  /// Removes all letters after the first `count`.
  mutating func keep(_ count: Int) {
    word.removeLast(word.count - count)
    cells.removeLast(cells.count - (count + 1) * width)
  }
}
