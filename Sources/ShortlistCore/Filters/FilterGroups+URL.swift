extension FilterGroups {
  /// The groups as the query of a URL, ready to append after `?` or `#`.
  ///
  /// Each group is an item `name=operator(filter,…)`, percent-encoded according to RFC 3986.
  ///
  ///     var groups = FilterGroups()
  ///     try groups.add([.equals("kind", .text("fruit")), .equals("size", .text("40"))], to: "a", .or)
  ///     try groups.add([.inRange("price", .integer(1), nil), .not(.isNull("day"))], to: "b")
  ///     groups.urlQuery  // a=or(kind:fruit,size:%2240%22)&b=and(price:1..,-day:null)
  ///
  /// The text preserves the order of groups and filters, names and values exactly. It needs no
  /// schema, because the syntax of a value determines its type. Without quotes, `40` and `-1` are
  /// whole numbers, `40.0` and `1e+300` other numbers, `true` and `false` Booleans, `2024-01-31`
  /// and `2024-01-31T10:00:00Z` dates, and every other word is a text. In quotes, with `\"` and
  /// `\\` as escapes, everything is a text. `null` and `*` test whether there is a value. The
  /// value null itself, which `equals` can also have, is `(null)`, and a list of texts is `(a,b)`.
  /// `and(…)` and `or(…)` are combinations, `-` is a negation.
  ///
  /// - Complexity: O(*n*) in the length of the text
  public var urlQuery: String {
    groups.map { group in
      let filter = group.operator == .and ? Filter.all(group.filters) : .any(group.filters)
      return URLText.encoded(group.name) + "=" + URLText.encoded(filter.urlText)
    }.joined(separator: "&")
  }

  /// Parses the groups that ``urlQuery`` has written; an empty text has no groups.
  ///
  /// Parsing is strict: all characters that `urlQuery` escapes must be escaped, and other items
  /// are errors.
  ///
  /// - Throws: `FilterError` for anything else, with the offset in the bytes of `urlQuery`.
  /// - Complexity: O(*n*) in the length of the text
  public init(urlQuery: String) throws(FilterError) {
    self.init()
    let bytes = Array(urlQuery.utf8)
    if bytes.isEmpty { return }
    var start = 0
    while true {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      try add(item: start..<end, of: bytes)
      if end == bytes.count { return }
      start = end + 1
    }
  }

  private mutating func add(item: Range<Int>, of bytes: [UInt8]) throws(FilterError) {
    func error(_ expected: String) -> FilterError {
      FilterError(
        offset: item.lowerBound, expected: expected,
        found: String(decoding: bytes[item], as: UTF8.self))
    }
    guard let equals = bytes[item].firstIndex(of: UInt8(ascii: "=")) else {
      throw error("name=filters")
    }
    var name = String.UnicodeScalarView()
    name.append(contentsOf: try URLText(bytes, item.lowerBound..<equals).scalars)
    if self[String(name)] != nil { throw error("a group with another name") }
    let text = try URLText(bytes, equals + 1..<item.upperBound)
    var parser = FilterURLParser(text)
    let (combination, filters) = try parser.group()
    do {
      try add(filters, to: String(name), combination)
    } catch {
      preconditionFailure("\(error)")  // No group has the name yet.
    }
  }
}

/// A percent-decoded part of a URL.
struct URLText {
  /// The code points.
  private(set) var scalars: [Unicode.Scalar] = []
  /// The byte offset in the URL of each code point, followed by the end of the last one.
  private(set) var offsets: [Int] = []
  /// The bytes of the URL.
  let bytes: [UInt8]

  /// Decodes a part of a URL.
  ///
  /// - Throws: `FilterError` for an unescaped character that must be escaped, and for invalid
  ///   UTF-8.
  init(_ bytes: [UInt8], _ part: Range<Int>) throws(FilterError) {
    self.bytes = bytes
    var decoded: [UInt8] = []
    var places: [Int] = []
    var at = part.lowerBound
    while at < part.upperBound {
      places.append(at)
      if bytes[at] == UInt8(ascii: "%") {
        guard at + 2 < part.upperBound, let high = Self.digit(bytes[at + 1]),
          let low = Self.digit(bytes[at + 2])
        else { throw error(at, part.upperBound, "% and two hexadecimal digits") }
        decoded.append(high << 4 | low)
        at += 3
      } else {
        guard Self.isPlain(bytes[at]) else {
          throw error(at, part.upperBound, "a character that is percent-encoded")
        }
        decoded.append(bytes[at])
        at += 1
      }
    }
    places.append(part.upperBound)
    var iterator = decoded.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var index = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        scalars.append(Unicode.UTF8.decode(encoded))
        offsets.append(places[index])
        index += encoded.count
      case .error: throw error(places[index], part.upperBound, "UTF-8")
      case .emptyInput:
        offsets.append(part.upperBound)
        return
      }
    }
  }

  /// Returns the error at an offset of the URL, in an item that ends at `end`.
  func error(_ offset: Int, _ end: Int, _ expected: String) -> FilterError {
    FilterError(
      offset: offset, expected: expected,
      found: String(decoding: bytes[offset..<end], as: UTF8.self))
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  // MARK: Encoding

  /// Whether a byte needs no escape: the unreserved characters of RFC 3986, and those query
  /// characters that no query parser treats specially.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "-._~:(),*!/@".utf8.contains(byte)
    }
  }

  /// Returns a text, percent-encoded.
  static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var out: [UInt8] = []
    for byte in text.utf8 {
      if isPlain(byte) {
        out.append(byte)
      } else {
        out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
