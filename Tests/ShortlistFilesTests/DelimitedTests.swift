import ShortlistTestSupport
import ShortlistCore
import ShortlistFiles
import Testing

@Suite struct DelimitedTests {
  @Test(
    arguments: [
      ("id,t\n1,x\n", [["1", "x"]]),
      ("id,t\r\n1,x\r\n", [["1", "x"]]),
      ("id,t\n1,x", [["1", "x"]]),
      ("id,t\n1,", [["1", ""]]),
      ("id,t\n1", [["1", ""]]),
      ("\u{FEFF}id,t\n1,x\n", [["1", "x"]]),
      ("\u{FEFF}\"id\",t\n1,x\n", [["1", "x"]]),
      ("id,t\n\n\r\n\"\"\n1,x\n\n", [["1", "x"]]),
      ("\n\nid,t\n1,x\n", [["1", "x"]]),
      ("id,t\n,\n", [["", ""]]),
      ("id,t\n\"1\",\"x\"\n\"2\",\"y\"\r\n", [["1", "x"], ["2", "y"]]),
      ("id,t\n1,\"say \"\"hi\"\", you\"\n", [["1", "say \"hi\", you"]]),
      ("id,t\n1,\"two\nlines\r\nor, three\"\n", [["1", "two\nlines\r\nor, three"]]),
      ("id,t\n1,\"\"\n", [["1", ""]]),
      ("id,t\n1,\"\"\"\"\n", [["1", "\""]]),
      ("id,t\n1,\"a\" and \"b\"\n", [["1", "a and \"b\""]]),
      ("id,t\n1,\"\"x\"y\n", [["1", "x\"y"]]),
      ("id,t\n1,a\"b,c\"\n", nil),
      ("id,t\n1,a\"b\"\n", [["1", "a\"b\""]]),
      ("id,t\n1, \"x\"\n", [["1", " \"x\""]]),
      ("id,t\n1,a\rb\n", [["1", "a\rb"]]),
      ("id,t\n1,a\r\r\n", [["1", "a\r"]]),
      ("id,t\n1,a\r", [["1", "a\r"]]),
      ("id,t\n1,\"a\r\"\n", [["1", "a\r"]]),
      ("id,t\n1,\"a\"\r\n", [["1", "a"]]),
      ("id,t\n1,\"a\"\r", [["1", "a\r"]]),
      ("id,t\n1,\"a\r\"\rb\r\n", [["1", "a\r\rb"]]),
      ("id,t\n1,\r\n", [["1", ""]]),
      ("id,t\n1,\u{0}a\u{0}\n", [["1", "\u{0}a\u{0}"]]),
      ("id,t\n1,żółw 🐢\n", [["1", "żółw 🐢"]]),
      ("id,t\n", []),
      ("", []),
    ] as [(String, [[String]]?)])
  func records(_ text: String, _ expected: [[String]]?) {
    let read = outcome(of: text, as: .csv)
    if let expected {
      #expect(read.error == nil)
      #expect(read.texts == expected)
    } else {
      #expect(read.error != nil)
    }
    #expect(isSameInAnyBlocks(Array(text.utf8), as: .csv))
  }

  @Test(arguments: [
    ("id,t\n1,x\n2,y,z\n", 3, "a row longer than the header"),
    ("name;price\nA;1,5\n", 2, "a row longer than the header; is the delimiter ;?"),
    ("id,t\n1,\"a\nb\"\n\n2,y,\n", 5, "a row longer than the header"),
    ("id,t\n1,x\n2,\"y\n\n", 3, "a quote is not closed"),
    ("id,t\n1,\"a\n\n\"\n2,\"", 5, "a quote is not closed"),
    ("\"id", 1, "a quote is not closed"),
    ("id,id\n1,2\n", 1, "two columns of one name"),
  ])
  func errorsHaveTheLineOfTheirRecord(_ text: String, _ line: Int, _ reason: String) {
    let read = outcome(of: text, as: .csv)
    #expect(read.error == SourceError(path: "x", line: line, reason: reason))
    #expect(isSameInAnyBlocks(Array(text.utf8), as: .csv))
  }

