import Foundation
import Shortlist

// What the samples of the documentation take for granted: a list of contacts, a shop, what shows them.

nonisolated struct Contact: Identifiable, Sendable {
  let id: Int
  var name: String
  var city: String
  var phone: String?
  var tags: [String] = []
}

nonisolated struct Product: Identifiable, Sendable {
  enum Kind: String, Sendable { case fruit, tea, tool }

  let id: UUID
  var name: String
  var kind: Kind
  var price: Double
  var inStock: Bool
  var added: Date
}

nonisolated struct Tag: Identifiable, Sendable {
  let id: UUID
  var name: String
}

nonisolated struct Message: Identifiable, Sendable {
  let id: Int
  var text: String
  var sent: Date
}

let ann = Contact(id: 1, name: "Ann", city: "Bonn", phone: "0228 11")
let bob = Contact(id: 2, name: "Bob", city: "Ulm")
let contacts = [ann, bob]
let products: [Product] = []
let messages: [Message] = []
let tags: [Tag] = []

let picker = PickList(contacts) {
  Field(\.name)
  Field(\.city).facet()
  Field(\.phone).searchable(false)
}

let shop = PickList(products) {
  Field(\.name)
  Field(\.kind)
  Field(\.price)
  Field(\.inStock)
  Field(\.added)
}

let chat = PickList(messages) {
  Field("text", \.text)
  Field("sent", \.sent)
}

let tagPicker = PickList(tags) { Field("name", \.name) }

@MainActor var sections: [PickListSection<Contact>] = []

let limit = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 10)

@MainActor final class Controller {
  func reload() {}
  func show(_ text: String) {}
}
@MainActor let controller = Controller()

nonisolated func show(_ text: String, at offset: Int? = nil) {}
nonisolated func show(_ count: Int) {}
nonisolated func reload() {}
nonisolated func save(_ ids: [Int]) {}
