package import Shortlist
package import ShortlistJSON

extension Measures: Report {
  /// The answer to `list.facets`.
  package var json: JSON {
    [
      "revision": .integer(revision), "total": .integer(total),
      "facets": .object(JSONObject(facets.map { ($0.attribute, $0.json) })),
      "numbers": .object(JSONObject(numbers.map { ($0.attribute, $0.json) })),
    ]
  }
}

extension FacetReport {
  fileprivate var json: JSON {
    [
      "operator": .string(`operator`.rawValue),
      "values": JSON(items) { item in
        [
          "value": item.value.json, "count": .integer(item.count),
          "selected": .boolean(item.isSelected),
        ]
      },
      "more": .boolean(hasMore),
    ]
  }
}

extension NumberReport {
  fileprivate var json: JSON {
    var members: [(String, JSON)] = [
      ("min", range?.lowerBound.value.json ?? .null),
      ("max", range?.upperBound.value.json ?? .null), ("count", .integer(count)),
      ("nulls", .integer(nulls)),
    ]
    if let histogram {
      members.append(
        (
          "histogram",
          JSON(histogram) { bucket in
            [
              "from": bucket.lower.value.json, "to": bucket.upper.value.json,
              "count": .integer(bucket.count),
            ]
          }
        ))
    }
    return .object(JSONObject(members))
  }
}
