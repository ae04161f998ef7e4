import Foundation
import Testing

@Suite("Inputs that were kept", .serialized)
struct ReplayTests {
  @Test("are read as they must be", arguments: FuzzTarget.allCases)
  func replay(target: FuzzTarget) async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Corpus/\(target.rawValue)")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    try #require(!files.isEmpty)
    for file in files.sorted(by: { $0.path < $1.path }) {
      let bytes = Array(try Data(contentsOf: file))
      do { try await target.check(bytes) } catch {
        Issue.record("\(target.rawValue)/\(file.lastPathComponent): \(error)")
      }
    }
  }
}
