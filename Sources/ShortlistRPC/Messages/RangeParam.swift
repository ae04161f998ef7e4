import Shortlist
import ShortlistJSON

/// A range as a request gives it.
enum RangeParam {
  /// A range of fixed length.
  case fixed(RangeOptions)
  /// A range that follows the data, which is not built yet.
  case flexible

  /// What to set.
  var options: RangeOptions {
    get throws(RPCError) {
      switch self {
      case .fixed(let options): return options
      case .flexible: throw .notSupported("flexible ranges are")
      }
    }
  }
}

extension Shape where Value == RangeParam {
  static var range: Self {
    .object { (params) throws(RPCError) in
      let kind: Kind = try params.required("kind", .choice)
      let length = try params.required("length", .natural)
      let offset = try params.given("offset", .natural) ?? 0
      let pin: RangeOptions.Pin = try params.given("pin", .choice) ?? .beginning
      switch kind {
      case .fixed: return .fixed(.fixed(length: length, offset: offset, from: pin))
      case .flexible:
        try readFlexible(&params)
        return .flexible
      }
    }
  }

  private static func readFlexible(_ params: inout Params) throws(RPCError) {
    _ = try params.given("grow", .choice as Shape<Growth>)
    let minimum = try params.given("minLength", .natural) ?? 0
    let maximum = try params.optional("maxLength", .natural)
    if let maximum, minimum > maximum {
      throw .invalidParams("minLength must not be greater than maxLength")
    }
  }
}

private enum Kind: String, CaseIterable {
  case fixed, flexible
}

private enum Growth: String, CaseIterable {
  case pinSide, nonPinSide, both, inRangeOnly
}