  @Test(
    "a forgiving reader numbers names that repeat, and ignores empty cells beyond the header",
    arguments: [
      ("id,t,\n1,x,\n2,y,,,\n", ["id", "t", ""], [["1", "x"], ["2", "y"]]),
      ("a,a,,a,\n1,2,3,4,5\n", ["a", "a_2", "", "a_3", "_2"], [["1", "2", "3", "4", "5"]]),
      ("a,a_2,a\n1,2,3,\n", ["a", "a_2", "a_3"], [["1", "2", "3"]]),
    ])
  func forgiving(_ text: String, _ names: [String], _ rows: [[String]]) {
    let read = outcome(of: Array(text.utf8), as: .csv, isForgiving: true)
    #expect(read.error == nil && read.recorder.names == names)
    #expect(read.texts.map { $0.filter { !$0.isEmpty } } == rows)
    let long = outcome(of: Array("a\n1,,2\n".utf8), as: .csv, isForgiving: true)
    #expect(
      long.error == SourceError(path: "x", line: 2, reason: "a row longer than the header"))
  }

  @Test func rowsHaveTheLineTheyStartAt() {
    let read = outcome(of: "a,b\n1,\"x\ny\"\n\n2,\"\n\n\"\n3\n", as: .csv)
    #expect(read.recorder.rows.map(\.line) == [2, 5, 8])
    #expect(read.recorder.headerLine == 1)
  }

  @Test func tabsSeparateWhereCommasDoNot() {
    let read = outcome(of: "a,b\tc\n1\t\"x\ty\"\n", as: .tsv)
    #expect(read.recorder.names == ["a,b", "c"])
    #expect(read.texts == [["1", "x\ty"]])
  }

  @Test func columnsAreKnownWithoutRows() {
    #expect(outcome(of: "b,a", as: .csv).recorder.names == ["b", "a"])
    #expect(outcome(of: "", as: .csv).recorder.headerLine == 1)
  }

  @Test func cellsArePlain() {
    #expect(outcome(of: "a\n1\n\"x\"\n", as: .csv).recorder.kinds == [[.plain], [.plain]])
  }

  @Test func aCellOfSeveralMegabytes() {
    let long = String(repeating: "line, with \"\"quotes\"\"\n", count: 200_000)
    let bytes = Array("id,t\n1,\"\(long)\"\n2,y\n".utf8)
    let cuts = Array(stride(from: 0, to: bytes.count, by: 65_536))
    let read = outcome(of: bytes, as: .csv, cuts: cuts)
    let expected = String(repeating: "line, with \"quotes\"\n", count: 200_000)
    #expect(read.texts == [["1", expected], ["2", "y"]])
    #expect(read.recorder.rows.last?.line == 200_003)
  }

  @Test func allShortTexts() {
    let letters = Array("a,\"\n\r".utf8)
    for length in 0...6 {
      var text = [UInt8](repeating: letters[0], count: length)
      var digits = [Int](repeating: 0, count: length)
      repeat {
        for (index, digit) in digits.enumerated() { text[index] = letters[digit] }
        let bytes = Array("h,i,j,k,l,m,n\n".utf8) + text
        let read = outcome(of: bytes, as: .csv)
        let expected = SlowRecords(text)
        #expect((read.error != nil) == expected.isUnclosed, "\(text)")
        if !expected.isUnclosed {
          #expect(read.texts == expected.padded(to: 7), "\(text)")
        }
        #expect(outcome(of: bytes, as: .csv, cuts: Array(bytes.indices)) == read, "\(text)")
      } while increment(&digits, below: letters.count)
    }
  }

  /// Counts on; false after the last number.
  private func increment(_ digits: inout [Int], below base: Int) -> Bool {
    for index in digits.indices.reversed() {
      digits[index] += 1
      if digits[index] < base { return true }
      digits[index] = 0
    }
    return false
  }

  @Test func whatIsWrittenIsRead() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of records: \(seed)")
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let width = 1 + random.next(below: 5)
      let names = (0..<width).map { "c\($0)" }
      let rows = (0..<random.next(below: 8)).map { _ in
        (0..<width).map { _ in random.cell() }
      }
      let text = random.written([names] + rows)
      let read = outcome(of: text, as: .csv)
      #expect(read.error == nil)
      #expect(read.recorder.names == names)
      #expect(read.texts == rows.filter { $0 != [""] })
      #expect(isSameInAnyBlocks(Array(text.utf8), as: .csv))
    }
  }
}

/// The records of a text, found character by character.
private struct SlowRecords {
  var records: [[String]] = []
  var isUnclosed = false

  init(_ text: [UInt8]) {
    var cells: [String] = []
    var cell = ""
    var index = 0
    while index < text.count {
      let letter = Unicode.Scalar(text[index])
      let next = index + 1 < text.count ? Unicode.Scalar(text[index + 1]) : nil
      index += 1
      if isUnclosed {
        if letter == "\"" && next == "\"" {
          cell.unicodeScalars.append(letter)
          index += 1
        } else if letter == "\"" {
          isUnclosed = false
        } else {
          cell.unicodeScalars.append(letter)
        }
      } else if letter == "\"" && cell.isEmpty {
        isUnclosed = true
      } else if letter == "," {
        cells.append(cell)
        cell = ""
      } else if letter == "\n" || letter == "\r" && next == "\n" {
        if letter == "\r" { index += 1 }
        records.append(cells + [cell])
        (cells, cell) = ([], "")
      } else {
        cell.unicodeScalars.append(letter)
      }
    }
    if !cell.isEmpty || !cells.isEmpty { records.append(cells + [cell]) }
    records.removeAll { $0 == [""] }
  }

  func padded(to width: Int) -> [[String]] {
    records.map { $0 + [String](repeating: "", count: width - $0.count) }
  }
}

extension SeededRandom {
  fileprivate mutating func cell() -> String {
    let letters: [Unicode.Scalar] = ["a", "b", ",", "\"", "\n", "\r", " ", "é", "漢", "🐢", "\u{0}"]
    var cell = String.UnicodeScalarView()
    for _ in 0..<next(below: 7) { cell.append(letters[next(below: letters.count)]) }
    return String(cell)
  }

  /// The records as RFC 4180 has them, with quotes where they must be and here and there.
  fileprivate mutating func written(_ records: [[String]]) -> String {
    let lineEnd = next(below: 2) == 0 ? "\n" : "\r\n"
    var text = ""
    for (index, record) in records.enumerated() {
      let cells = record.map { cell in
        let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]
        let mustQuote = cell.unicodeScalars.contains { special.contains($0) }
        guard mustQuote || next(below: 4) == 0 else { return cell }
        let doubled = cell.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
        return "\"\(doubled.joined())\""
      }
      text += cells.joined(separator: ",")
      if index + 1 < records.count || next(below: 2) == 0 { text += lineEnd }
    }
    return text
  }
}
