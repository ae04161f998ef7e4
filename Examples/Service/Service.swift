import Foundation
import Shortlist

/// A service: requests and sessions over the same teas, each connection in a task of its own.
///
///     swift run Service         # shows what it answers
///     swift run Service 8080    # serves http://localhost:8080/teas?search=g&sort=-price
@main
package struct Service {
  private struct Tea: Identifiable, Sendable {
    let id: Int
    var name: String
    var kind: String
    var price: Double
  }

  private let teas: SharedItems<Tea>

  private init() async throws {
    let stock = [
      Tea(id: 1, name: "Sencha", kind: "green", price: 12.5),
      Tea(id: 2, name: "Genmaicha", kind: "green", price: 9),
      Tea(id: 3, name: "Gyokuro", kind: "green", price: 31),
      Tea(id: 4, name: "Golden Tips", kind: "black", price: 18),
    ]
    teas = try await SharedItems(stock) {
      Field(\.name)
      Field(\.kind).searchable(false).facet()
      Field(\.price)
    }
  }

  package static func main() async throws {
    guard let port = CommandLine.arguments.dropFirst().first.flatMap(UInt16.init) else {
      return try await run { print($0) }
    }
    let service = try await Service()
    let server = try PlainServer(port: port, respond: service.respond)
    print("http://localhost:\(server.port)/teas")
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  /// Starts the service, and shows what clients and sessions see.
  package static func run(print: (String) -> Void) async throws {
    let service = try await Service()
    let server = try PlainServer(respond: service.respond)
    defer { server.stop() }
    func ask(_ method: String, _ target: String) async throws {
      print("\(method) \(target)")
      for line in try await server.ask("\(method) \(target)").split(separator: "\n") {
        print("  \(line)")
      }
    }
    try await ask("GET", "/teas")
    try await ask("GET", "/teas?search=g&sort=-price&length=2")
    try await ask("GET", "/teas?filter=price:%3C15")
    try await ask("GET", "/teas?filter=colour:red")
    try await ask("GET", "/coffees")

    // Two users watch the teas, each with a query of their own.
    let teas = service.teas
    let green = teas.query(where: \.kind == "green")
    let cheap = teas.query(where: \.price < 20, sort: [teas.sortKey(\.price)])
    let sessions = try await [
      teas.list(query: green), teas.list(query: cheap, window: .fixed(length: 2)),
    ]
    var updates = sessions.map { $0.updates.makeAsyncIterator() }
    func showUpdates() async throws {
      for (index, name) in ["green", "cheap"].enumerated() {
        guard let update = try await updates[index].next(isolation: #isolation) else { return }
        let changes = update.changes.map { "\($0)" } ?? "nothing"
        print("  \(name): \(update.total) teas, \(changes)")
      }
    }
    print("Two sessions")
    try await showUpdates()
    // What a client changes is in all sessions.
    try await ask("PUT", "/teas/3?price=8")
    try await showUpdates()
    try await ask("DELETE", "/teas/2")
    try await showUpdates()
    try await ask("GET", "/teas?sort=price")
  }

  /// Answers a request; cancelling the task stops the search.
  private func respond(to request: String) async -> PlainServer.Response {
    let parts = request.split(separator: " ").map(String.init)
    guard parts.count >= 2, let url = URLComponents(string: parts[1]) else { return .badRequest }
    let path = url.path.split(separator: "/")
    let values = Dictionary(
      (url.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    do {
      switch (parts[0], path.first, path.dropFirst().first.flatMap { Int($0) }) {
      case ("GET", "teas"?, nil): return try await list(values)
      case ("PUT", "teas"?, let id?):
        guard var tea = await teas.item(id) else { return .notFound }
        tea.price = values["price"].flatMap(Double.init) ?? tea.price
        try await teas.update(tea)
        return .init("\(tea.name) costs \(tea.price)")
      case ("DELETE", "teas"?, let id?):
        try await teas.delete(id)
        return .init("deleted")
      default: return .notFound
      }
    } catch {
      return .init("\(error)", status: "400 Bad Request")
    }
  }

  /// A page of the teas that match, and how many there are of each kind.
  private func list(_ values: [String: String]) async throws -> PlainServer.Response {
    var query = ListQuery()
    query.search = values["search"] ?? ""
    query.filters = values["filter"] ?? ""
    query.sort = (values["sort"] ?? "").split(separator: ",").map { key in
      key.first == "-" ? SortKey(String(key.dropFirst()), .descending) : SortKey(String(key))
    }
    let first = max(0, values["from"].flatMap { Int($0) } ?? 0)
    let length = min(100, max(0, values["length"].flatMap { Int($0) } ?? 20))
    let page = try await teas.results(
      for: query, first..<first + length,
      measuring: MeasureRequest(facets: [teas.facetRequest(\.kind)]))
    let kinds = page[facet: \.kind]?.items.map { "\($0.value.text) \($0.count)" } ?? []
    let lines = page.items.map { "\($0.id) \($0.name) \($0.price)" }
    return .init(
      (["\(page.total) teas: \(kinds.joined(separator: ", "))"] + lines).joined(separator: "\n"))
  }
}
