import Workloads

/// What is measured.
struct Options: Codable {
  private enum CodingKeys: CodingKey {
    case rows, orders, samples
  }

  static let help = """
    Measures commits of the engine, side by side on lists of several lengths.

      --rows 10000,1000000,10000000    the lengths
      --orders integer,text,source     what the lists are sorted by
      --samples 2000                   commits of one row for each figure; of a hundred rows there
                                       are a twentieth
      --quick                          the same as --rows 10000,1000000 --samples 400
      --json                           prints JSON, with all figures, in place of the tables

    """

  /// The lengths of the lists, ascending.
  var rows = [10_000, 1_000_000, 10_000_000]
  var orders = ListOrder.allCases
  /// Commits of one row for each figure.
  var samples = 2000
  var isJSON = false
  var wantsHelp = false

  /// Reads the arguments of the program.
  init(_ arguments: [String]) throws {
    var arguments = arguments[...]
    while let option = arguments.popFirst() {
      switch option {
      case "--rows":
        rows = try list(option, arguments.popFirst()) { Int($0).flatMap { $0 >= 1000 ? $0 : nil } }
        rows.sort()
      case "--orders": orders = try list(option, arguments.popFirst()) { ListOrder(rawValue: $0) }
      case "--samples":
        samples = try list(option, arguments.popFirst()) {
          Int($0).flatMap { $0 >= 20 ? $0 : nil }
        }[0]
      case "--quick": (rows, samples) = ([10_000, 1_000_000], 400)
      case "--json": isJSON = true
      case "--help", "-h": wantsHelp = true
      default: throw WrongOption(description: "\(option): there is no such option")
      }
    }
  }

  private func list<Element>(
    _ option: String, _ text: String?, _ element: (String) -> Element?
  ) throws -> [Element] {
    let parts = (text ?? "").split(separator: ",", omittingEmptySubsequences: false)
    guard !parts.isEmpty else { throw WrongOption(description: "\(option): a value is missing") }
    return try parts.map { part in
      guard let element = element(String(part)) else {
        throw WrongOption(description: "\(option): \(part) does not fit")
      }
      return element
    }
  }
}

/// Why the arguments could not be read.
struct WrongOption: Error, CustomStringConvertible {
  let description: String
}
