/// Why a source cannot be read, and where.
public struct SourceError: Error, Hashable, Sendable {
  /// What cannot be read: the path of a file, `standard input`, or `rows`.
  public var path: String
  /// The 1-based line at which the record in question starts; the number of the row where a source
  /// has no lines.
  ///
  /// Nil if the source as a whole is meant.
  public var line: Int?
  /// The 1-based number of the cell in its record.
  public var column: Int?
  /// The reason, as a part of a sentence.
  public var reason: String

  /// Creates an error.
  public init(path: String, line: Int? = nil, column: Int? = nil, reason: String) {
    self.path = path
    self.line = line
    self.column = column
    self.reason = reason
  }
}

extension SourceError: CustomStringConvertible {
  /// One line that names the place and the reason: `a.csv:3: a row longer than the header`.
  public var description: String {
    var place = path
    if let line { place += ":\(line)" }
    if let column { place += ":\(column)" }
    return "\(place): \(reason)"
  }
}

/// A request that asks for something a list does not have or cannot do: an unknown attribute, a
/// value that is out of range.
///
/// It names the parameter.
public struct InvalidRequest: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public var description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }
}
