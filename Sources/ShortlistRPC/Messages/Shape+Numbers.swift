import Shortlist
import ShortlistJSON

extension Shape where Value == Quantity {
  /// A finite number.
  static var quantity: Self {
    Self("a finite number") { json in
      switch json {
      case .integer(let integer): .integer(integer)
      case .number(let number): Quantity(number)
      case .null, .boolean, .string, .array, .object: nil
      }
    }
  }

  /// A finite number, or a date as text.
  static var end: Self {
    Self("a finite number or a date") { json in
      if case .string(let text) = json { return Timestamp(text).map(Quantity.date) }
      return try? Shape<Quantity>.quantity.read(json, "")
    }
  }

  /// A finite number greater than zero.
  static var step: Self {
    Self("a number greater than 0") { json in
      guard let step = try? Shape<Quantity>.quantity.read(json, "") else { return nil }
      return Quantity.isStep(step) ? step : nil
    }
  }
}

extension Shape where Value == ClosedRange<Quantity> {
  /// Two finite numbers or two dates in ascending order; the list checks their type.
  static var ends: Self {
    Self { (value, path) throws(RPCError) in
      let ends = try Shape<[Quantity]>.array(of: .end).read(value, path)
      guard ends.count == 2, ends[0] <= ends[1] else {
        throw .invalidParams("\(path) must be [lower, upper], the lower end first")
      }
      return ends[0]...ends[1]
    }
  }
}

extension Shape {
  /// An object whose members all have the same shape, as an array of names and values.
  static func members<Member>(_ shape: Shape<Member>) -> Self
  where Value == [(name: String, value: Member)] {
    Self { (value, path) throws(RPCError) in
      guard case .object(let object) = value else {
        throw .invalidParams("\(path) must be an object")
      }
      var read: [(String, Member)] = []
      for (name, member) in object.members.map({ ($0.name, $0.value) }) {
        read.append((name, try shape.read(member, "\(path).\(name)")))
      }
      return read
    }
  }
}
