import Shortlist

/// Why the program could not do what was asked, in one line.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// The line for an error of a module.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as FilterError: self.init("--where: \(error)")
    default: self.init("\(error)")
    }
  }
}
