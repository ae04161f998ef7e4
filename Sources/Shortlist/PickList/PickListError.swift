/// Why a picker could not do what it was asked for; it then is as it was.
///
///     do {
///       try await picker.filter("price:abc").value
///     } catch let error as PickListError where error.code == .invalidFilter {
///       show(error.description, at: error.offset)
///     }
///
/// An intent that was cancelled, or whose place a newer query took, fails with `CancellationError`
/// instead.
public struct PickListError: Error, Sendable, CustomStringConvertible {
  /// The kinds of errors; there may be more in time.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case unreadable, invalidRequest, invalidFilter, writeRefused, stale, notSupported, other
    }

    private let kind: Kind

    /// The items cannot be taken in: two with the same id, a file that cannot be read.
    public static let unreadable = Code(kind: .unreadable)
    /// It asks for what there is not: an unknown attribute, a negative limit.
    public static let invalidRequest = Code(kind: .invalidRequest)
    /// A filter cannot be understood, or does not fit the attribute.
    public static let invalidFilter = Code(kind: .invalidFilter)
    /// Items cannot be changed so.
    public static let writeRefused = Code(kind: .writeRefused)
    /// It was decided on another revision.
    public static let stale = Code(kind: .stale)
    /// Its items are kept nowhere that could do it.
    public static let notSupported = Code(kind: .notSupported)
    /// What a function of the caller threw.
    public static let other = Code(kind: .other)

    /// The name.
    public var description: String { kind.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that names what failed, and where.
  public let description: String
  /// Where the mistake of a filter starts, in UTF-8 bytes from the beginning of its text.
  public private(set) var offset: Int?
  /// The change that cannot be done, by its index among those asked for at once; of items that
  /// cannot be taken in the index of the item.
  public private(set) var index: Int?
  /// The error that it is made of.
  public let underlying: any Error

  init(_ error: any Error) {
    underlying = error
    description = "\(error)"
    switch error {
    case let error as SourceError:
      code = .unreadable
      index = error.line.map { $0 - 1 }
    case is InvalidRequest, is FilterGroups.OperatorMismatch: code = .invalidRequest
    case let error as FilterError:
      code = .invalidFilter
      offset = error.offset
    case let error as WriteRefusal:
      code = .writeRefused
      index = error.index
    case is StaleRevision: code = .stale
    case is ShortlistsNotKept: code = .notSupported
    default: code = .other
    }
  }
}
