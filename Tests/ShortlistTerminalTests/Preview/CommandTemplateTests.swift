import Shortlist
import ShortlistTerminal
import Testing

@Suite struct CommandTemplateTests {
  private static let lines = ListSchema([.init(name: "line", type: .text)])
  private static let table = ListSchema([
    .init(name: "id", type: .integer), .init(name: "first name", type: .text),
    .init(name: "size", type: .integer),
  ])

  private func command(
    _ template: CommandTemplate, _ row: CommandTemplate.Row?, _ search: String = ""
  )
    -> String
  {
    String(decoding: template.command(row: row, search: search), as: UTF8.self)
  }

  @Test(arguments: [
    ("cat {}", "cat '  one two\tthree'"),
    ("{1} {2} {3} {4}", "'one' 'two' 'three' ''"),
    ("{-1}{-3}", "'three''one'"),
    (
      "{2..}|{..2}|{2..3}|{-2..-1}|{..}",
      "'two\tthree'|'one two'|'two\tthree'|'two\tthree'|'one two\tthree'"
    ),
    ("{1,3} {s1}", "'one three' 'one '"),
    ("{q} {n} {line}", "'it'\\''s' '6' '  one two\tthree'"),
    ("\\{} \\{1} \\{q}", "{} {1} {q}"),
    (
      "awk '{print $1}' {} ${x} {0} {} }{",
      "awk '{print $1}' '  one two\tthree' ${x} {0} '  one two\tthree' }{"
    ),
    ("{{}}", "{'  one two\tthree'}"),
    ("plain", "plain"),
  ]) func lines(text: String, expected: String) {
    let template = CommandTemplate(text, schema: Self.lines)
    #expect(command(template, (.integer(7), [.text("  one two\tthree")]), "it's") == expected)
  }

  @Test(arguments: [
    ("{}", "'4\tAda\t10'"), ("{2}", "'Ada'"), ("{first name} {size}", "'Ada' '10'"),
    ("{2..}", "'Ada\t10'"), ("{-1} {n}", "'10' '4'"), ("{name}", "{name}"),
  ]) func tables(text: String, expected: String) {
    let row: CommandTemplate.Row = (.integer(4), [.integer(4), .text("Ada"), .integer(10)])
    #expect(command(CommandTemplate(text, schema: Self.table), row) == expected)
    let columns = CommandTemplate(
      "{} {1} {id}", schema: Self.table, columns: ["size", "first name"])
    #expect(command(columns, row) == "'10\tAda' '10' '4'")
  }

  @Test func pickedRows() {
    let template = CommandTemplate("diff {+} {+1} {}", schema: Self.lines)
    let row: CommandTemplate.Row = (.integer(1), [.text("a b")])
    let others: [CommandTemplate.Row] = [
      (.integer(2), [.text("c d")]), (.integer(3), [.text("e")]),
    ]
    #expect(command(template, row) == "diff 'a b' 'a' 'a b'")
    let both = template.command(row: row, picked: others, search: "")
    #expect(String(decoding: both, as: UTF8.self) == "diff 'c d' 'e' 'c' 'e' 'a b'")
    #expect(template.uses(.picked) && template.usesRows && !template.usesSearch)
    #expect(!CommandTemplate("echo {q}", schema: Self.lines).usesRows)
  }

  @Test func matchingRows() {
    let template = CommandTemplate("x {*} {*n} {*f1} {*nf} {} {+nf} \\{*} {**}", schema: Self.lines)
    let row: CommandTemplate.Row = (.integer(1), [.text("a b")])
    let others: [CommandTemplate.Row] = [
      (.integer(2), [.text("c d")]), (.integer(3), [.text("e")]),
    ]
    var written: [String] = []
    let line = template.command(row: row, matching: others, search: "") {
      written.append(String(decoding: $0, as: UTF8.self))
      return "\(written.count)"
    }
    #expect(
      String(decoding: line, as: UTF8.self)
        == "x 'c d' 'e' '1' '2' '1' '2' 'a b' '3' {*} {**}")
    #expect(written == ["c\ne\n", "1\n2\n", "0\n"])
    #expect(template.usesRows && template.uses(.matching) && template.uses(.picked))
    #expect(template.most(.matching) == 10_000 && template.most(.picked) == 1_000_000)
    #expect(CommandTemplate("{*f}", schema: Self.lines).most(.picked) == 0)
    #expect(command(template, nil, "").hasPrefix("x "))
  }

  @Test func words() {
    let template = CommandTemplate("{q:1}|{q:2..}|{q:-1}|{q:x}|{+q}", schema: Self.lines)
    #expect(command(template, nil, " it's  a b ") == "'it'\\''s'|'a b'|'b'|{q:x}|{+q}")
    #expect(template.usesSearch && !template.usesRows)
  }

  @Test func valuesWithoutQuotes() {
    let template = CommandTemplate("{r} {r2} {rs1} {+r1} {rr} {line} {rline}", schema: Self.lines)
    let row: CommandTemplate.Row = (.integer(1), [.text("a'b  c")])
    #expect(command(template, row) == "a'b  c c a'b   a'b {rr} 'a'\\''b  c' a'b  c")
  }

  @Test func files() {
    let template = CommandTemplate("x {f} {+f} {+f2} {fn} {ff}", schema: Self.lines)
    let row: CommandTemplate.Row = (.integer(1), [.text("a b")])
    let others: [CommandTemplate.Row] = [
      (.integer(2), [.text("c d")]), (.integer(3), [.text("e")]),
    ]
    var written: [String] = []
    let line = template.command(row: row, picked: others, search: "") {
      written.append(String(decoding: $0, as: UTF8.self))
      return "it's \(written.count)"
    }
    #expect(written == ["a b\n", "c d\ne\n", "d\n\n", "0\n"])
    #expect(
      String(decoding: line, as: UTF8.self)
        == "x 'it'\\''s 1' 'it'\\''s 2' 'it'\\''s 3' 'it'\\''s 4' {ff}")
    #expect(template.uses(.picked))
  }

  /// Letters before an attribute's name are flags only if there is no attribute of the whole name.
  @Test func flagsAndNames() {
    let schema = ListSchema([
      .init(name: "size", type: .text), .init(name: "f", type: .text),
      .init(name: "ize", type: .text),
    ])
    let row: CommandTemplate.Row = (.integer(1), [.text("1"), .text("2"), .text("3")])
    #expect(
      command(CommandTemplate("{size} {f} {rize} {rf}", schema: schema), row) == "'1' '2' 3 2")
  }

  /// What a shell is given is the data, byte for byte, and never a command.
  @Test func hostileValues() {
    let template = CommandTemplate("ls {}", schema: Self.lines)
    let value = KeptBytes.text(of: [0x27, 0x3B, 0xE9, 0x60, 0x0A, 0x24]) ?? []
    let row: CommandTemplate.Row = (.integer(1), [.text(String(decoding: value, as: UTF8.self))])
    #expect(
      template.command(row: row, search: "")
        == Array("ls ''\\'';".utf8) + [0xE9, 0x60, 0x0A, 0x24, 0x27])
    #expect(
      template.command(row: (.integer(1), [.text("a\0b")]), search: "") == Array("ls 'ab'".utf8))
  }
}
