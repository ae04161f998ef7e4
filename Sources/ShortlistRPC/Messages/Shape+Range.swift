import Shortlist

/// A range as given in a request.
struct RangeParam {
  var options: RangeOptions
  /// The names of its members, sorted.
  var members: [String]
}

extension Shape where Value == RangeParam {
  /// The visible part of each section.
  static var range: Self {
    .object { (params) throws(RPCError) in
      let kind: Kind = try params.required("kind", .choice)
      let length = try params.required("length", .natural)
      let offset = try params.given("offset", .natural) ?? 0
      let pin: RangeOptions.Pin = try params.given("pin", .choice) ?? .beginning
      if kind == .fixed {
        return RangeParam(
          options: .fixed(length: length, offset: offset, from: pin), members: params.memberNames)
      }
      let growth: Growth = try params.given("grow", .choice) ?? .pinSide
      let minimum = try params.given("minLength", .natural) ?? 0
      let maximum = try params.optional("maxLength", .natural) ?? .max
      guard minimum <= maximum else {
        throw .invalidParams("minLength must not be greater than maxLength")
      }
      let options = RangeOptions.flexible(
        length: length, offset: offset, from: pin, growOptions: growth.options,
        minLength: minimum, maxLength: maximum)
      return RangeParam(options: options, members: params.memberNames)
    }
  }
}

private enum Kind: String, CaseIterable {
  case fixed, flexible
}

private enum Growth: String, CaseIterable {
  case pinSide, nonPinSide, both, inRangeOnly

  var options: RangeOptions.GrowOptions {
    switch self {
    case .pinSide: .pinSide
    case .nonPinSide: .nonPinSide
    case .both: .both
    case .inRangeOnly: .inRangeOnly
    }
  }
}
