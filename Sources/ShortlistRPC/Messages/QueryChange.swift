import Shortlist
import ShortlistJSON

/// The query members that a request sets; members left out stay as they are.
struct QueryChange: Sendable {
  /// The new value; null resets it to the default, and nil keeps it.
  private let search: String??
  private let match: MatchKind??
  private let attributes: [String]??
  private let filters: String??
  private var sort: [SortKey]??
  private var sections: SectionRule??
  /// Why `sort` or `sections` is invalid.
  ///
  /// Kept until later, because the list may refuse an earlier member, and the first mistake is the
  /// one to report.
  private(set) var refusal: RPCError?

  /// The members of params.
  static let parameter = Parameter(
    .given("search", .orNull(.text)), .given("match", .orNull(.choice)),
    .given("in", .orNull(.array(of: .text))), .given("filters", .orNull(.text)),
    .given("sort", .result(of: .orNull(.array(of: .sortKey)))),
    .given("sections", .result(of: .orNull(.sections))), make: QueryChange.init)

  private init(
    search: String??, match: MatchKind??, attributes: [String]??, filters: String??,
    sort: Result<[SortKey]?, RPCError>?, sections: Result<SectionRule?, RPCError>?
  ) {
    self.search = search
    self.match = match
    self.attributes = attributes
    self.filters = filters
    do throws(RPCError) {
      if let sort { self.sort = .some(try sort.get()) }
      if let sections { self.sections = .some(try sections.get()) }
    } catch {
      refusal = error
    }
  }

  /// Applies the changes to a query.
  func apply(to query: inout ListQuery) {
    let initial = ListQuery()
    if let search { query.search = search ?? initial.search }
    if let match { query.match = match ?? initial.match }
    if let attributes { query.attributes = attributes }
    if let filters { query.filters = filters ?? initial.filters }
    if let sort { query.sort = sort ?? initial.sort }
    if let sections { query.sections = sections }
  }
}

extension Shape where Value == ListQuery {
  /// A complete query, as in `list.open`.
  static var query: Self {
    .object { (params) throws(RPCError) in
      var query = ListQuery()
      let change = try QueryChange.parameter.read(&params)
      if let refusal = change.refusal { throw refusal }
      change.apply(to: &query)
      return query
    }
  }
}

extension Shape where Value == SortKey {
  static var sortKey: Self {
    .object { (params) throws(RPCError) in
      SortKey(
        try params.required("by", .text), try params.given("order", .choice) ?? .ascending,
        collation: try params.given("collation", .collation) ?? .plain)
    }
  }
}

extension Shape where Value == SortKey.Collation {
  static var collation: Self {
    Self("plain, natural or the tag of a language (sv, de-u-co-phonebk)") {
      if case .string(let name) = $0 { Value(rawValue: name) } else { nil }
    }
  }
}

extension Shape where Value == SectionRule {
  static var sections: Self {
    .object { (params) throws(RPCError) in
      let attribute = try params.required("by", .text)
      var order = try params.given("order", .sectionOrder) ?? .ascending
      let keepsEmpty = try params.given("keepEmpty", .flag) ?? false
      if case .names(let names, _) = order {
        order = .names(names, keepEmpty: keepsEmpty)
      } else if keepsEmpty {
        throw .invalidParams("keepEmpty needs an order that is an array of names")
      }
      return SectionRule(by: attribute, order: order)
    }
  }
}

extension Shape where Value == SectionRule.Order {
  static var sectionOrder: Self {
    Self { (value, path) throws(RPCError) in
      switch value {
      case "ascending": return .ascending
      case "descending": return .descending
      case .array:
        return .names(try Shape<[String]>.array(of: .text).read(value, path), keepEmpty: false)
      default:
        throw .invalidParams("\(path) must be ascending, descending or an array of names")
      }
    }
  }
}
