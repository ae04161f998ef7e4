import ShortlistCore
import Testing

/// Visible sections that take changesets as a strict table view does: any position that does not
/// exist, or is used twice, is a failure.
struct StrictTableView: Equatable {
  struct Section: Equatable {
    var name: String
    var ids: [RowID]
  }

  var sections: [Section]

  init(_ engine: ListEngine) {
    sections = engine.sections.sections.map {
      Section(name: $0.name, ids: engine.ids(section: $0.name).ids)
    }
  }

  init(_ sections: [(String, [RowID])]) {
    self.sections = sections.map { Section(name: $0.0, ids: $0.1) }
  }

  mutating func apply(_ changes: Changeset<RowID>) throws {
    #expect(!changes.isEmpty, "an empty changeset")
    var goneSections: Set<Int> = []
    var newSections: [Int: Section] = [:]
    var movedSections: [Int: Int] = [:]
    var goneRows: Set<Changeset<RowID>.Place> = []
    var newRows: [Changeset<RowID>.Place: RowID] = [:]
    for change in changes.sections {
      switch change {
      case .delete(let from, let name):
        #expect(sections[from].name == name && goneSections.insert(from).inserted)
      case .insert(let to, let name, let ids):
        #expect(newSections.updateValue(Section(name: name, ids: ids), forKey: to) == nil)
      case .move(let from, let to, let name):
        #expect(sections[from].name == name && goneSections.insert(from).inserted)
        #expect(movedSections.updateValue(from, forKey: to) == nil)
      }
    }
    for change in changes.rows {
      switch change {
      case .delete(let id, let from):
        #expect(sections[from.section].ids[from.row] == id && goneRows.insert(from).inserted)
      case .insert(let id, let to):
        #expect(newRows.updateValue(id, forKey: to) == nil)
      case .move(let id, let from, let to, _):
        #expect(sections[from.section].ids[from.row] == id && goneRows.insert(from).inserted)
        #expect(newRows.updateValue(id, forKey: to) == nil)
      case .update(let id, let from):
        #expect(sections[from.section].ids[from.row] == id)
      }
    }
    for index in sections.indices {
      sections[index].ids = sections[index].ids.indices.compactMap {
        goneRows.contains(.init(section: index, row: $0)) ? nil : sections[index].ids[$0]
      }
    }
    for (to, from) in movedSections {
      #expect(newSections.updateValue(sections[from], forKey: to) == nil)
    }
    sections = sections.indices.filter { !goneSections.contains($0) }.map { sections[$0] }
    for (to, section) in newSections.sorted(by: { $0.key < $1.key }) {
      try #require(to <= sections.count)
      sections.insert(section, at: to)
    }
    for (place, id) in newRows.sorted(by: {
      ($0.key.section, $0.key.row) < ($1.key.section, $1.key.row)
    }) {
      try #require(place.section < sections.count && place.row <= sections[place.section].ids.count)
      sections[place.section].ids.insert(id, at: place.row)
    }
  }
}
