#if canImport(SwiftUI)
  public import SwiftUI

  /// A slider with two thumbs for a range of numbers, below a histogram.
  ///
  ///     RangeSlider(priceRange, in: 0...100, counts: [3, 14, 15, 9], step: 1)
  ///
  /// A `PickListModel` has such a binding for each number:
  ///
  ///     @Bindable var model = shopModel
  ///     if let bounds = model[number: \.price]?.range {
  ///       RangeSlider(
  ///         $model[range: \.price], in: bounds.lowerBound.double...bounds.upperBound.double)
  ///     }
  ///
  /// A range that covers the bounds is nil: it excludes nothing.
  public struct RangeSlider: View {
    @Binding private var range: ClosedRange<Double>?
    private let bounds: ClosedRange<Double>
    private let counts: [Int]
    private let step: Double?
    /// The drag that was seen last: where it began, and the thumb that it moves; nil if it scrolls.
    @State private var drag: (start: CGPoint, thumb: RangeSliderLayout.Thumb?)?

    /// Creates a slider.
    ///
    /// - Parameters:
    ///   - range: The chosen range; nil for all.
    ///   - bounds: The least and the greatest value.
    ///   - counts: The numbers of items in equal parts of the bounds; empty for no histogram.
    ///   - step: The distance between two values; nil for any value.
    public init(
      _ range: Binding<ClosedRange<Double>?>, in bounds: ClosedRange<Double>, counts: [Int] = [],
      step: Double? = nil
    ) {
      _range = range
      self.bounds = bounds
      self.counts = counts
      self.step = step
    }

    private var shown: ClosedRange<Double> { range?.clamped(to: bounds) ?? bounds }

    private func choose(_ chosen: ClosedRange<Double>) {
      range = chosen == bounds ? nil : chosen
    }

    /// The histogram and the slider.
    public var body: some View {
      VStack(spacing: 4) {
        if !counts.isEmpty { histogram.frame(height: 40) }
        GeometryReader { geometry in
          track(
            RangeSliderLayout(
              bounds: bounds, length: max(Double(geometry.size.width) - Self.thumbWidth, 0),
              step: step))
        }
        .frame(height: Self.thumbWidth)
        HStack {
          Text(shown.lowerBound, format: .number)
          Spacer()
          Text(shown.upperBound, format: .number)
        }
        .font(.footnote)
        .monospacedDigit()
      }
    }

    private static var thumbWidth: Double { 28 }

    private var histogram: some View {
      let most = Double(max(counts.max() ?? 0, 1))
      let width = (bounds.upperBound - bounds.lowerBound) / Double(counts.count)
      return HStack(alignment: .bottom, spacing: 1) {
        ForEach(counts.indices, id: \.self) { index in
          let middle = bounds.lowerBound + (Double(index) + 0.5) * width
          let height = 40 * Double(counts[index]) / most
          Rectangle()
            .fill(shown.contains(middle) ? AnyShapeStyle(.tint) : AnyShapeStyle(.quaternary))
            .frame(maxWidth: .infinity)
            .frame(height: height)
        }
      }
      .padding(.horizontal, Self.thumbWidth / 2)
      .accessibilityHidden(true)
    }

    private func track(_ layout: RangeSliderLayout) -> some View {
      let lower = layout.place(of: shown.lowerBound)
      let upper = layout.place(of: shown.upperBound)
      return ZStack(alignment: .leading) {
        Capsule().fill(.quaternary).frame(height: 4)
          .padding(.horizontal, Self.thumbWidth / 2)
        Capsule().fill(.tint).frame(width: max(upper - lower, 0), height: 4)
          .offset(x: lower + Self.thumbWidth / 2)
        thumb(.lower, layout, at: lower)
        thumb(.upper, layout, at: upper)
      }
      .contentShape(Rectangle())
      .gesture(dragging(layout))
    }

    #if os(macOS)
      private static var leastDistance: CGFloat { 0 }
    #else
      // A list scrolls by the same touches.
      private static var leastDistance: CGFloat { 10 }
    #endif

    private func dragging(_ layout: RangeSliderLayout) -> some Gesture {
      DragGesture(minimumDistance: Self.leastDistance)
        .onChanged { touch in
          if drag?.start != touch.startLocation {
            let start = Double(touch.startLocation.x) - Self.thumbWidth / 2
            let isUpright = abs(touch.translation.height) > abs(touch.translation.width)
            drag = (touch.startLocation, isUpright ? nil : layout.thumb(at: start, of: shown))
          }
          guard let thumb = drag?.thumb else { return }
          let place = Double(touch.location.x) - Self.thumbWidth / 2
          choose(layout.range(shown, moving: thumb, to: layout.value(at: place)))
        }
        .onEnded { _ in drag = nil }
    }

    private func thumb(
      _ thumb: RangeSliderLayout.Thumb, _ layout: RangeSliderLayout, at place: Double
    ) -> some View {
      let value = thumb == .lower ? shown.lowerBound : shown.upperBound
      return Circle().fill(.white).shadow(radius: 2)
        .frame(width: Self.thumbWidth, height: Self.thumbWidth)
        .offset(x: place)
        .accessibilityElement()
        .accessibilityLabel(thumb == .lower ? "Minimum" : "Maximum")
        .accessibilityValue(Text(value, format: .number))
        .accessibilityAdjustableAction { direction in
          switch direction {
          case .increment:
            choose(layout.range(shown, moving: thumb, to: value + layout.stride))
          case .decrement:
            choose(layout.range(shown, moving: thumb, to: value - layout.stride))
          @unknown default: break
          }
        }
    }
  }
#endif
