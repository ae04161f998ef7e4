import Foundation
import GRDB
import Shortlist
import ShortlistControls
import SwiftUI
import UIKit

// What the samples of the documentation take for granted: a list of contacts, a shop, what shows
// them.

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
nonisolated func save(_ ids: [String]) {}

// Changes of a list of the sample's own type.

nonisolated struct Book: Sendable {
  var title: String
}

nonisolated struct Library: Sendable {
  subscript(id: RowID) -> Book { Book(title: "\(id)") }
}

let library = Library()
@MainActor var books: [Book] = []
let changes = Changeset<RowID>()
@MainActor var pending = Changeset<RowID>()

// The state and the views of controls.

@MainActor let filterState = FilterState()
@MainActor let searcher = ListSearcher(shop)
@MainActor let field = SuggestionField(tagPicker, in: \.name) { Tag(id: UUID(), name: $0) }
@MainActor let suggestion = field.suggestions[0]

@MainActor final class Slider: NumberRangeController {
  var onRangeChanged: ((ClosedRange<Double>) -> Void)?
  func setBounds(_ bounds: ClosedRange<Double>) {}
  func setItem(_ item: ClosedRange<Double>) {}
}
@MainActor let slider = Slider()

@MainActor final class Checkboxes: FacetListController {
  var onClick: ((CellValue) -> Void)?
  var onExclude: ((CellValue) -> Void)?
  func setItems(_ items: [FacetListItem]) {}
}
@MainActor let checkboxes = Checkboxes()

@MainActor final class Chips: CurrentFiltersController {
  var onRemove: ((FilterGroups.Member) -> Void)?
  var onClear: (() -> Void)?
  func setItems(_ items: [FilterGroups.Member]) {}
}
@MainActor let chips = Chips()

@MainActor struct Contacts: ListPickerDataSource {
  typealias Cell = ListPickerCell
}

@MainActor let contactsPicker = ListPicker(Contacts())

// Views and their models.

@MainActor let contactsModel = PickListModel(picker)
@MainActor let shopModel = PickListModel(shop)
@MainActor let priceRange = Binding<ClosedRange<Double>?>(get: { nil }, set: { _ in })
@MainActor let tableView = UITableView()
@MainActor let collectionView = UICollectionView()
@MainActor let tableSource = UITableViewDiffableDataSource<[UInt8], Int>()

@MainActor final class Table {
  func apply(_ update: ListPickerUpdate) {}
}
@MainActor let table = Table()

@MainActor final class Lesson {
  func add(_ id: some PickListID) {}
}
@MainActor let lesson = Lesson()

// Records of a database.

nonisolated struct Player: Codable, Identifiable, Sendable {
  var id: Int64?
  var name: String
  var score: Int

  enum Columns { static let score = Column("score") }
}

nonisolated extension Player: FetchableRecord, MutablePersistableRecord {
  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

nonisolated var dbPool: DatabasePool {
  get throws { try DatabasePool(path: "app.db") }
}
