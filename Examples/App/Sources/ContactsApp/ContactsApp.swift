#if canImport(SwiftUI)
  import ShortlistUI
  import SwiftUI

  #if os(macOS)
    import AppKit
  #endif

  @main
  struct ContactsApp: App {
    @State private var model = makeModel()

    private static func makeModel() -> PickListModel<Contact> {
      let picker = PickList(Contact.samples) {
        Field(\.name)
        Field(\.city).facet()
        Field(\.age)
      }
      return PickListModel(
        picker,
        measuring: MeasureRequest(
          facets: [picker.facetRequest(\.city, keepsSelected: true)],
          numbers: [picker.numberRequest(\.age, buckets: 24)]))
    }

    #if os(macOS)
      // A program that no bundle contains has no windows in front and no keys otherwise.
      init() {
        DispatchQueue.main.async {
          NSApplication.shared.setActivationPolicy(.regular)
          NSApplication.shared.activate(ignoringOtherApps: true)
        }
      }
    #endif

    var body: some Scene {
      WindowGroup { ContactsView(model: model) }
    }
  }

  /// The filters beside the list of contacts.
  struct ContactsView: View {
    let model: PickListModel<Contact>
    @State private var column = NavigationSplitViewColumn.detail

    var body: some View {
      NavigationSplitView(preferredCompactColumn: $column) {
        List {
          RangeFilterView(model, field: \.age, title: "Age", step: 1)
          FacetView(model, facet: \.city, title: "City")
          Button("Undo") { model.select(.undo) }.disabled(!model.canUndo)
          Button("Show Contacts") { column = .detail }
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
