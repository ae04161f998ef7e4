#if canImport(SwiftUI)
  public import Shortlist
  import ShortlistCore
  public import SwiftUI

  /// A section with the values of a facet and the number of matching items of each; a tap filters
  /// by a value.
  ///
  /// The model must measure the facet. By default, a model measures all facets.
  ///
  ///     List { FacetView(shopModel, facet: \.kind, title: "Kind") }
  public struct FacetView<Item: Identifiable & Sendable>: View where Item.ID: PickListID {
    private let model: PickListModel<Item>
    private let attribute: String
    private let title: String

    /// Creates a view of the values of a property.
    ///
    /// - Parameters:
    ///   - model: The model of the picker.
    ///   - path: The property, whose field is a facet.
    ///   - title: The heading; by default the name of the field.
    /// - Precondition: The picker has a field for the key path.
    public init(
      _ model: PickListModel<Item>, facet path: PartialKeyPath<Item>, title: String? = nil
    ) {
      self.init(model, facet: model.picker.name(of: path), title: title)
    }

    /// Creates a view of the values of a field.
    ///
    /// Use it for columns of records, and for fields that are functions; others have key paths.
    ///
    /// - Parameters:
    ///   - model: The model of the picker.
    ///   - attribute: The name of the field, which is a facet.
    ///   - title: The heading; by default the name of the field.
    /// - Precondition: The picker has the field.
    public init(_ model: PickListModel<Item>, facet attribute: String, title: String? = nil) {
      self.model = model
      self.attribute = attribute
      self.title = title ?? attribute
    }

    /// The section.
    public var body: some View {
      let name = Attribute(attribute)
      Section {
        ForEach(model.facets.filter { Attribute($0.attribute) == name }, id: \.attribute) { facet in
          ForEach(facet.items, id: \.value) { item in
            Button {
              model.toggle(item.value, of: attribute)
            } label: {
              HStack {
                Image(systemName: item.isSelected ? "checkmark.square.fill" : "square")
                  .foregroundStyle(.tint)
                  .accessibilityHidden(true)
                Text(verbatim: item.value.text)
                Spacer()
                Text(item.count, format: .number).foregroundStyle(.secondary).monospacedDigit()
              }
              .contentShape(Rectangle())
            }
            .buttonStyle(.plain)
            .accessibilityAddTraits(item.isSelected ? .isSelected : [])
          }
          if facet.hasMore {
            Text("The most frequent values are listed.").font(.footnote).foregroundStyle(.secondary)
          }
        }
      } header: {
        Text(verbatim: title)
      }
    }
  }
#endif
