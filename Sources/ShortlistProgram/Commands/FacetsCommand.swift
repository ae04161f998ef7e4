import ArgumentParser
import Shortlist
import ShortlistJSON
import ShortlistRPC

/// `shortlist facets`: prints the values of attributes and their row counts.
struct FacetsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.facets.rawValue,
    abstract: "Count the values of attributes, and measure numbers and dates.",
    discussion: """
      Of the rows that match: the values of each attribute of --by, the most frequent first; of each \
      number or date of --number the least and the greatest value, how many rows have one, and a \
      histogram of equal parts. Without both: all truth values, lists, numbers and dates, and the \
      texts that have at most \(mostValues) values.

        shortlist facets aircraft.csv --by engine,type --number seats
        shortlist facets aircraft.csv --where year:2010.. --by type --output json

      Exit status: 0 some rows matched, 1 none did, 2 error.
      """)

  /// The maximum number of values of a text that is counted without being named.
  static let mostValues = 50

  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Query") var matching: MatchOptions
  @OptionGroup(title: "Result") var options: FacetOptions
  @OptionGroup(title: "Figures") var stats: StatsOptions

  func run() async throws {
    let list = try await source.openList(source.open(), query: matching.query())
    try await stats.report(on: list) { try await write(list) }
  }

  private func write(_ list: any ListProtocol) async throws {
    let schema = await list.schema
    let isChosen = options.by != nil || options.number != nil
    let request = try isChosen ? chosen(schema) : everything(schema)
    var measures = try await list.measure(request, ifRevision: nil)
    if !isChosen { measures.leaveOutVariedTexts(schema, limit: limit) }
    switch options.output {
    case .json:
      var text: [UInt8] = []
      measures.json.write(into: &text)
      let line = String(decoding: text, as: UTF8.self)
      try write((isOutputTerminal ? visible(line) : line) + "\n")
    case .table:
      let count = await list.count
      let tables = MeasureTables(hasBars: options.bars || isOutputTerminal)
      try write(tables.text(of: measures, count: count))
    }
    if measures.total == 0 { throw ExitStatus.nothing }
  }

  private var limit: Int { options.limit == 0 ? .max : options.limit }

  private func write(_ text: String) throws { try StandardOutput.write(Array(text.utf8)) }

  /// Returns the request that the options specify.
  private func chosen(_ schema: ListSchema) throws -> MeasureRequest {
    let attributes = unique(options.by)
    let numbers = unique(options.number)
    for name in attributes { _ = try type(of: name, schema, "--by") }
    for name in numbers {
      let type = try type(of: name, schema, "--number")
      if !type.isOrdered {
        throw ProgramError("--number: \(name) is \(type.rawValue), neither a number nor a date")
      }
    }
    return MeasureRequest(
      facets: attributes.map { FacetRequest($0, limit: limit) }, numbers: numbers.map(measured))
  }

  /// Returns a request for all suitable attributes except the row id.
  private func everything(_ schema: ListSchema) -> MeasureRequest {
    let entries = schema.entries.filter { $0.name != source.id ?? "id" }
    return MeasureRequest(
      facets: entries.filter { !$0.type.isOrdered }.map {
        FacetRequest($0.name, limit: max(limit, Self.mostValues + 1))
      },
      numbers: entries.filter(\.type.isOrdered).map { measured($0.name) })
  }

  private func measured(_ name: String) -> NumberRequest {
    NumberRequest(name, buckets: options.buckets == 0 ? nil : options.buckets)
  }

  private func type(
    of name: String, _ schema: ListSchema, _ option: String
  ) throws -> AttributeType {
    guard let type = schema.type(of: name) else {
      throw ProgramError("\(option): \(schema.unknown(name))")
    }
    return type
  }

  /// Returns the names of an option without duplicates.
  private func unique(_ argument: NamesArgument?) -> [String] {
    (argument?.names ?? []).reduce(into: []) { names, name in
      if !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { names.append(name) }
    }
  }
}

extension Measures {
  /// Removes texts with too many values, and truncates the others to a limit.
  fileprivate mutating func leaveOutVariedTexts(_ schema: ListSchema, limit: Int) {
    facets.removeAll { facet in
      schema.type(of: facet.attribute) == .text && facet.items.count > FacetsCommand.mostValues
    }
    for index in facets.indices where facets[index].items.count > limit {
      facets[index].items.removeLast(facets[index].items.count - limit)
      facets[index].hasMore = true
    }
  }
}
