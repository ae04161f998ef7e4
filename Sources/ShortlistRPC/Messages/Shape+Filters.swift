import Shortlist
import ShortlistJSON

/// A filter group as given in a request.
struct GroupParam: Sendable {
  var name: String
  var `operator`: RefinementOperator
}

extension Shape where Value == GroupParam {
  static var group: Self {
    .object { (params) throws(RPCError) in
      GroupParam(
        name: try params.required("name", .text), operator: try params.required("operator", .choice)
      )
    }
  }
}

extension Shape where Value == Filter {
  /// A filter of a group.
  ///
  /// Its operands are kept as given; the list checks their types.
  static var filter: Self {
    .object { (params) throws(RPCError) in
      let name = try params.required("attribute", .text)
      let filter: Filter =
        if params.has("equals") {
          .equals(name, try params.required("equals", .operand))
        } else if params.has("range") {
          try range(of: name, try params.required("range", .array(of: .operand)))
        } else {
          .compares(
            name, try params.required("comparison", .choice),
            try params.required("value", .operand))
        }
      return try params.optional("negated", .flag) == true ? .not(filter) : filter
    }
  }

  private static func range(
    of name: String, _ ends: [CellValue]
  ) throws(RPCError) -> Filter {
    guard ends.count == 2 else { throw .invalidParams("range must be [lower, upper]") }
    return .inRange(name, ends[0].isNull ? nil : ends[0], ends[1].isNull ? nil : ends[1])
  }
}

extension Shape where Value == CellValue {
  /// A value that a filter compares with.
  fileprivate static var operand: Self {
    Self("null, a truth value, a number or a text") { json in
      if case .array = json { nil } else { CellValue(json) }
    }
  }
}
