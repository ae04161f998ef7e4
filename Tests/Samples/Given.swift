import Foundation
import Shortlist
import ShortlistFiles

// What the samples of the documentation take for granted: a list of contacts, a shop, what shows them.

struct Contact: Identifiable, Sendable {
  let id: Int
  var name: String
  var city: String
  var phone: String?
  var tags: [String] = []
}

struct Product: Identifiable, Sendable {
  enum Kind: String, Sendable { case fruit, tea, tool }

  let id: UUID
  var name: String
  var kind: Kind
  var price: Double
  var inStock: Bool
  var added: Date
}

struct Tag: Identifiable, Sendable {
  let id: UUID
  var name: String
}

struct Message: Identifiable, Sendable {
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

let list = LiveList.loading(FileSource(path: "contacts.csv", format: .csv))

@MainActor var sections: [PickListSection<Contact>] = []

func show(_ text: String, at offset: Int? = nil) {}
func show(_ count: Int) {}
func reload() {}
func save(_ ids: [Int]) {}
