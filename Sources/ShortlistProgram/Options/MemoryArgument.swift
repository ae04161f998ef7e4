import ShortlistTerminal

/// A size of memory, as `512M` or `2G`.
struct MemoryArgument {
  /// The size in bytes.
  let bytes: Int

  /// Parses a size: a number, and K, M or G for 1,024 bytes and its powers.
  ///
  /// - Throws: `SyntaxError` if the text is none.
  init(_ text: String) throws {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["": 0, "K": 10, "M": 20, "G": 30, "KB": 10, "MB": 20, "GB": 30]
    guard let number = Int(digits), let shift = units[text.dropFirst(digits.count).uppercased()],
      number <= Int.max >> shift, number > 0
    else { throw SyntaxError("a size expected, as in 512M or 2G, not \(text)", at: text[...]) }
    bytes = number << shift
  }
}
