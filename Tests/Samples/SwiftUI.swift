// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import Foundation
#if canImport(FoundationInternationalization)
  // The part of Foundation that has formats of numbers; elsewhere Foundation exports it.
  @_exported public import FoundationInternationalization
#endif
public import Observation

// What the samples and ShortlistUI use of SwiftUI, in outline, to compile them where it is not:
// declarations that do nothing.

// MARK: Views

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

/// A view that the framework draws itself.
public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView {
  public var body: Never { fatalError("It is only an outline.") }
}

extension Never: View {
  public var body: Never { fatalError("It is only an outline.") }
}
extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("It is only an outline.") }
}

public struct EmptyView: PrimitiveView { nonisolated public init() {} }
public struct TupleView<Content>: PrimitiveView { nonisolated init() {} }
public struct ConditionalContent<First, Second>: PrimitiveView { nonisolated init() {} }

@resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> { ConditionalContent() }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> { ConditionalContent() }
}

// MARK: State

@propertyWrapper
public struct State<Value> {
  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
  private let value: Value
  public init(wrappedValue: Value) { value = wrappedValue }
  public var projectedValue: Binding<Value> { Binding(get: { value }, set: { _ in }) }
}
extension State { public init(initialValue: Value) { self.init(wrappedValue: initialValue) } }
extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { self.get = get }
  public var wrappedValue: Value {
    get { get() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Member>(
    dynamicMember path: WritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    Binding<Member>(get: { get()[keyPath: path] }, set: { _ in })
  }
}

@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value: AnyObject & Observable> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var projectedValue: Bindable<Value> { self }
  public subscript<Member>(
    dynamicMember path: ReferenceWritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    let value = wrappedValue
    return Binding<Member>(get: { value[keyPath: path] }, set: { _ in })
  }
}

// MARK: Texts and controls

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
}

public struct Text: PrimitiveView {
  public init(verbatim content: String) {}
  public init(_ key: LocalizedStringKey) {}
  @_disfavoredOverload
  public init(_ content: some StringProtocol) {}
  public init<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
  where Format.FormatInput: Equatable, Format.FormatOutput == String {}
}

public struct Image: PrimitiveView { public init(systemName: String) {} }

public struct Label<Title: View, Icon: View>: PrimitiveView {}
extension Label where Title == Text, Icon == Image {
  public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
  @_disfavoredOverload
  public init(_ title: some StringProtocol, systemImage name: String) {}
}

public struct Button<Label: View>: PrimitiveView {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}

public struct TextField<Label: View>: PrimitiveView {}
extension TextField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
  @_disfavoredOverload
  public init(_ title: some StringProtocol, text: Binding<String>) {}
}

public struct ProgressView: PrimitiveView { public init() {} }

public struct ContentUnavailableView<Label: View>: PrimitiveView {}
extension ContentUnavailableView where Label == Text {
  public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {}
  public static func search(text: String) -> ContentUnavailableView<Text> {
    ContentUnavailableView("", systemImage: "")
  }
}

// MARK: Containers

public struct List<SelectionValue: Hashable, Content: View>: PrimitiveView {
  public init(selection: Binding<Set<SelectionValue>>, @ViewBuilder content: () -> Content) {}
}
extension List where SelectionValue == Never {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Parent: View, Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {}
}
extension Section where Parent == Text {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
  @_disfavoredOverload
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}
extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

public struct HorizontalAlignment: Sendable { public static let leading = Self(), center = Self() }
public struct VerticalAlignment: Sendable { public static let center = Self(), bottom = Self() }
public struct Alignment: Sendable { public static let leading = Self(), center = Self() }

public struct HStack<Content: View>: PrimitiveView {
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}
public struct VStack<Content: View>: PrimitiveView {
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}
public struct ZStack<Content: View>: PrimitiveView {
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
}
public struct Spacer: PrimitiveView { public init(minLength: CGFloat? = nil) {} }
public struct NavigationStack<Root: View>: PrimitiveView {
  public init(@ViewBuilder root: () -> Root) {}
}
public struct NavigationSplitView<Sidebar: View, Detail: View>: PrimitiveView {
  public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {}
  public init(
    preferredCompactColumn: Binding<NavigationSplitViewColumn>,
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
  ) {}
}
public struct NavigationSplitViewColumn: Hashable, Sendable {
  public static let sidebar = Self(), detail = Self()
}
public struct GeometryProxy { public var size: CGSize { .zero } }
public struct GeometryReader<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
}

// MARK: Shapes

