/// The members of a JSON object, in the order written.
///
/// A name that is repeated keeps its place and gets the last value. Names are the same only if
/// they are written with the same code points.
public struct JSONObject: Sendable {
  /// A name and its value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public fileprivate(set) var value: JSON
  }

  /// The members in order.
  public private(set) var members: [Member]
  /// Where names are; kept only while there are so many members that searching is slow.
  private var places: [Name: Int]

  private static let mostSearched = 12

  /// Creates an object without members.
  public init() {
    members = []
    places = [:]
  }

  /// Creates an object; of a repeated name the last value counts.
  public init(_ members: [(String, JSON)]) {
    self.init()
    self.members.reserveCapacity(members.count)
    for (name, value) in members { set(name, to: value) }
  }

  /// The value of the member called `name`, or nil if there is none.
  ///
  /// - Complexity: O(1)
  public subscript(name: String) -> JSON? { index(of: name).map { members[$0].value } }

  /// Gives the member called `name` a value; a new member comes last.
  ///
  /// - Returns: The place of the member.
  /// - Complexity: O(1), amortised.
  @discardableResult
  public mutating func set(_ name: String, to value: JSON) -> Int {
    if let index = index(of: name) {
      members[index].value = value
      return index
    }
    members.append(Member(name: name, value: value))
    if members.count == Self.mostSearched + 1 {
      for (index, member) in members.enumerated() { places[Name(text: member.name)] = index }
    } else if members.count > Self.mostSearched {
      places[Name(text: name)] = members.count - 1
    }
    return members.count - 1
  }

  func index(of name: String) -> Int? {
    if members.count > Self.mostSearched { return places[Name(text: name)] }
    let wanted = Name(text: name)
    return members.firstIndex { Name(text: $0.name) == wanted }
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members in the same order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members == right.members
  }

  /// Feeds the members to `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

/// A name that is compared byte for byte, where strings are the same also if they only look alike.
private struct Name: Hashable {
  let text: String

  static func == (left: Name, right: Name) -> Bool {
    // Most names differ already as strings, which is found out faster.
    left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
