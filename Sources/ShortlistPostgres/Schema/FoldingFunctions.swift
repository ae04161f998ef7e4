import ShortlistCore

/// A function that folds texts as lists do, so that a server's answers are the same.
///
/// Its tables of Unicode are those of `Folding`, not those of the server. It is a temporary one of
/// the session, unless the table was prepared: then it stays in the table's schema.
enum FoldingFunctions {
  /// The name of the temporary function.
  static let temporary = "pg_temp.shortlist_fold"

  /// What the names of functions that stay begin with.
  static let prefix = "shortlist_fold_"

  /// The name of the function that stays; another definition has another name.
  static let name: String = {
    // FNV-1a
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in definition("").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return prefix + String(hash, radix: 16)
  }()

  /// Creates the temporary function for a connection.
  ///
  /// - Throws: `PostgresError` if the user may create no temporary objects, or the server is a
  ///   replica.
  static func create(on connection: PostgresConnection) throws {
    try connection.query(definition(temporary))
  }

  /// Returns the statement that creates the function.
  ///
  /// Characters fold one by one, whatever stands beside them; only the parts of Korean syllables
  /// join. `normalize` of some versions joins too many.
  static func definition(_ name: String) -> String {
    """
    CREATE OR REPLACE FUNCTION \(name)(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT
    PARALLEL SAFE AS
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
    """
  }

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
  static let wordRanges: String = {
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
  }()
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
