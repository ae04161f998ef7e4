import ShortlistJSON

@testable import ShortlistPostgres

/// What a server sends of its log is a list of changes with keys, or damage.
enum LogCheck {
  private static let table = LogicalDecoder.Table(
    columns: ["id", "part", "name"].map { .init(name: $0, isJSON: false) }, key: ["id", "part"],
    keepsRows: true)

  static func run(_ input: inout Input) throws {
    var table = table
    table.keepsRows = input.byte() & 1 == 0
    var messages: [[UInt8]] = []
    while !input.rest.isEmpty {
      let count = Int(input.byte())
      messages.append((0..<count).map { _ in input.byte() })
    }
    let transactions = transactions(messages, table)
    try requireSame(transactions, self.transactions(messages, table), "the same messages again")
    for transaction in transactions {
      let changes = transaction.changes
      try require(
        changes.count <= LogicalDecoder.maxChanges, "\(changes.count) changes are kept")
      for change in changes {
        try require(
          change.key == nil || change.key?.count == table.key.count, "a key of \(change.key ?? [])")
        _ = try JSON.parse(change.json(seq: 1))
      }
    }
  }

  /// The transactions up to the first damage.
  private static func transactions(
    _ messages: [[UInt8]], _ table: LogicalDecoder.Table
  ) -> [DecodedTransaction] {
    var decoder = LogicalDecoder(table)
    var transactions: [DecodedTransaction] = []
    for message in messages {
      // As after a lost connection, nothing is read after damage.
      guard let event = try? decoder.read(message) as LogicalDecoder.Event?? else { break }
      if case .committed(let transaction) = event { transactions.append(transaction) }
    }
    return transactions
  }
}
