/// The members of a JSON object in source order.
///
/// A repeated name keeps its first position and gets the last value. Names are equal only if they
/// have the same code points.
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
  /// The indices of names; used only if there are too many members for a linear search.
  private var places: [Name: Int]

  private static let maxSearched = 12

  /// Creates an object without members.
  public init() {
    members = []
    places = [:]
  }

  /// Creates an object; the last value of a repeated name counts.
  public init(_ members: [(String, JSON)]) {
    self.init()
    self.members.reserveCapacity(members.count)
    for (name, value) in members { set(name, to: value) }
  }

  /// The value of a member; nil if there is none of that name.
  ///
  /// - Complexity: O(1)
  public subscript(name: String) -> JSON? { index(of: name).map { members[$0].value } }

  /// Sets the value of a member, appending a new one at the end.
  ///
  /// - Returns: The index of the member.
  /// - Complexity: O(1), amortised.
  @discardableResult
  public mutating func set(_ name: String, to value: JSON) -> Int {
    if let index = index(of: name) {
      members[index].value = value
      return index
    }
    members.append(Member(name: name, value: value))
    if members.count == Self.maxSearched + 1 {
      for (index, member) in members.enumerated() { places[Name(text: member.name)] = index }
    } else if members.count > Self.maxSearched {
      places[Name(text: name)] = members.count - 1
    }
    return members.count - 1
  }

  func index(of name: String) -> Int? {
    if members.count > Self.maxSearched { return places[Name(text: name)] }
    let wanted = Name(text: name)
    return members.firstIndex { Name(text: $0.name) == wanted }
  }
}

extension JSONObject: Hashable {
  /// Returns whether both have the same members in the same order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members == right.members
  }

  /// Hashes the members.
  public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

/// A name that compares byte for byte; strings compare by canonical equivalence.
private struct Name: Hashable {
  let text: String

  static func == (left: Name, right: Name) -> Bool {
    // Comparing strings first is faster, because most names differ.
    left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
