/// An attribute of the items of a picker: a name, and where an item has the value.
///
///     let picker = PickList(contacts) {
///       Field("name", \.name)
///       Field("phone", \.phone).searchable(false)
///       Field("city", \.city).facet()
///       Field("initial") { contact in String(contact.name.prefix(1)) }
///     }
///
/// Texts and lists are searched, truth values, lists and enumerations are facets, and all but lists
/// can be sorted by, unless a field says otherwise.
public struct Field<Item>: Sendable {
  /// The name of the attribute.
  public let name: String
  /// The type of its values.
  public let type: AttributeType
  /// Whether searches look at it, unless they are told where to look.
  public private(set) var isSearchable: Bool
  /// Whether its values are counted, unless it is told what to count.
  public private(set) var isFacet: Bool
  /// Whether the items can be sorted by it.
  public private(set) var isSortable: Bool
  let value: @Sendable (Item) -> CellValue

  /// Creates a field of a type that is known at run time.
  ///
  /// - Parameters:
  ///   - name: The name of the attribute.
  ///   - type: The type of its values.
  ///   - value: Gives the value of an item; it fits the type, or is null.
  public init(_ name: String, type: AttributeType, value: @escaping @Sendable (Item) -> CellValue) {
    self.name = name
    self.type = type
    self.value = value
    isSearchable = type.isSearchedByDefault
    isFacet = type == .list || type == .boolean
    isSortable = type != .list
  }

  /// Creates a field of what a function gives.
  ///
  /// - Parameters:
  ///   - name: The name of the attribute.
  ///   - value: Gives the value of an item; it is never called on the main thread.
  public init<Content: FieldValue>(
    _ name: String, value: @escaping @Sendable (Item) -> Content
  ) {
    self.init(name, type: Content.attributeType) { value($0).fieldValue }
    isFacet = Content.isFacet
  }

  /// Creates a field of a property.
  public init<Content: FieldValue>(
    _ name: String, _ path: any KeyPath<Item, Content> & Sendable
  ) {
    self.init(name, value: reader(path))
  }

  /// Creates a field of a property that is an enumeration of texts.
  public init<Content: RawRepresentable<String> & SendableMetatype>(
    _ name: String, _ path: any KeyPath<Item, Content> & Sendable
  ) {
    let read = reader(path)
    self.init(name, type: .text) { .text(read($0).rawValue) }
    isFacet = true
  }

  /// Creates a field of a property that is an optional enumeration of texts.
  public init<Content: RawRepresentable<String> & SendableMetatype>(
    _ name: String, _ path: any KeyPath<Item, Content?> & Sendable
  ) {
    let read = reader(path)
    self.init(name, type: .text) { (read($0)?.rawValue).fieldValue }
    isFacet = true
  }

  /// The field, with searches looking at it or not.
  public func searchable(_ isSearchable: Bool = true) -> Self {
    var field = self
    field.isSearchable = isSearchable
    return field
  }

  /// The field, with its values counted or not.
  public func facet(_ isFacet: Bool = true) -> Self {
    var field = self
    field.isFacet = isFacet
    return field
  }

  /// The field, with items to be sorted by it or not.
  public func sortable(_ isSortable: Bool = true) -> Self {
    var field = self
    field.isSortable = isSortable
    return field
  }
}

/// Gives the value of a property.
///
/// One that is stored in the item itself is read where it lies, in a tenth of the time that the path
/// takes; an item has several fields, and there may be a million items.
private func reader<Item, Content>(
  _ path: any KeyPath<Item, Content> & Sendable
) -> @Sendable (Item) -> Content {
  guard let offset = MemoryLayout<Item>.offset(of: path) else { return { $0[keyPath: path] } }
  return { item in
    unsafe withUnsafePointer(to: item) { item in
      unsafe (UnsafeRawPointer(item) + offset).assumingMemoryBound(to: Content.self).pointee
    }
  }
}

/// Collects the fields of a picker: they are listed one after the other, also under conditions.
@resultBuilder
public enum FieldBuilder<Item> {
  /// One field.
  public static func buildExpression(_ field: Field<Item>) -> [Field<Item>] { [field] }
  /// Fields that are made elsewhere.
  public static func buildExpression(_ fields: [Field<Item>]) -> [Field<Item>] { fields }
  /// Fields one after the other.
  public static func buildBlock(_ fields: [Field<Item>]...) -> [Field<Item>] {
    fields.flatMap { $0 }
  }
  /// Fields under a condition.
  public static func buildOptional(_ fields: [Field<Item>]?) -> [Field<Item>] { fields ?? [] }
  /// Fields if a condition holds.
  public static func buildEither(first fields: [Field<Item>]) -> [Field<Item>] { fields }
  /// Fields if a condition does not hold.
  public static func buildEither(second fields: [Field<Item>]) -> [Field<Item>] { fields }
  /// Fields of a loop.
  public static func buildArray(_ fields: [[Field<Item>]]) -> [Field<Item>] {
    fields.flatMap { $0 }
  }
}
