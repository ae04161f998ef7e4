import Shortlist

extension ListEngine {
  /// Answers a question the way a user of the list would have it answered: the query is set, and
  /// what is wanted beside it is measured.
  mutating func answer(_ question: Question) throws -> Answer {
    var query = ListQuery()
    var filters: [String] = []
    if let section = question.section { filters.append("section:\"\(section)\"") }
    if let range = question.range { filters.append("installed_kib:\(range[0])..\(range[1])") }
    query.filters = filters.joined(separator: " ")
    if let text = question.text {
      query.search = text
      query.match = .substring
      query.attributes = ["path"]
    }
    let total = try setQuery(query).total
    switch question.kind {
    case .count: return .count(total)
    case .facets: return .facets(try sections())
    case .search: return .search(Answer.Found(total: total, sections: try sections()))
    case .histogram:
      let sizes = try measure(
        MeasureRequest(numbers: [NumberRequest("installed_kib", buckets: 20)])
      ).numbers[0]
      return .histogram(
        Answer.Histogram(
          range: sizes.range.map { [Int($0.lowerBound.double), Int($0.upperBound.double)] } ?? [],
          counts: sizes.histogram?.map(\.count) ?? []))
    case .keystroke, .selectAll: preconditionFailure("this is typed, see Typing")
    }
  }

  /// The rows of each section.
  private mutating func sections() throws -> [String: Int] {
    let request = MeasureRequest(facets: [FacetRequest("section")])
    let items = try measure(request).facets[0].items
    return [String: Int](uniqueKeysWithValues: items.map { ($0.value.text, $0.count) })
  }
}
