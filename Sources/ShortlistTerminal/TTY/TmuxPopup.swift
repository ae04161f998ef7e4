import Foundation
import ShortlistPlatform

/// A popup of tmux in which a program runs, as the option `--tmux` of fzf has it.
package struct TmuxPopup: Hashable, Sendable {
  package enum Place: String, Hashable, Sendable, CaseIterable {
    case center, top, bottom, left, right
    /// There is no popup.
    case none
  }

  package private(set) var place = Place.center
  private var width = CellCount.percent(50)
  private var height = CellCount.percent(50)
  /// Whether tmux draws a border around it.
  private var hasBorder = false

  /// Parses a place, sizes, and `border-native`, as `left,40%` or `80%,60%`.
  package init(_ text: String) throws(SyntaxError) {
    var sizes: [CellCount] = []
    for part in text.split(separator: ",") {
      if let place = Place(rawValue: String(part)) {
        self.place = place
      } else if part == "border-native" {
        hasBorder = true
      } else if let size = CellCount(part), sizes.count < 2 {
        sizes.append(size)
      } else {
        throw SyntaxError(
          unknown: "place", part, among: Place.allCases.map(\.rawValue) + ["border-native"])
      }
    }
    let isBeside = place == .left || place == .right
    if place == .top || place == .bottom { width = .percent(100) }
    if isBeside { height = .percent(100) }
    if place == .center, let size = sizes.first { (width, height) = (size, size) }
    if sizes.count == 2 {
      (width, height) = (sizes[0], sizes[1])
    } else if let size = sizes.first {
      if isBeside { width = size } else { height = size }
    }
  }

  /// Returns the arguments of tmux.
  ///
  /// - Parameters:
  ///   - command: What runs in the popup, for a shell.
  ///   - directory: Where it runs.
  /// - Returns: The arguments.
  package func arguments(_ command: String, in directory: String) -> [String] {
    func text(_ size: CellCount) -> String {
      switch size {
      case .cells(let count): "\(count)"
      case .percent(let percent): "\(percent)%"
      }
    }
    let column = [.left: "0", .right: "R"][place] ?? "C"
    let row = [.top: "0", .bottom: "9999"][place] ?? "C"
    return ["display-popup", "-E"] + (hasBorder ? [] : ["-B"])
      + ["-d", directory, "-x", column, "-y", row, "-w", text(width), "-h", text(height), command]
  }

  /// Runs a program again in the popup, with the input and the output of this one; tmux takes the
  /// place of this program, and ends with the exit status of the other.
  ///
  /// - Parameters:
  ///   - words: The path of the program and its arguments.
  ///   - variables: The environment variables that it needs.
  /// - Returns: Only if it fails: why.
  package func become(_ words: [String], variables: [(String, String)]) -> any Error {
    // The input of tmux is the terminal.
    let descriptors = (dup(0), dup(1), dup(2))
    let files = "/proc/\(getpid())/fd/"
    let environment = ["env"] + variables.map { "\($0)=\($1)" }
    let command =
      (environment + words).map(CommandTemplate.quoted).joined(separator: " ")
      + " < \(files)\(descriptors.0) > \(files)\(descriptors.1) 2> \(files)\(descriptors.2)"
    let tmux =
      ["/usr/bin/env", "tmux"]
      + arguments(command, in: FileManager.default.currentDirectoryPath)
    return System.become(tmux.map { Array($0.utf8) }, [])
  }
}
