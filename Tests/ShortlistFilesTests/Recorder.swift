import ShortlistCore
import ShortlistFiles

/// A sink that writes down what it is told.
struct Recorder: RowSink, Equatable {
  struct Cell: Equatable {
    var kind: CellKind
    var text: String
  }

  struct Row: Equatable {
    var line: Int
    var cells: [String: Cell] = [:]
    var isEnded = false
  }

  var names: [String] = []
  var headerLine: Int?
  var rows: [Row] = []

  var rowCount: Int { rows.count { $0.isEnded } }

  mutating func setColumns(_ names: [String], line: Int) throws {
    if Set(names).count < names.count {
      throw SourceError(path: "x", line: line, reason: "two columns of one name")
    }
    self.names = names
    headerLine = line
  }

  mutating func column(named name: String) -> Int {
    if let column = names.firstIndex(of: name) { return column }
    names.append(name)
    return names.count - 1
  }

  mutating func beginRow(line: Int) { rows.append(Row(line: line)) }

  mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) {
    var copy: [UInt8] = []
    for index in bytes.indices { copy.append(bytes[index]) }
    let text = String(decoding: copy, as: UTF8.self)
    rows[rows.count - 1].cells[names[column]] = Cell(kind: kind, text: text)
  }

  mutating func endRow() { rows[rows.count - 1].isEnded = true }

  /// The texts of the ended rows, in order of columns, "" for cells left out.
  var texts: [[String]] {
    rows.filter(\.isEnded).map { row in names.map { row.cells[$0]?.text ?? "" } }
  }

  /// The kinds of the cells of the ended rows, nil for cells left out.
  var kinds: [[CellKind?]] {
    rows.filter(\.isEnded).map { row in names.map { row.cells[$0]?.kind } }
  }
}

/// What came of reading some bytes: what the sink was told until the end or the error.
struct Outcome: Equatable {
  var recorder: Recorder
  var error: SourceError?

  var texts: [[String]] { recorder.texts }
}

/// Reads bytes in blocks that end at `cuts`.
func outcome(
  of bytes: [UInt8], as format: FileFormat, cuts: [Int] = [], invalidUTF8: InvalidUTF8 = .refused,
  isForgiving: Bool = false
) -> Outcome {
  switch format {
  case .csv:
    let parser = DelimitedParser(
      name: "x", delimiter: UInt8(ascii: ","), isForgiving: isForgiving)
    return outcome(of: bytes, by: parser, cuts, invalidUTF8)
  case .tsv:
    let parser = DelimitedParser(name: "x", delimiter: UInt8(ascii: "\t"))
    return outcome(of: bytes, by: parser, cuts, invalidUTF8)
  case .lines:
    let parser = LinesParser(keepsReturns: invalidUTF8 == .kept)
    return outcome(of: bytes, by: parser, cuts, invalidUTF8)
  case .jsonl: return outcome(of: bytes, by: JSONLinesParser(name: "x"), cuts, invalidUTF8)
  case .json: return outcome(of: bytes, by: JSONArrayParser(name: "x"), cuts, invalidUTF8)
  }
}

/// Reads a text in one block.
func outcome(of text: String, as format: FileFormat) -> Outcome {
  outcome(of: Array(text.utf8), as: format)
}

private func outcome<Parser: RowParser>(
  of bytes: [UInt8], by parser: Parser, _ cuts: [Int], _ invalidUTF8: InvalidUTF8
) -> Outcome {
  var feed = TextFeed(
    name: "x", invalidUTF8: invalidUTF8,
    keepsMark: invalidUTF8 == .kept && parser is LinesParser, parser: parser)
  var recorder = Recorder()
  do {
    var start = 0
    for end in cuts + [bytes.count] {
      let block = Array(bytes[start..<end])
      try feed.read(block.span, into: &recorder) { _ in }
      start = end
    }
    try feed.finish(into: &recorder)
    return Outcome(recorder: recorder)
  } catch let error as SourceError {
    return Outcome(recorder: recorder, error: error)
  } catch {
    preconditionFailure("\(error)")
  }
}

/// Whether reading gives the same in one block, in any two, byte by byte, and in blocks of three.
func isSameInAnyBlocks(_ bytes: [UInt8], as format: FileFormat, invalidUTF8: InvalidUTF8 = .refused)
  -> Bool
{
  let whole = outcome(of: bytes, as: format, invalidUTF8: invalidUTF8)
  var cuttings = bytes.indices.map { [$0] }
  cuttings.append(Array(bytes.indices))
  cuttings.append(Array(stride(from: 0, to: bytes.count, by: 3)))
  return cuttings.allSatisfy {
    outcome(of: bytes, as: format, cuts: $0, invalidUTF8: invalidUTF8) == whole
  }
}
