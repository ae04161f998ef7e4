import ShortlistFiles
import Testing

@Suite struct FileFormatTests {
  @Test(
    arguments: [
      ("a.csv", .csv), ("/x.y/A.CSV", .csv), ("a.tsv", .tsv), ("a.jsonl", .jsonl),
      ("a.ndjson", .jsonl), ("a.b.json", .json), ("a.txt", .lines), ("a", nil), ("a.", nil),
      ("x.csv/a", nil), (".csv", nil), ("..csv", nil), ("a.csv.gz", .csv),
      ("a.json.ZST", .json), ("a.tsv.zstd", .tsv), ("a.gz", nil), ("a.gz.gz", nil),
      (".csv.gz", nil), ("", nil), ("-", nil),
    ] as [(String, FileFormat?)])
  func formatOfAPath(_ path: String, _ expected: FileFormat?) {
    #expect(FileFormat(path: path) == expected)
  }

  @Test func formatOfAName() {
    #expect(FileFormat(rawValue: "lines") == .lines)
    #expect(FileFormat(pathExtension: "xyz") == nil)
  }
}
