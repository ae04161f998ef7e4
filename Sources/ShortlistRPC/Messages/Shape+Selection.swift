import Shortlist
import ShortlistJSON

extension Shape where Value == SelectionRule {
  /// A rule: `{"maximum": n}`, `{"minimum": n}`, `{"required": attribute}`, `{"where": text,
  /// "reason": text}`.
  static var rule: Self {
    .object { (params) throws(RPCError) in
      if params.has("maximum") { return .maximum(try params.required("maximum", .natural)) }
      if params.has("minimum") { return .minimum(try params.required("minimum", .natural)) }
      if params.has("required") { return .required(try params.required("required", .text)) }
      if params.has("where") {
        return .matching(
          try params.required("where", .text), reason: try params.required("reason", .text))
      }
      throw .invalidParams("a rule has a member maximum, minimum, required or where")
    }
  }
}

extension Shape where Value == SelectionScope {
  /// A scope: `"matching"`, `"everything"`, `{"section": name}`.
  static var scope: Self {
    Self { (value, path) throws(RPCError) in
      switch value {
      case "matching": return .matching
      case "everything": return .everything
      case .object:
        var params = try Params(value, at: path)
        let name = try params.required("section", .text)
        try params.end()
        return .section(name)
      default:
        throw .invalidParams("\(path) must be matching, everything or {\"section\": name}")
      }
    }
  }
}
