/// Which part of a section's rows a window shows.
///
///     .fixed(length: 50)                          // the first 50 rows
///     .fixed(length: 50, offset: 10, from: .end)  // 50 rows that end 10 before the last
///     .flexible(length: 50, from: .end)           // the last 50 rows, and those that come
///
/// A *fixed* range is always the same positions: when rows come or go, others slide in or out of
/// it. A *flexible* range follows its rows: it grows with rows that come, as `growOptions` say,
/// shrinks with rows that go, and keeps its place when something changes between it and the pin.
///
/// A range need not fit its section. A fixed one shows what is there and grows back; a flexible one
/// fills itself up, on the side away from the pin, until it has once been as long as asked.
///
/// Options that are read back from a list carry the length and the offset of the moment. To set
/// them again, also as a copy with another length or offset, means the same range: a fixed one of
/// 20 rows that shows 5 still wants 20.
public struct RangeOptions: Hashable, Sendable {
  /// The end of a section that an offset counts from.
  public enum Pin: String, Sendable, CaseIterable {
    /// The first row.
    case beginning
    /// The last row.
    case end
  }

  /// The sides on which a flexible range takes in rows that come right beside it.
  ///
  /// Rows that come between two visible rows are always taken in, rows beyond a row that is outside
  /// never.
  public struct GrowOptions: OptionSet, Hashable, Sendable {
    /// One bit for each side.
    public let rawValue: Int

    /// Creates options of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The side nearer to the pin.
    public static let pinSide = Self(rawValue: 1 << 0)
    /// The side away from the pin.
    public static let nonPinSide = Self(rawValue: 1 << 1)
    /// Neither side.
    public static let inRangeOnly: Self = []
    /// Both sides.
    public static let both: Self = [.pinSide, .nonPinSide]
  }

  /// Whether the range is always the same positions.
  public let isFixed: Bool
  /// Whether the range follows its rows.
  public var isFlexible: Bool { !isFixed }

  /// How many rows are asked for or, in options read back from a list, are visible.
  public internal(set) var length: Int
  /// How many rows lie between the pin and the range.
  ///
  /// In options read back from a list, that of a flexible range is the offset of the moment. That
  /// of a fixed range never changes.
  public internal(set) var offset: Int
  /// The end that `offset` counts from.
  public let pin: Pin
  /// The sides on which the range may grow; without meaning for a fixed range.
  public var growOptions: GrowOptions = .pinSide

  /// What was written out where the range was given as a message.
  ///
  /// A range in other words counts as another one, although it shows the same.
  package var wording: [String] = []

  /// How many rows are wanted, however many are there.
  var wantedLength: Int
  private var minimum = 0
  private var maximum = Int.max

  private init(isFixed: Bool, length: Int, offset: Int, pin: Pin) {
    precondition(length >= 0, "a window's length must not be negative, but is \(length)")
    precondition(offset >= 0, "a window's offset must not be negative, but is \(offset)")
    self.isFixed = isFixed
    self.length = length
    self.offset = offset
    self.pin = pin
    wantedLength = length
  }

  /// A range of fixed length: rows `offset ..< offset + length` from the pin, clipped to the
  /// section.
  ///
  /// It grows back when rows come.
  ///
  /// - Precondition: Neither `length` nor `offset` is negative.
  public static func fixed(length: Int, offset: Int = 0, from pin: Pin = .beginning) -> Self {
    Self(isFixed: true, length: length, offset: offset, pin: pin)
  }

  /// A range that begins with `length` rows at `offset` from the pin, and then follows its rows.
  ///
  /// - Parameters:
  ///   - length: The length to begin with.
  ///   - offset: The offset to begin with. If the section is shorter, it is the section's count.
  ///   - pin: The end that the offset counts from.
  ///   - growOptions: The sides on which rows that come are taken in.
  ///   - minLength: The length to keep, if the section has as many rows.
  ///   - maxLength: The length not to pass.
  /// - Returns: The options.
  /// - Precondition: No number is negative, and `minLength <= maxLength`.
  public static func flexible(
    length: Int, offset: Int = 0, from pin: Pin = .beginning, growOptions: GrowOptions = .pinSide,
    minLength: Int = 0, maxLength: Int = .max
  ) -> Self {
    var options = Self(isFixed: false, length: length, offset: offset, pin: pin)
    options.growOptions = growOptions
    options.maxLength = maxLength
    options.minLength = minLength
    return options
  }

  // MARK: Limits

  /// The length that a flexible range keeps, if the section has as many rows; 0 at first.
  ///
  /// When a batch leaves the range shorter, rows are taken in on the pin side, and then on the
  /// other. That is decided once for a batch, so that a row deleted and another inserted in one
  /// batch can end otherwise than in two.
  ///
  /// That of a fixed range is 0.
  ///
  /// - Precondition: To set: the range is flexible, and `0 <= minLength <= maxLength`.
  public var minLength: Int {
    get { minimum }
    set {
      precondition(!isFixed, "a fixed range has no minLength, but \(newValue) was set")
      precondition(newValue >= 0, "minLength must not be negative, but is \(newValue)")
      precondition(
        newValue <= maximum,
        "minLength must not be greater than maxLength, but \(newValue) > \(maximum)")
      minimum = newValue
    }
  }

  /// The length that a flexible range does not pass; `Int.max`, which is no limit, at first.
  ///
  /// When a batch leaves the range longer, rows on the side away from the pin leave it.
  ///
  /// That of a fixed range is the length originally asked for.
  ///
  /// - Precondition: To set: the range is flexible, and `minLength <= maxLength`.
  public var maxLength: Int {
    get { isFixed ? wantedLength : maximum }
    set {
      precondition(!isFixed, "a fixed range has its length as maxLength, but \(newValue) was set")
      precondition(newValue >= 0, "maxLength must not be negative, but is \(newValue)")
      precondition(
        newValue >= minimum,
        "maxLength must not be less than minLength, but \(newValue) < \(minimum)")
      maximum = newValue
    }
  }
}
