/// A person in the app.
nonisolated struct Contact: Identifiable, Hashable, Sendable {
  let id: Int
  var name: String
  var city: String
  var age: Int
}

nonisolated extension Contact {
  /// Five thousand people, always the same.
  static let samples: [Contact] = {
    let first = ["Ann", "Bob", "Çelik", "Dora", "Émile", "Fritz", "Göran", "Hana", "Ivo", "Jörg"]
    let last = ["Abel", "Brandt", "Costa", "Dahl", "Ek", "Fuchs", "Gómez", "Huber", "Ito", "Jung"]
    let cities = ["Bonn", "Lyon", "Oslo", "Porto", "Ulm", "Zürich"]
    return (0..<5_000).map { number in
      Contact(
        id: number, name: "\(first[number % 10]) \(last[number / 10 % 10]) \(number / 100)",
        city: cities[number * 7 % 6], age: 18 + number * 31 % 70)
    }
  }()
}
