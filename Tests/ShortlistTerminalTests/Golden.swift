import Foundation
import Testing

/// Compares text with a file in `Tests/Golden/ShortlistTerminal`.
///
/// With the environment variable `SHORTLIST_REWRITE_GOLDENS` the file is written instead, and the
/// test fails once, so that it cannot stay set by mistake.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(components: "Golden", "ShortlistTerminal")
  let file = folder.appending(component: name + ".txt")
  if ProcessInfo.processInfo.environment["SHORTLIST_REWRITE_GOLDENS"] != nil {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    Issue.record("\(name) was written", sourceLocation: sourceLocation)
    return
  }
  let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
  #expect(text == expected, "\(name) differs:\n\(text)", sourceLocation: sourceLocation)
}
