// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What the samples use of SwiftUI, in outline, to compile them where it is not: declarations that do
// nothing.

@MainActor
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

public struct AnyView: View {
  public init(_ view: some View) {}
  public var body: AnyView { self }
}

@MainActor @resultBuilder
public enum ViewBuilder {
  public static func buildExpression(_ view: some View) -> AnyView { AnyView(view) }
  public static func buildBlock(_ views: AnyView...) -> AnyView { views[0] }
  public static func buildOptional(_ view: AnyView?) -> AnyView { view ?? AnyView(Text("")) }
}

@MainActor @propertyWrapper
public struct State<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var projectedValue: Binding<Value> { Binding(get: { wrappedValue }, set: { _ in }) }
}

@MainActor @dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { self.get = get }
  public subscript<Member>(
    dynamicMember path: WritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    Binding<Member>(get: { get()[keyPath: path] }, set: { _ in })
  }
}

public struct Text: View {
  public init(_ text: String) {}
  public var body: AnyView { AnyView(self) }
}

public struct Label: View {
  public init(_ title: String, systemImage: String) {}
  public var body: AnyView { AnyView(self) }
}

public struct Button: View {
  public init(_ title: String, action: @escaping @MainActor () -> Void) {}
  public var body: AnyView { AnyView(self) }
}

public struct ProgressView: View {
  public init() {}
  public var body: AnyView { AnyView(self) }
}

public struct List: View {
  public init(@ViewBuilder content: () -> AnyView) {}
  public init<ID: Hashable>(
    selection: Binding<Set<ID>>, @ViewBuilder content: () -> AnyView
  ) {}
  public var body: AnyView { AnyView(self) }
}

public struct Section: View {
  public init(_ title: String, @ViewBuilder content: () -> AnyView) {}
  public var body: AnyView { AnyView(self) }
}

public struct ForEach: View {
  public init<Data: RandomAccessCollection>(
    _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> AnyView
  ) where Data.Element: Identifiable {}
  public init<Data: RandomAccessCollection, ID: Hashable>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> AnyView
  ) {}
  public var body: AnyView { AnyView(self) }
}

public struct Animation { public static var `default`: Animation { Animation() } }

extension View {
  public func searchable(text: Binding<String>) -> some View { self }
  public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
  public func onTapGesture(perform action: @escaping @MainActor () -> Void) -> some View { self }
  public func disabled(_ isDisabled: Bool) -> some View { self }
  public func badge(_ count: Int) -> some View { self }
  public func overlay(@ViewBuilder content: () -> AnyView) -> some View { self }
  public func task(_ action: @escaping @MainActor () async -> Void) -> some View { self }
}
