import Shortlist
import ShortlistJSON

/// The expected type of a member, and how to read it.
struct Shape<Value>: Sendable {
  /// Reads a value; errors name the path.
  let read: @Sendable (_ value: JSON, _ path: String) throws(RPCError) -> Value

  init(_ read: @escaping @Sendable (_ value: JSON, _ path: String) throws(RPCError) -> Value) {
    self.read = read
  }

  /// Creates a shape whose error message is "must be", followed by `expected`: `a text`.
  init(_ expected: String, _ read: @escaping @Sendable (JSON) -> Value?) {
    self.init { (value, path) throws(RPCError) in
      guard let read = read(value) else { throw .invalidParams("\(path) must be \(expected)") }
      return read
    }
  }
}

extension Shape where Value == JSON {
  static var any: Self { Self("a value") { $0 } }
}

extension Shape where Value == String {
  static var text: Self {
    Self("a text") { if case .string(let text) = $0 { text } else { nil } }
  }
}

extension Shape where Value == Bool {
  static var flag: Self {
    Self("true or false") { if case .boolean(let flag) = $0 { flag } else { nil } }
  }
}

extension Shape where Value == Int {
  static var natural: Self {
    Self("an integer, 0 or greater") {
      if case .integer(let number) = $0, number >= 0 { number } else { nil }
    }
  }
}

extension Shape where Value == RowID {
  static var id: Self {
    Self("a number or a text") { RowID($0) }
  }
}

extension Shape
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of the raw values of an enumeration.
  static var choice: Self {
    Self("one of " + Value.allCases.map(\.rawValue).joined(separator: ", ")) {
      if case .string(let name) = $0 { Value(rawValue: name) } else { nil }
    }
  }
}

extension Shape {
  /// Null, read as nil, or another shape.
  static func orNull<Wrapped>(_ shape: Shape<Wrapped>) -> Self where Value == Wrapped? {
    Self { (value, path) throws(RPCError) in
      value == .null ? nil : try shape.read(value, path)
    }
  }

  /// Another shape, whose error is returned.
  static func result<Success>(of shape: Shape<Success>) -> Self
  where Value == Result<Success, RPCError> {
    Self { (value, path) throws(RPCError) in
      Result { () throws(RPCError) in try shape.read(value, path) }
    }
  }

  /// Reads an element.
  ///
  /// Builds the element's path only when an error needs it.
  private func readElement(
    _ element: JSON, _ index: Int, of path: String
  ) throws(RPCError) -> Value {
    do throws(RPCError) { return try read(element, path) } catch {
      return try read(element, "\(path)[\(index)]")
    }
  }

  /// An array whose elements all have the same shape.
  static func array<Element>(
    of shape: Shape<Element>, atMost limit: Int = Limits.elements
  ) -> Self where Value == [Element] {
    Self { (value, path) throws(RPCError) in
      guard case .array(let elements) = value else {
        throw .invalidParams("\(path) must be an array")
      }
      if elements.count > limit {
        throw .limit("\(path) has \(elements.count) elements, at most \(limit) may be", limit)
      }
      var read: [Element] = []
      read.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        read.append(try shape.readElement(element, index, of: path))
      }
      return read
    }
  }

  /// An object whose members are all read by `read`.
  static func object(_ read: @escaping @Sendable (inout Params) throws(RPCError) -> Value) -> Self {
    Self { (value, path) throws(RPCError) in
      var params = try Params(value, at: path)
      let read = try read(&params)
      try params.end()
      return read
    }
  }
}
