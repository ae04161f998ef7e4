extension Changeset where ID: PickListID {
  /// The changes as a short text, for tests and logs; `init(notation:)` parses it.
  ///
  /// Lists the changes in their order, sections first, separated by spaces:
  ///
  /// | notation | change |
  /// | --- | --- |
  /// | `-#1(games)` | section 1 is deleted |
  /// | `+#0(books: 7 8)` | a section is inserted at 0, with these rows |
  /// | `#3>#0("old toys")` | section 3 is moved to 0 |
  /// | `-0:3(17)` | row 3 of section 0 is deleted |
  /// | `+0:5("ab")` | a row is inserted at 5 of section 0 |
  /// | `0:1>0:4(19)` | row 1 of section 0 is moved to 4 |
  /// | `*0:1>0:4(19)` | it is moved, and updated |
  /// | `*0:2(20)` | row 2 of section 0 is updated |
  ///
  /// The name of a section is bare if it consists of ASCII letters, digits, `_`, `.` and `-`. Other
  /// names and text ids are quoted, with the escapes `\"`, `\\`, `\n`, `\r`, `\t` and `\u{feff}`.
  ///
  /// - Complexity: O(k) for k changes, ids of inserted sections included
  public var notation: String {
    (sections.map(\.notation) + rows.map(\.notation)).joined(separator: " ")
  }
}

extension Changeset: CustomStringConvertible where ID: PickListID {
  /// The changes in their notation.
  public var description: String { notation }
}

extension Changeset.SectionChange where ID: PickListID {
  fileprivate var notation: String {
    switch self {
    case .delete(let from, let name): "-#\(from)(\(name.nameNotation))"
    case .insert(let to, let name, let ids):
      "+#\(to)(\(([name.nameNotation + ":"] + ids.map(\.rowID.notation)).joined(separator: " ")))"
    case .move(let from, let to, let name): "#\(from)>#\(to)(\(name.nameNotation))"
    }
  }
}

extension Changeset.RowChange where ID: PickListID {
  fileprivate var notation: String {
    switch self {
    case .delete(let id, let from): "-\(from.notation)(\(id.rowID.notation))"
    case .insert(let id, let to): "+\(to.notation)(\(id.rowID.notation))"
    case .move(let id, let from, let to, let isUpdated):
      "\(isUpdated ? "*" : "")\(from.notation)>\(to.notation)(\(id.rowID.notation))"
    case .update(let id, let from): "*\(from.notation)(\(id.rowID.notation))"
    }
  }
}

extension Changeset.Place {
  fileprivate var notation: String { "\(section):\(row)" }
}

extension RowID {
  /// The id in the notation of changesets: a bare number or a quoted text.
  fileprivate var notation: String {
    if case .text(let text) = self { text.quotedNotation } else { description }
  }
}

extension String {
  fileprivate var nameNotation: String {
    !isEmpty && unicodeScalars.allSatisfy(\.isBareInNotation) ? self : quotedNotation
  }

  fileprivate var quotedNotation: String {
    var out = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where scalar.isHidden: out += "\\u{\(String(scalar.value, radix: 16))}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}

extension Unicode.Scalar {
  /// Whether the scalar may appear in a name without quotes.
  var isBareInNotation: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "-": true
    default: false
    }
  }

  /// Whether the scalar is invisible or affects how the following text is displayed.
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }
}

extension VisibleChanges: CustomStringConvertible where ID: PickListID {
  /// The notation of the changes, or `reset`.
  public var description: String {
    switch self {
    case .reset: "reset"
    case .changes(let changes): changes.notation
    }
  }
}
