import Foundation
import ShortlistCore
import Testing

@testable import ShortlistFiles

@Suite struct DirectorySourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func manyDirectories() throws {
    var expected: [String] = []
    for index in 1000..<1600 {
      let directory = "\(folder.path)/\(index)"
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: false)
      expected.append("\(directory)/file")
      #expect(FileManager.default.createFile(atPath: "\(directory)/file", contents: nil))
    }
    var reports: [Int] = []
    var builder = TableBuilder(path: "x", options: TableOptions(), workers: .serial)
    try DirectorySource(path: folder.path).read(into: &builder) { _, progress in
      reports.append(progress.rows)
    }
    #expect(reports == [0, 512, 600])
    let table = try builder.finish()
    #expect(table.count == 600)
  }

  @Test func filesOfAFormat() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/b/.git", withIntermediateDirectories: true)
    for name in ["z.csv", "b/2.csv.gz", "b/1.CSV", "a.json", "b/.csv", "b/.git/x.csv", "csv"] {
      _ = try folder.write("", as: name)
    }
    let directory = DirectorySource(path: folder.path)
    let paths = try directory.files(of: .csv).compactMap(\.path)
    #expect(paths == ["b/1.CSV", "b/2.csv.gz", "z.csv"].map { folder.path + "/" + $0 })
    #expect(try directory.files(of: .json).map(\.format) == [.json])
    let error = #expect(throws: SourceError.self) { try directory.files(of: .tsv) }
    #expect(error?.path == folder.path && error?.reason.contains("tsv") == true)
  }

  @Test func anEmptyDirectory() throws {
    var builder = TableBuilder(path: "x", options: TableOptions(), workers: .serial)
    try DirectorySource(path: folder.path).read(into: &builder) { _, _ in }
    let table = try builder.finish()
    #expect(table.count == 0)
    #expect(table.schema.entries.map(\.name) == ["line"])
  }

  @Test(arguments: [("nowhere", "no such file"), ("a\u{0}b", "NUL")])
  func noDirectory(_ name: String, _ reason: String) throws {
    var builder = TableBuilder(path: "x", options: TableOptions(), workers: .serial)
    let error = #expect(throws: SourceError.self) {
      try DirectorySource(path: "\(folder.path)/\(name)").read(into: &builder) { _, _ in }
    }
    #expect(error?.reason.lowercased().contains(reason.lowercased()) == true)
  }
}
