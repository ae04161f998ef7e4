/// The files of the page, which are built into the program.
enum PageFiles {
  /// Their bytes by their names.
  static let all: [String: [UInt8]] = [
    "index.html": PackageResources.index_html,
    "session.js": PackageResources.session_js,
    "shortlist-picker.js": PackageResources.shortlist_picker_js,
  ]
}
