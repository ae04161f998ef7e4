/// An attribute of a picker's items: a name, and how to read the value from an item.
///
///     let picker = PickList(contacts) {
///       Field(\.name)
///       Field("telephone", \.phone).searchable(false)
///       Field(\.city).facet()
///       Field("initial") { contact in String(contact.name.prefix(1)) }
///     }
///
/// By default, searches cover text and list fields; boolean, list and enumeration fields are
/// facets; and all fields but lists are sortable. The modifiers below override this for a field.
public struct Field<Item>: Sendable {
  /// The name of the attribute.
  public let name: String
  /// The type of its values.
  public let type: AttributeType
  /// Whether a search covers the attribute by default.
  public private(set) var isSearchable: Bool
  /// Whether the picker counts the attribute's values by default.
  public private(set) var isFacet: Bool
  /// Whether the items can be sorted by the attribute.
  public private(set) var isSortable: Bool
  let value: @Sendable (Item) -> CellValue
  /// The property that the field reads; nil for a function.
  private(set) var path: (any PartialKeyPath<Item> & Sendable)?

  /// Creates a field whose type is known only at run time.
  ///
  /// - Parameters:
  ///   - name: The name of the attribute.
  ///   - type: The type of its values.
  ///   - value: Returns the value of an item, which matches the type or is null.
  public init(_ name: String, type: AttributeType, value: @escaping @Sendable (Item) -> CellValue) {
    self.name = name
    self.type = type
    self.value = value
    isSearchable = type.isSearchedByDefault
    isFacet = type == .list || type == .boolean
    isSortable = type != .list
  }

  /// Creates a field from a function.
  ///
  /// - Parameters:
  ///   - name: The name of the attribute.
  ///   - value: Returns the value of an item; never called on the main thread.
  public init<Content: FieldValue>(
    _ name: String, value: @escaping @Sendable (Item) -> Content
  ) {
    self.init(name, type: Content.attributeType) { value($0).fieldValue }
    (isFacet, isSearchable) = (Content.isFacet, Content.isSearchable)
  }

  /// Creates a field from a property.
  ///
  /// - Parameters:
  ///   - name: The name of the attribute.
  ///   - path: The property. It identifies the field where key paths name fields, as in
  ///     ``PickList/sort(by:_:collation:)``.
  public init<Content: FieldValue>(
    _ name: String, _ path: any KeyPath<Item, Content> & Sendable
  ) {
    self.init(name, value: reader(path))
    self.path = path
  }

  /// Creates a field from a property, and names it after the property.
  ///
  /// `Field(\.name)` is called `name`, and `Field(\.address.city)` is called `address.city`.
  ///
  /// - Precondition: The properties are stored ones; name the field of a computed property.
  public init<Content: FieldValue>(_ path: any KeyPath<Item, Content> & Sendable) {
    self.init(requiredName(of: path), path)
  }

  /// Creates a field from a property whose type has raw values, such as an enumeration.
  @_disfavoredOverload
  public init<Content: RawRepresentable & SendableMetatype>(
    _ name: String, _ path: any KeyPath<Item, Content> & Sendable
  ) where Content.RawValue: FieldValue {
    let read = reader(path)
    self.init(name) { read($0).rawValue }
    (self.path, isFacet) = (path, true)
  }

  /// Creates a field from a property whose type has raw values, and names it after the property.
  @_disfavoredOverload
  public init<Content: RawRepresentable & SendableMetatype>(
    _ path: any KeyPath<Item, Content> & Sendable
  ) where Content.RawValue: FieldValue {
    self.init(requiredName(of: path), path)
  }

  /// Creates a field from a property whose type is an optional with raw values.
  @_disfavoredOverload
  public init<Content: RawRepresentable & SendableMetatype>(
    _ name: String, _ path: any KeyPath<Item, Content?> & Sendable
  ) where Content.RawValue: FieldValue {
    let read = reader(path)
    self.init(name) { read($0)?.rawValue }
    (self.path, isFacet) = (path, true)
  }

  /// Creates a field from a property whose type is an optional with raw values, and names it after
  /// the property.
  @_disfavoredOverload
  public init<Content: RawRepresentable & SendableMetatype>(
    _ path: any KeyPath<Item, Content?> & Sendable
  ) where Content.RawValue: FieldValue {
    self.init(requiredName(of: path), path)
  }

  /// Whether the field reads a property.
  func reads(_ path: PartialKeyPath<Item>) -> Bool {
    guard let own: AnyKeyPath = self.path else { return false }
    return own == path as AnyKeyPath
  }

  /// Returns the field with searching enabled or disabled.
  public func searchable(_ isSearchable: Bool = true) -> Self {
    var field = self
    field.isSearchable = isSearchable
    return field
  }

  /// Returns the field with facet counting enabled or disabled.
  public func facet(_ isFacet: Bool = true) -> Self {
    var field = self
    field.isFacet = isFacet
    return field
  }

  /// Returns the field with sorting enabled or disabled.
  public func sortable(_ isSortable: Bool = true) -> Self {
    var field = self
    field.isSortable = isSortable
    return field
  }
}

extension AnyKeyPath {
  /// The name of a stored property, such as `city`, or `address.city` of a nested one; nil for
  /// other properties.
  var propertyName: String? {
    // The description is `\Contact.address.city`.
    let parts = "\(self)".split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let name = parts[1].filter { $0 != "?" && $0 != "!" }
    return name.contains { "<> ()".contains($0) } ? nil : name
  }
}

/// Returns the name of a stored property, or stops the program.
private func requiredName(of path: AnyKeyPath) -> String {
  guard let name = path.propertyName else {
    preconditionFailure("The property \(path) has no name at run time; name the field.")
  }
  return name
}

/// Returns a function that reads a property.
///
/// A property stored inline in the item is read at its offset, in a tenth of the time that the key
/// path needs; an item has several fields, and there may be a million items.
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

/// Builds the fields of a picker from a list of fields, conditions and loops.
///
///     let showsPrices = !products.isEmpty
///     let picker = PickList(products) {
///       Field(\.name)
///       if showsPrices { Field(\.price) }
///     }
@resultBuilder
public enum FieldBuilder<Item> {
  /// Builds from one field.
  public static func buildExpression(_ field: Field<Item>) -> [Field<Item>] { [field] }
  /// Builds from an array of fields.
  public static func buildExpression(_ fields: [Field<Item>]) -> [Field<Item>] { fields }
  /// Concatenates consecutive fields.
  public static func buildBlock(_ fields: [Field<Item>]...) -> [Field<Item>] {
    fields.flatMap { $0 }
  }
  /// Builds from an `if` without an `else`.
  public static func buildOptional(_ fields: [Field<Item>]?) -> [Field<Item>] { fields ?? [] }
  /// Builds from the first branch of an `if` or `switch`.
  public static func buildEither(first fields: [Field<Item>]) -> [Field<Item>] { fields }
  /// Builds from the second branch of an `if` or `switch`.
  public static func buildEither(second fields: [Field<Item>]) -> [Field<Item>] { fields }
  /// Builds from a `for` loop.
  public static func buildArray(_ fields: [[Field<Item>]]) -> [Field<Item>] {
    fields.flatMap { $0 }
  }
}
