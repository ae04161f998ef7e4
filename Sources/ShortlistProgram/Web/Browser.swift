import Foundation

/// The default browser.
enum Browser {
  /// Opens an address.
  ///
  /// Failure is ignored, because the address is printed anyway.
  static func open(_ address: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    #if os(macOS)
      process.arguments = ["open", address]
    #else
      process.arguments = ["xdg-open", address]
    #endif
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      StandardError.write("shortlist: --open: no browser could be started\n")
    }
  }
}
