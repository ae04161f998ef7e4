/// The reason why a picker could not carry out a request, which then changed nothing.
///
///     do {
///       try await picker.filter("price:abc")
///     } catch let error as PickListError where error.code == .invalidFilter {
///       show(error.description, at: error.offset)
///     }
///
/// A request that was cancelled throws `CancellationError` instead.
public struct PickListError: Error, Sendable, CustomStringConvertible {
  /// The kinds of errors; later versions may add more.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case unreadable, invalidRequest, invalidFilter, writeRefused, stale, superseded, notSupported
      case other
    }

    private let kind: Kind

    /// The items cannot be loaded: two have the same id, or a file cannot be read.
    public static let unreadable = Code(kind: .unreadable)
    /// The request is invalid: an unknown attribute, a negative limit.
    public static let invalidRequest = Code(kind: .invalidRequest)
    /// A filter cannot be parsed, or does not fit the attribute.
    public static let invalidFilter = Code(kind: .invalidFilter)
    /// The changes of items are not possible.
    public static let writeRefused = Code(kind: .writeRefused)
    /// The request was decided on another revision.
    public static let stale = Code(kind: .stale)
    /// A newer query replaced the query.
    public static let superseded = Code(kind: .superseded)
    /// The store of the items does not support the request.
    public static let notSupported = Code(kind: .notSupported)
    /// A function of the caller threw an error.
    public static let other = Code(kind: .other)

    /// The name.
    public var description: String { kind.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that says what failed, and where.
  public let description: String
  /// Where the mistake in a filter or a search starts, as a UTF-8 byte offset into its text.
  public private(set) var offset: Int?
  /// The index of the impossible change within its transaction; if the items cannot be loaded, the
  /// index of the item.
  public private(set) var index: Int?
  /// The underlying error.
  public let underlying: any Error

  init(_ error: any Error) {
    if let refused = error as? RefusedStepError {
      self.init(refused.refusal, underlying: refused.underlying)
    } else {
      self.init(error, underlying: error)
    }
  }

  private init(_ error: any Error, underlying: any Error) {
    self.underlying = underlying
    description = "\(error)"
    switch error {
    case let error as SourceError:
      code = .unreadable
      index = error.line.map { $0 - 1 }
    case is InvalidRequestError, is FilterGroups.OperatorMismatchError: code = .invalidRequest
    case let error as FilterError:
      code = .invalidFilter
      offset = error.offset
    case let error as SearchError:
      code = .invalidRequest
      offset = error.offset
    case let error as WriteError:
      code = .writeRefused
      index = error.index
    case is StaleRevisionError: code = .stale
    case is QuerySupersededError: code = .superseded
    case is ShortlistStoreError, is NotSupportedError: code = .notSupported
    default: code = .other
    }
  }
}

/// An error that a newer query replaced this one.
struct QuerySupersededError: Error, CustomStringConvertible {
  var description: String { "a newer query replaced this one" }
}

extension ListSignal<PickListError> {
  /// Sends a failure that no task awaits, and writes it to standard error in a debug build.
  ///
  /// A request that was cancelled, or that a newer query replaced, has not failed.
  func record(_ error: any Error) { if let error = failure(error) { send(error) } }

  /// Does the same as `record` before anyone can listen: the first observer receives the failure.
  func recordForFirst(_ error: any Error) {
    if let error = failure(error) { sendToFirst(error) }
  }

  private func failure(_ error: any Error) -> PickListError? {
    if error is CancellationError { return nil }
    let error = error as? PickListError ?? PickListError(error)
    if error.code == .superseded { return nil }
    #if DEBUG
      StandardError.print("Shortlist: \(error)")
    #endif
    return error
  }
}
