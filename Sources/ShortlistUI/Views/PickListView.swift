#if canImport(SwiftUI)
  public import Shortlist
  public import SwiftUI

  /// A list of a picker's items, with a search field and sections; a tap selects an item.
  ///
  ///     PickListView(contactsModel) { row in Text(row.item.name) }
  ///
  /// It shows what `model` shows: the order, the filters and the window are set there. When the row
  /// at the edge of a window appears, the window is extended. A refusal appears below the list. On
  /// iOS, the search field needs a navigation stack or a split view around the view.
  public struct PickListView<Item: Identifiable & Sendable, Content: View>: View
  where Item.ID: PickListID {
    @Bindable private var model: PickListModel<Item>
    private let content: (PickListRow<Item>) -> Content

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - model: The model of the picker.
    ///   - content: Makes the view of a row. A selected row gets a check mark beside it.
    public init(
      _ model: PickListModel<Item>,
      @ViewBuilder content: @escaping (PickListRow<Item>) -> Content
    ) {
      self.model = model
      self.content = content
    }

    /// The list.
    public var body: some View {
      List {
        ForEach(model.sections) { section in
          Section {
            ForEach(section.rows) { row in
              PickableRow(isSelected: row.isSelected) {
                model.toggle(row.item.id)
              } content: {
                content(row)
              }
              .onAppear { if isEdge(row, of: section) { model.showMore() } }
            }
          } header: {
            if !section.name.isEmpty { Text(verbatim: section.name) }
          }
        }
      }
      .searchable(text: $model.searchText)
      .animation(isAnimated ? .default : nil, value: model.revision)
      .overlay { placeholder }
      .safeAreaInset(edge: .bottom) { status }
    }

    /// Whether a change is small enough to be followed by eye.
    private var isAnimated: Bool { model.revision > 1 && model.total <= 500 }

    /// Whether a row is the one at which the window of its section can be extended.
    private func isEdge(_ row: PickListRow<Item>, of section: PickListSection<Item>) -> Bool {
      let isAtEnd = model.picker.window?.pin == .end
      return row.id == (isAtEnd ? section.rows.first : section.rows.last)?.id
    }

    @ViewBuilder private var placeholder: some View {
      if model.isLoading {
        ProgressView()
      } else if model.count == 0 && model.error == nil {
        ContentUnavailableView("No Items", systemImage: "tray")
      } else if model.total == 0 && model.error == nil {
        ContentUnavailableView.search(text: model.searchText)
      }
    }

    private var status: some View {
      VStack(alignment: .leading) {
        ForEach(model.messages.indices, id: \.self) { index in
          Text(verbatim: model.messages[index]).foregroundStyle(.red)
        }
        if let reason = model.stopReason {
          Label(reason, systemImage: "exclamationmark.triangle")
        }
        HStack {
          Text("\(model.total) of \(model.count)")
          Spacer()
          Text("\(model.selectedCount) selected")
        }
        .monospacedDigit()
      }
      .font(.footnote)
      .padding()
      .background(.bar)
    }
  }

  /// A row that a tap selects or deselects, with a check mark while it is selected.
  struct PickableRow<Content: View>: View {
    let isSelected: Bool
    let toggle: @MainActor () -> Void
    @ViewBuilder let content: () -> Content

    var body: some View {
      Button(action: toggle) {
        HStack {
          content()
          Spacer(minLength: 0)
          if isSelected {
            Image(systemName: "checkmark").foregroundStyle(.tint).accessibilityHidden(true)
          }
        }
        .contentShape(Rectangle())
      }
      .buttonStyle(.plain)
      .accessibilityAddTraits(isSelected ? .isSelected : [])
    }
  }
#endif
