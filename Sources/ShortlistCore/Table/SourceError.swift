/// An error in reading a source, with its location.
///
///     do {
///       try await picker.waitUntilLoaded()
///     } catch let error as PickListError {
///       print((error.underlying as? SourceError)?.reason ?? "")
///     }
public struct SourceError: Error, Hashable, Sendable {
  /// The source that cannot be read: the path of a file, `standard input`, or `rows`.
  public var path: String
  /// The 1-based line at which the affected record starts; the row number if the source has no
  /// lines.
  ///
  /// Nil if the error concerns the whole source.
  public var line: Int?
  /// The 1-based number of the cell in its record.
  public var column: Int?
  /// The reason, as a sentence fragment.
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
  /// The location and the reason on one line: `a.csv:3: a row longer than the header`.
  public var description: String {
    var place = path
    if let line { place += ":\(line)" }
    if let column { place += ":\(column)" }
    return "\(place): \(reason)"
  }
}

/// An error for a request that a list cannot fulfil, such as an unknown attribute or a value out of
/// range.
///
/// The description names the parameter.
///
///     do throws(InvalidRequestError) {
///       _ = try NumberRange<Double>(bounds: 0...100, step: 0)
///     } catch {
///       show(error.description)  // step: 0.0 is not above zero and finite
///     }
public struct InvalidRequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The description, as a sentence.
  public var description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }
}
