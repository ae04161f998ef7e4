#if canImport(SwiftUI)
  import ShortlistUI
  import SwiftUI

  @main
  struct ContactsApp: App {
    var body: some Scene {
      WindowGroup { ContactsView() }
    }
  }

  /// The filters beside the list of contacts.
  struct ContactsView: View {
    @State private var model = PickListModel(
      PickList(Contact.samples) {
        Field(\.name)
        Field(\.city).facet()
        Field(\.age)
      },
      measuring: MeasureRequest(
        facets: [FacetRequest("city", keepsSelected: true)],
        numbers: [NumberRequest("age", buckets: 24)]))

    var body: some View {
      NavigationSplitView {
        List {
          RangeFilterView(model, field: "age", title: "Age", step: 1)
          FacetView(model, facet: "city", title: "City")
          Button("Undo") { model.select(.undo) }.disabled(!model.canUndo)
        }
        .navigationTitle("Filters")
      } detail: {
        PickListView(model) { row in
          VStack(alignment: .leading) {
            Text(verbatim: row.item.name)
            Text("\(row.item.age), \(row.item.city)").font(.footnote).foregroundStyle(.secondary)
          }
        }
        .navigationTitle("Contacts")
      }
    }
  }
#else
  @main
  struct ContactsApp {
    static func main() { print("This app requires SwiftUI.") }
  }
#endif
