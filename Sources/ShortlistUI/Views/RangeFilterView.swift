#if canImport(SwiftUI)
  public import Shortlist
  import ShortlistCore
  public import SwiftUI

  /// A slider that filters a picker by a range of a number, between the bounds of the matching
  /// items.
  ///
  ///     RangeFilterView(shopModel, field: \.price, title: "Price", step: 1)
  ///
  /// The model must measure the field. By default, a model measures all numbers and dates, without
  /// histograms. To show a histogram, request one:
  ///
  ///     let request = MeasureRequest(
  ///       facets: [shop.facetRequest(\.kind)],
  ///       numbers: [shop.numberRequest(\.price, buckets: 20)])
  ///     let model = PickListModel(shop, measuring: request)
  public struct RangeFilterView<Item: Identifiable & Sendable>: View where Item.ID: PickListID {
    @Bindable private var model: PickListModel<Item>
    private let attribute: String
    private let title: String
    private let step: Double?

    /// Creates a view of the range of a property.
    ///
    /// - Parameters:
    ///   - model: The model of the picker.
    ///   - path: The property, which is a number.
    ///   - title: The heading; by default the name of the field.
    ///   - step: The distance between two values; nil for any value.
    /// - Precondition: The picker has a field for the key path.
    public init(
      _ model: PickListModel<Item>, field path: PartialKeyPath<Item>, title: String? = nil,
      step: Double? = nil
    ) {
      self.init(model, field: model.picker.name(of: path), title: title, step: step)
    }

    /// Creates a view of the range of a field.
    ///
    /// Use it for columns of records, and for fields that are functions; others have key paths.
    ///
    /// - Parameters:
    ///   - model: The model of the picker.
    ///   - attribute: The name of the field, which is a number.
    ///   - title: The heading; by default the name of the field.
    ///   - step: The distance between two values; nil for any value.
    /// - Precondition: The picker has the field.
    public init(
      _ model: PickListModel<Item>, field attribute: String, title: String? = nil,
      step: Double? = nil
    ) {
      self.model = model
      self.attribute = attribute
      self.title = title ?? attribute
      self.step = step
    }

    /// The section with the slider.
    public var body: some View {
      let name = Attribute(attribute)
      Section {
        ForEach(model.ranges.filter { Attribute($0.attribute) == name }, id: \.attribute) {
          report in
          if let range = report.range {
            RangeSlider(
              $model[range: attribute], in: range.lowerBound.double...range.upperBound.double,
              counts: report.histogram?.map(\.count) ?? [], step: step
            )
            .accessibilityElement(children: .contain)
            .accessibilityLabel(Text(verbatim: title))
          }
        }
      } header: {
        Text(verbatim: title)
      }
    }
  }
#endif
