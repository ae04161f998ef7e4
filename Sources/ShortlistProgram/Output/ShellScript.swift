/// The key bindings for a shell.
enum ShellScript: String, CaseIterable {
  case bash, zsh, fish

  /// Creates the script that the only argument requests, as in `--bash`.
  init?(arguments: some Collection<String>) {
    guard arguments.count == 1, let argument = arguments.first, argument.hasPrefix("--") else {
      return nil
    }
    self.init(rawValue: String(argument.dropFirst(2)))
  }

  /// The text of the script.
  var text: [UInt8] {
    switch self {
    case .bash: PackageResources.shortlist_bash
    case .zsh: PackageResources.shortlist_zsh
    case .fish: PackageResources.shortlist_fish
    }
  }
}
