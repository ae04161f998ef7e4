#if canImport(SwiftUI)
  public import ShortlistControls
  import ShortlistCore
  public import SwiftUI

  /// A list of a `ListPicker`'s rows, with a search field and a button that selects all.
  ///
  ///     ListPickerView(contactsPicker) { cell in Text(cell.title) }
  ///
  /// The view requests the cells of the rows that it draws. A refusal appears below the list. On
  /// iOS, the search field and the button need a navigation stack or a split view around the view.
  public struct ListPickerView<Cell: ListPickerCellContent, Content: View>: View {
    @Bindable private var picker: ListPicker<Cell>
    private let content: (Cell) -> Content
    @State private var refusal: String?

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - picker: The picker.
    ///   - content: Makes the view of a cell. A selected row gets a check mark beside it.
    public init(
      _ picker: ListPicker<Cell>, @ViewBuilder content: @escaping (Cell) -> Content
    ) {
      self.picker = picker
      self.content = content
    }

    /// The list.
    public var body: some View {
      let sections = picker.sections
      List {
        ForEach(sections, id: \.kind) { section in
          Section {
            ForEach(ids(of: section, in: sections), id: \.self) { id in row(id) }
          } header: {
            if let title = section.title { Text(verbatim: title) }
          }
        }
      }
      .searchable(text: $picker.searchText)
      .toolbar {
        if let button = picker.selectAllButton {
          Button(
            button.action == .selectAll
              ? "Select All (\(button.count))" : "Deselect All (\(button.count))"
          ) {
            perform {
              if button.action == .selectAll {
                try picker.selectAll()
              } else {
                try picker.deselectAll()
              }
            }
          }
          .disabled(button.refusal != nil)
        }
      }
      .safeAreaInset(edge: .bottom) {
        if let message = refusal ?? picker.problem.map({ "\($0)" }) {
          Text(verbatim: message).font(.footnote).foregroundStyle(.red).padding()
            .frame(maxWidth: .infinity, alignment: .leading)
            .background(.bar)
        }
      }
    }

    private func ids(
      of section: ListPickerSection, in sections: [ListPickerSection]
    ) -> [RowID] {
      let index = sections.firstIndex { $0.kind == section.kind } ?? 0
      return (0..<section.count).compactMap {
        picker.id(at: ListPickerIndexPath(section: index, row: $0))
      }
    }

    /// Returns exactly one view, so that a list can count its rows without creating them.
    private func row(_ id: RowID) -> some View {
      PickableRow(isSelected: picker.isSelected(id)) {
        perform { try picker.tap(id) }
      } content: {
        if let cell = try? picker.cell(of: id) { content(cell) }
      }
    }

    /// Carries out a request, and shows why it was refused.
    private func perform(_ request: () throws -> SelectionOutcome<RowID>) {
      do {
        refusal = try request().refusals.first?.reason
      } catch {
        refusal = "\(error)"
      }
    }
  }
#endif
