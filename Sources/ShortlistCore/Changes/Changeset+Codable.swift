// The encoded form is that of the protocol:
//
//     {"sections": [{"type": "delete", "from": 1, "name": "games"}],
//      "rows": [{"type": "insert", "id": 7, "section": 0, "to": 3}]}

extension Changeset: Encodable where ID: Encodable {
  /// Encodes the members `sections` and `rows`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ChangesKey.self)
    try container.encode(sections, forKey: .sections)
    try container.encode(rows, forKey: .rows)
  }
}

extension Changeset: Decodable where ID: Decodable {
  /// Decodes the members `sections` and `rows`.
  ///
  /// - Throws: A `DecodingError` that names the missing or invalid member.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ChangesKey.self)
    self.init(
      sections: try container.decode([SectionChange].self, forKey: .sections),
      rows: try container.decode([RowChange].self, forKey: .rows))
  }
}

extension VisibleChanges: Encodable where ID: Encodable {
  /// Encodes `reset: true`, or the changes.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .reset:
      var container = encoder.container(keyedBy: ChangesKey.self)
      try container.encode(true, forKey: .reset)
    case .changes(let changes): try changes.encode(to: encoder)
    }
  }
}

extension VisibleChanges: Decodable where ID: Decodable {
  /// Decodes `reset: true`, or changes.
  ///
  /// - Throws: A `DecodingError` that names the missing or invalid member, also if the changes are
  ///   empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ChangesKey.self)
    if container.contains(.reset) {
      guard try container.decode(Bool.self, forKey: .reset) else {
        throw DecodingError.dataCorruptedError(
          forKey: .reset, in: container, debugDescription: "reset can only be true")
      }
      self = .reset
      return
    }
    let changes = try Changeset<ID>(from: decoder)
    guard !changes.isEmpty else {
      throw DecodingError.dataCorruptedError(
        forKey: .rows, in: container, debugDescription: "there is not one change")
    }
    self = .changes(changes)
  }
}

extension Changeset.SectionChange: Encodable where ID: Encodable {
  /// Encodes the member `type` and the members of the change.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ChangeKey.self)
    switch self {
    case .delete(let from, let name):
      try container.encode(SectionChangeType.delete, forKey: .type)
      try container.encode(from, forKey: .from)
      try container.encode(name, forKey: .name)
    case .insert(let to, let name, let ids):
      try container.encode(SectionChangeType.insert, forKey: .type)
      try container.encode(to, forKey: .to)
      try container.encode(name, forKey: .name)
      try container.encode(ids, forKey: .ids)
    case .move(let from, let to, let name):
      try container.encode(SectionChangeType.move, forKey: .type)
      try container.encode(from, forKey: .from)
      try container.encode(to, forKey: .to)
      try container.encode(name, forKey: .name)
    }
  }
}

extension Changeset.SectionChange: Decodable where ID: Decodable {
  /// Decodes the member `type` and the members of the change.
  ///
  /// - Throws: A `DecodingError` that names the missing or invalid member.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ChangeKey.self)
    let type = try container.type(SectionChangeType.self)
    let name = try container.decode(String.self, forKey: .name)
    switch type {
    case .delete: self = .delete(from: try container.position(.from), name: name)
    case .insert:
      let ids = try container.decode([ID].self, forKey: .ids)
      self = .insert(to: try container.position(.to), name: name, ids: ids)
    case .move:
      self = .move(
        from: try container.position(.from), to: try container.position(.to), name: name)
    }
  }
}

extension Changeset.RowChange: Encodable where ID: Encodable {
  /// Encodes the member `type` and the members of the change.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ChangeKey.self)
    switch self {
    case .delete(let id, let from):
      try container.encode(RowChangeType.delete, forKey: .type)
      try container.encode(id, forKey: .id)
      try container.encode(from.section, forKey: .section)
      try container.encode(from.row, forKey: .from)
    case .insert(let id, let to):
      try container.encode(RowChangeType.insert, forKey: .type)
      try container.encode(id, forKey: .id)
      try container.encode(to.section, forKey: .section)
      try container.encode(to.row, forKey: .to)
    case .move(let id, let from, let to, let isUpdated):
      try container.encode(RowChangeType.move, forKey: .type)
      try container.encode(id, forKey: .id)
      try container.encode(from.section, forKey: .fromSection)
      try container.encode(from.row, forKey: .from)
      try container.encode(to.section, forKey: .toSection)
      try container.encode(to.row, forKey: .to)
      try container.encode(isUpdated, forKey: .updated)
    case .update(let id, let from):
      try container.encode(RowChangeType.update, forKey: .type)
      try container.encode(id, forKey: .id)
      try container.encode(from.section, forKey: .section)
      try container.encode(from.row, forKey: .from)
    }
  }
}

extension Changeset.RowChange: Decodable where ID: Decodable {
  /// Decodes the member `type` and the members of the change.
  ///
  /// - Throws: A `DecodingError` that names the missing or invalid member.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ChangeKey.self)
    func place(_ section: ChangeKey, _ row: ChangeKey) throws -> Changeset.Place {
      Changeset.Place(section: try container.position(section), row: try container.position(row))
    }
    let type = try container.type(RowChangeType.self)
    let id = try container.decode(ID.self, forKey: .id)
    switch type {
    case .delete: self = .delete(id, from: try place(.section, .from))
    case .insert: self = .insert(id, to: try place(.section, .to))
    case .move:
      self = .move(
        id, from: try place(.fromSection, .from), to: try place(.toSection, .to),
        updated: try container.decode(Bool.self, forKey: .updated))
    case .update: self = .update(id, from: try place(.section, .from))
    }
  }
}

/// The members of visible changes.
private enum ChangesKey: String, CodingKey {
  case sections, rows, reset
}

/// The members of a change.
private enum ChangeKey: String, CodingKey {
  case type, id, name, ids, section, from, fromSection, to, toSection, updated
}

/// The values of the member `type` of a section's change.
private enum SectionChangeType: String, CaseIterable, Encodable {
  case delete, insert, move
}

/// The values of the member `type` of a row's change.
private enum RowChangeType: String, CaseIterable, Encodable {
  case delete, insert, move, update
}

extension KeyedDecodingContainer<ChangeKey> {
  fileprivate func type<Kind: RawRepresentable<String> & CaseIterable>(
    _ kind: Kind.Type
  ) throws -> Kind {
    let text = try decode(String.self, forKey: .type)
    guard let type = Kind(rawValue: text) else {
      let names = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: self, debugDescription: "the type \(text) is none of \(names)")
    }
    return type
  }

  fileprivate func position(_ key: ChangeKey) throws -> Int {
    let position = try decode(Int.self, forKey: key)
    guard position >= 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "the position \(position) is less than 0")
    }
    return position
  }
}
