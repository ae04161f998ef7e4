import CPage

/// The files of the built-in page.
enum PageFiles {
  /// The files, by name.
  ///
  /// The page uses the bundle by a name that is that of its bytes.
  static var served: [String: ServedFile] {
    var contents = contents
    let bundle = contents.removeValue(forKey: "shortlist-picker.min.js.gz") ?? []
    let map = contents.removeValue(forKey: "shortlist-picker.min.js.map.gz") ?? []
    let hashed = "shortlist-picker-\(ServedFile.hash(bundle)).js"
    let page = text("index.html")
      .replacing("/shortlist-picker.js", with: "/\(hashed)")
      .replacing(
        #"<script src="./start.js"></script>"#, with: "<script>\(text("start.js"))</script>")
    contents["index.html"] = Array(page.utf8)
    contents["start.js.sha256"] = nil
    var files = contents.mapValues { ServedFile($0) }
    files["shortlist-picker.min.js"] = ServedFile(bundle, isCompressed: true)
    files["shortlist-picker.min.js.map"] = ServedFile(map, isCompressed: true)
    files[hashed] = ServedFile(bundle, isCompressed: true, isImmutable: true)
    return files
  }

  /// The hash of the script within the page, as a policy names it.
  static var startHash: String { "'sha256-\(text("start.js.sha256"))'" }

  /// Returns the text of a file.
  private static func text(_ name: String) -> String {
    String(decoding: contents[name, default: []], as: UTF8.self)
  }

  /// The contents of the files, by name.
  private static let contents: [String: [UInt8]] = {
    var count = 0
    let first = unsafe c_page_files(&count)
    var contents: [String: [UInt8]] = [:]
    // The files are constants of the program.
    for number in 0..<count {
      let file = unsafe first[number]
      let bytes = unsafe UnsafeBufferPointer(start: file.bytes, count: file.count)
      unsafe contents[String(cString: file.name)] = Array(bytes)
    }
    return contents
  }()
}
