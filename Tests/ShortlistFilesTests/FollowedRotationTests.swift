import Foundation
import ShortlistCore
import ShortlistFiles
import Testing

@Suite struct FollowedRotationTests {
  private let folder: TemporaryFolder
  private let files = FileManager.default

  init() throws { folder = try TemporaryFolder() }

  @Test func aFileThatIsCutOffIsReadAnew() throws {
    let file = try follower(of: "id,t\n1,a\n2,b\n3,\"c")
    #expect(try file.opened() == [["1", "a"], ["2", "b"]])
    #expect(unsafe truncate(file.path, 0) == 0)
    try file.append("t,x,id\na,b,4\n5".utf8)
    #expect(try file.next() == Batch([["4", "a"]], isAnew: true))
    try file.append(",,6\n".utf8)
    #expect(try file.next() == Batch([["6", "5"]]))
  }

  @Test func aFileThatIsEmptiedIsReadAnew() throws {
    let file = try follower(of: "id,t\n1,a\n")
    _ = try file.opened()
    #expect(unsafe truncate(file.path, 0) == 0)
    #expect(try file.next() == Batch([], isAnew: true))
    #expect(try file.next() == Batch([]))
    try file.append("id,t\n2,b\n".utf8)
    #expect(try file.next() == Batch([["2", "b"]]))
  }

  @Test func theLastRowsOfAFileThatIsReplacedAreReadFirst() throws {
    let file = try follower(of: "id,t\n1,a\n")
    _ = try file.opened()
    let old = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    try old.seekToEnd()
    try files.moveItem(atPath: file.path, toPath: file.path + ".1")
    #expect(try file.next() == Batch([]))
    try old.write(contentsOf: Data("2,b\n3,".utf8))
    #expect(try file.next() == Batch([["2", "b"]]))
    try old.write(contentsOf: Data("c\n4,d".utf8))
    _ = try folder.write("id,t\n5,e\n", as: "log")
    #expect(try file.next() == Batch([["3", "c"]]))
    #expect(try file.next() == Batch([["5", "e"]], isAnew: true))
    try old.write(contentsOf: Data("\n".utf8))
    try file.append("6,f\n".utf8)
    #expect(try file.next() == Batch([["6", "f"]]))
  }

  @Test func aFileThatIsRemovedIsWaitedFor() throws {
    let file = try follower(of: "id,t\n1,a\n")
    _ = try file.opened()
    for round in 2...4 {
      try files.removeItem(atPath: file.path)
      #expect(try file.next() == Batch([]))
      _ = try folder.write("id,t\n\(round),b\n", as: "log")
      #expect(try file.next() == Batch([["\(round)", "b"]], isAnew: true))
    }
  }

  @Test func whatIsNoRegularFileIsNotTakenForTheFile() throws {
    let file = try follower(of: "id,t\n1,a\n")
    _ = try file.opened()
    try files.removeItem(atPath: file.path)
    try files.createDirectory(atPath: file.path, withIntermediateDirectories: false)
    #expect(try file.next() == Batch([]))
    try files.removeItem(atPath: file.path)
    #expect(unsafe mkfifo(file.path, 0o600) == 0)
    #expect(try file.next() == Batch([]))
    try files.removeItem(atPath: file.path)
    _ = try folder.write("id,t\n2,b\n", as: "log")
    #expect(try file.next() == Batch([["2", "b"]], isAnew: true))
  }

  @Test func aLongFileIsReadAnewInPieces() throws {
    let file = try follower(of: "id,t\n1,a\n")
    _ = try file.opened()
    let text = (0..<400_000).map { "\($0),x\n" }.joined()
    try files.removeItem(atPath: file.path)
    _ = try folder.write("id,t\n" + text, as: "log")
    let first = try file.next()
    #expect(first.isAnew && !first.rows.isEmpty && first.rows.count < 200_000)
    var count = first.rows.count
    while count < 400_000 {
      let batch = try file.next()
      #expect(!batch.isAnew && batch.rows.first?[0] == "\(count)")
      count += batch.rows.count
    }
    #expect(count == 400_000)
  }

  private func follower(of text: String) throws -> Follower {
    try Follower(folder.write(text, as: "log"), as: .csv, names: ["id", "t"])
  }
}
