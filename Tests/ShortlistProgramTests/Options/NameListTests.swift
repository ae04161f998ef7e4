import Shortlist
import ShortlistProgram
import Testing

@Suite struct NameListTests {
  @Test(arguments: [
    ("name", ["name"]), ("a,b", ["a", "b"]), (",a,,b,", ["a", "b"]), ("", []),
    (#""a,b",c"#, ["a,b", "c"]),
    (#"c,"a\"\\,b""#, ["c", #"a"\,b"#]),
    (#"5" disk,x"#, [#"5" disk"#, "x"]),
    // Quotes that are not closed, or do not end the name, are part of it.
    (#""a,b"#, [#""a"#, "b"]), (#""a"b,c"#, [#""a"b"#, "c"]), (#""""#, [""]),
  ])
  func names(text: String, names: [String]) {
    #expect(NameList.parts(text).map(NameList.name) == names)
  }

  @Test func keysOfAnOrder() {
    #expect(
      SortArgument(#"-"a,b":natural,"c:natural",-d:language=sv,"-e",f:natural"#).keys == [
        SortKey("a,b", .descending, collation: .natural), SortKey("c:natural"),
        SortKey("d", .descending, collation: .language("sv")), SortKey("-e"),
        SortKey("f", collation: .natural),
      ])
  }

  @Test func everyNameAsItIsWritten() {
    let pieces = ["", ",", "\"", "\\", "-", ":", ":natural", "a"]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          let name = first + second + third
          if name.isEmpty { continue }
          let text = NameList.text(of: name) + "," + NameList.text(of: "x,y")
          #expect(NameList.parts(text).map(NameList.name) == [name, "x,y"])
          let keys = [SortKey(name, .descending), SortKey(name, collation: .natural)]
          #expect(SortArgument(keys.map(SortArgument.text).joined(separator: ",")).keys == keys)
        }
      }
    }
  }
}
