import ShortlistCore

/// Functions of a session that fold texts as lists do, so that a server's answers are the same.
///
/// They are temporary: nothing is installed in the database. The tables of Unicode are those of
/// `Folding`, not those of the server.
enum FoldingFunctions {
  static let (fold, words) = ("pg_temp.shortlist_fold", "pg_temp.shortlist_words")

  /// Creates the functions for a connection.
  ///
  /// - Throws: `PostgresFailure` if the user may create no temporary objects, or the server is a
  ///   replica.
  static func create(on connection: PostgresConnection) throws {
    for statement in statements { try connection.query(statement) }
  }

  private static let statements = [
    // Characters fold one by one, whatever stands beside them; only the parts of Korean syllables
    // join. `normalize` of some versions joins too many.
    """
    CREATE OR REPLACE FUNCTION \(fold)(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS
    $shortlist$
    DECLARE folded text; joined text := ''; letter text; last int; code int;
    BEGIN
    IF octet_length(t) = char_length(t) THEN RETURN lower(t COLLATE "C"); END IF;
    SELECT string_agg(coalesce($map${\(map)}$map$::jsonb ->> c, lower(c COLLATE "C")), ''
      ORDER BY n) INTO folded FROM unnest(string_to_array(t, NULL)) WITH ORDINALITY u (c, n);
    IF folded COLLATE "C" !~ '[\\u1161-\\u11c2]' THEN RETURN folded; END IF;
    FOREACH letter IN ARRAY string_to_array(folded, NULL) LOOP
    code := ascii(letter);
    IF last BETWEEN 4352 AND 4370 AND code BETWEEN 4449 AND 4469 THEN
    last := 44032 + ((last - 4352) * 21 + code - 4449) * 28;
    ELSIF last BETWEEN 44032 AND 55203 AND (last - 44032) % 28 = 0 AND code BETWEEN 4520 AND 4546
    THEN last := last + code - 4519;
    ELSE joined := joined || coalesce(chr(last), ''); last := code; END IF;
    END LOOP;
    RETURN joined || chr(last);
    END $shortlist$
    """,
    """
    CREATE OR REPLACE FUNCTION \(words)(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS
    $shortlist$
    BEGIN
    IF octet_length(t) = char_length(t) THEN
    RETURN ' ' || regexp_replace(t COLLATE "C", '[^a-z0-9A-Z]', ' ', 'g'); END IF;
    RETURN ' ' || regexp_replace(t COLLATE "C", '[^a-z0-9A-Z\(wordRanges)]', ' ', 'g');
    END $shortlist$
    """,
  ]

  /// The ranges with all characters beyond ASCII that do not fold to themselves.
  ///
  /// The others are ideographs, Korean syllables, and without characters.
  private static let folding: [Range<UInt32>] = [
    0x80..<0x3400, 0xA000..<0xAC00, 0xF900..<0x1_7000, 0x1_B000..<0x2_0000,
    0x2_F800..<0x2_FA20, 0xE_0100..<0xE_01F0,
  ]

  /// The characters beyond ASCII that do not fold to themselves, as members of a JSON object.
  private static var map: String {
    var members: [String] = []
    for value in folding.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      let folded = Folding.foldedText(text)
      if folded.unicodeScalars.elementsEqual(text.unicodeScalars) { continue }
      members.append("\(text.jsonText):\(folded.jsonText)")
    }
    return members.joined(separator: ",")
  }

  /// The letters and numbers beyond ASCII, as ranges of a regular expression.
  private static var wordRanges: String {
    var ranges: [ClosedRange<UInt32>] = []
    for scalar in UInt32(0x80)...0x10FFFF where Folding.isWordCharacter(scalar) {
      if let last = ranges.last, last.upperBound + 1 == scalar {
        ranges[ranges.count - 1] = last.lowerBound...scalar
      } else {
        ranges.append(scalar...scalar)
      }
    }
    return ranges.map { $0.lowerBound.escape + ($0.count > 1 ? "-" + $0.upperBound.escape : "") }
      .joined()
  }
}

extension UInt32 {
  /// The character in a regular expression of PostgreSQL.
  fileprivate var escape: String {
    let digits = String(self, radix: 16)
    return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension String {
  /// The text as a JSON string, without a character that ends a quoted SQL body.
  fileprivate var jsonText: String {
    var text = "\""
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" || scalar.value < 0x20 || scalar == "$" {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
