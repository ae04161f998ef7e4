/// The part of a section's rows that a window shows.
///
///     picker.window = .fixed(length: 50)                          // the first 50 rows
///     picker.window = .fixed(length: 50, offset: 10, from: .end)  // 50 ending 10 before the last
///     picker.window = .flexible(length: 50, from: .end)           // the last 50, and new ones
///
/// A *fixed* range always shows the same positions: when rows come or go, others slide in or out of
/// it. A *flexible* range follows its rows: it grows with new rows, as `growOptions` allow, shrinks
/// when its rows go, and keeps its place when something changes between it and the pin.
///
/// A range need not fit its section. A fixed range shows the rows that exist and grows back when
/// more come. A flexible range fills up, on the side away from the pin, until it first reaches the
/// requested length.
///
/// Options read back from a list contain the current length and offset. Setting them again, or a
/// copy with another length or offset, still requests the same range: a fixed range of 20 rows that
/// shows 5 still wants 20.
public struct RangeOptions: Hashable, Sendable {
  /// The end of a section that an offset counts from.
  ///
  ///     chat.window = .fixed(length: 50, from: .end)  // the last 50
  public enum Pin: String, Sendable, CaseIterable {
    /// The first row.
    case beginning
    /// The last row.
    case end
  }

  /// The sides on which a flexible range includes new rows directly beside it.
  ///
  /// A flexible range always includes new rows between two visible rows. It never includes new rows
  /// that lie beyond a row outside the range.
  ///
  ///     chat.window = .flexible(length: 50, from: .end, growOptions: .both)
  public struct GrowOptions: OptionSet, Hashable, Sendable {
    /// The bit mask, with one bit for each side.
    public let rawValue: Int

    /// Creates options from a bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The side towards the pin.
    public static let pinSide = Self(rawValue: 1 << 0)
    /// The side away from the pin.
    public static let nonPinSide = Self(rawValue: 1 << 1)
    /// Neither side.
    public static let inRangeOnly: Self = []
    /// Both sides.
    public static let both: Self = [.pinSide, .nonPinSide]
  }

  /// Whether the range always shows the same positions.
  public let isFixed: Bool
  /// Whether the range follows its rows.
  public var isFlexible: Bool { !isFixed }

  /// The number of rows requested or, in options read back from a list, visible.
  public internal(set) var length: Int
  /// The number of rows between the pin and the range.
  ///
  /// In options read back from a list, a flexible range has its current offset. The offset of a
  /// fixed range never changes.
  public internal(set) var offset: Int
  /// The end that `offset` counts from.
  public let pin: Pin
  /// The sides on which the range may grow; ignored for a fixed range.
  public var growOptions: GrowOptions = .pinSide

  /// The requested number of rows, regardless of how many exist.
  var requestedLength: Int
  private var minimum = 0
  private var maximum = Int.max

  private init(isFixed: Bool, length: Int, offset: Int, pin: Pin) {
    precondition(length >= 0, "a window's length must not be negative, but is \(length)")
    precondition(offset >= 0, "a window's offset must not be negative, but is \(offset)")
    self.isFixed = isFixed
    self.length = length
    self.offset = offset
    self.pin = pin
    requestedLength = length
  }

  /// Creates a fixed range: rows `offset ..< offset + length` from the pin, clipped to the section.
  ///
  /// It grows back when rows come.
  ///
  /// - Precondition: Neither `length` nor `offset` is negative.
  public static func fixed(length: Int, offset: Int = 0, from pin: Pin = .beginning) -> Self {
    Self(isFixed: true, length: length, offset: offset, pin: pin)
  }

  /// Creates a range that starts with `length` rows at `offset` from the pin and then follows its
  /// rows.
  ///
  /// - Parameters:
  ///   - length: The initial length.
  ///   - offset: The initial offset, limited to the section's count.
  ///   - pin: The end that the offset counts from.
  ///   - growOptions: The sides on which the range includes new rows.
  ///   - minLength: The length to keep, if the section has as many rows; at most `maxLength`.
  ///   - maxLength: The length not to exceed; at least 0.
  /// - Returns: The options.
  /// - Precondition: Neither `length` nor `offset` is negative.
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

  /// The length that a flexible range keeps if the section has as many rows; 0 by default.
  ///
  /// When a batch leaves the range shorter, the range includes more rows on the pin side, then on
  /// the other. This is decided once per batch, so deleting one row and inserting another in one
  /// batch can have a different result than in two.
  ///
  /// A new value is limited to `0...maxLength`. For a fixed range, it is always 0: setting it has
  /// no effect.
  public var minLength: Int {
    get { minimum }
    set { if isFlexible { minimum = max(0, min(newValue, maximum)) } }
  }

  /// The length that a flexible range does not exceed; `Int.max`, which is no limit, by default.
  ///
  /// When a batch leaves the range longer, it drops rows on the side away from the pin.
  ///
  /// A new value that is less than `minLength` counts as `minLength`. For a fixed range, it is
  /// always the length originally requested: setting it has no effect.
  public var maxLength: Int {
    get { isFixed ? requestedLength : maximum }
    set { if isFlexible { maximum = max(newValue, minimum) } }
  }
}
