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
