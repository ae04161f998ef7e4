import Shortlist
import Workloads

/// An item of the picker: an id and four fields.
struct Article: Identifiable, Sendable {
  var id: Int
  var name: String
  var shelf: String
  var price: Double
  var stock: Int

  /// Articles with the ids from 0; always the same.
  static func list(_ count: Int) -> [Article] {
    var maker = RowMaker(seed: 1)
    return (0..<count).map { Article($0, &maker) }
  }

  /// Makes an article up.
  init(_ id: Int, _ maker: inout RowMaker) {
    self.id = id
    name = String(decoding: maker.name(), as: UTF8.self)
    shelf = "shelf \(id * 7919 % 60)"
    price = Double(maker.number() % 100_000) / 100
    stock = maker.number() % 1000
  }
}

extension PickList where Item == Article {
  convenience init(articles: [Article], window: RangeOptions? = .flexible(length: 50)) {
    self.init(articles, window: window) {
      Field("name", \.name)
      Field("shelf", \.shelf).facet()
      Field("price", \.price)
      Field("stock", \.stock)
    }
  }
}