public protocol ShapeStyle: Sendable {}
public struct AnyShapeStyle: ShapeStyle { public init(_ style: some ShapeStyle) {} }
public struct Color: ShapeStyle {}
public struct TintShapeStyle: ShapeStyle {}
public struct HierarchicalShapeStyle: ShapeStyle {}
public struct Material: ShapeStyle {}
extension ShapeStyle where Self == Color {
  public static var red: Color { Color() }
  public static var white: Color { Color() }
}
extension ShapeStyle where Self == TintShapeStyle {
  public static var tint: TintShapeStyle { TintShapeStyle() }
}
extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: Self { Self() }
  public static var quaternary: Self { Self() }
}
extension ShapeStyle where Self == Material { public static var bar: Material { Material() } }

public protocol Shape: PrimitiveView {}
extension Shape {
  public func fill(_ content: some ShapeStyle) -> some View { self }
}
public struct Rectangle: Shape { public init() {} }
public struct Circle: Shape { public init() {} }
public struct Capsule: Shape { public init() {} }

// MARK: Gestures

@MainActor public protocol Gesture { associatedtype Value }
public struct DragGesture: Gesture {
  public struct Value {
    public var location: CGPoint { .zero }
    public var startLocation: CGPoint { .zero }
    public var translation: CGSize { .zero }
  }
  public init(minimumDistance: CGFloat = 10) {}
}
extension Gesture {
  public func onChanged(_ action: @escaping (Value) -> Void) -> Self { self }
  public func onEnded(_ action: @escaping (Value) -> Void) -> Self { self }
}

// MARK: Modifiers

public struct Animation { public static var `default`: Animation { Animation() } }
public struct Font { public static var footnote: Font { Font() } }
public struct AccessibilityTraits: OptionSet {
  public var rawValue = 0
  public init(rawValue: Int) {}
  public static var isSelected: Self { Self(rawValue: 1) }
}
public struct AccessibilityChildBehavior: Hashable {
  public static var ignore: Self { Self() }
  public static var contain: Self { Self() }
}
public enum AccessibilityAdjustmentDirection { case increment, decrement }
public struct Edge {
  public struct Set: OptionSet {
    public var rawValue = 0
    public init(rawValue: Int) {}
    public static var horizontal: Self { Self(rawValue: 1) }
    public static var all: Self { Self(rawValue: 3) }
  }
}
public enum VerticalEdge { case top, bottom }
public protocol PrimitiveButtonStyle {}
public struct PlainButtonStyle: PrimitiveButtonStyle {}
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension View {
  public func searchable(text: Binding<String>) -> some View { self }
  public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
  public func onAppear(perform action: (@MainActor () -> Void)? = nil) -> some View { self }
  public func onTapGesture(perform action: @escaping @MainActor () -> Void) -> some View { self }
  public func gesture(_ gesture: some Gesture) -> some View { self }
  public func disabled(_ isDisabled: Bool) -> some View { self }
  public func badge(_ count: Int) -> some View { self }
  public func overlay(@ViewBuilder content: () -> some View) -> some View { self }
  public func safeAreaInset(
    edge: VerticalEdge, @ViewBuilder content: () -> some View
  ) -> some View { self }
  public func toolbar(@ViewBuilder content: () -> some View) -> some View { self }
  public func task(_ action: @escaping @MainActor () async -> Void) -> some View { self }
  public func task(
    id: some Equatable, _ action: @escaping @MainActor () async -> Void
  ) -> some View { self }
  public func onChange(
    of value: some Equatable, _ action: @escaping @MainActor () -> Void
  ) -> some View { self }
  public func onSubmit(_ action: @escaping @MainActor () -> Void) -> some View { self }
  public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }
  public func font(_ font: Font?) -> some View { self }
  public func monospacedDigit() -> some View { self }
  public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }
  public func background(_ style: some ShapeStyle) -> some View { self }
  public func shadow(radius: CGFloat) -> some View { self }
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
  public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { self }
  public func frame(maxWidth: CGFloat? = nil, alignment: Alignment = .center) -> some View { self }
  public func contentShape(_ shape: some Shape) -> some View { self }
  public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { self }
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
  public func accessibilityHidden(_ isHidden: Bool) -> some View { self }
  public func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> some View { self }
  public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { self }
  public func accessibilityLabel(_ label: Text) -> some View { self }
  public func accessibilityValue(_ value: Text) -> some View { self }
  public func accessibilityAdjustableAction(
    _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
  ) -> some View { self }
}

// MARK: Apps

@MainActor @preconcurrency
public protocol Scene {}
@resultBuilder
public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
}
@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}
extension App { public static func main() {} }
