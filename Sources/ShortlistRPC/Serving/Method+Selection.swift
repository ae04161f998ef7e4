import Shortlist
import ShortlistJSON

extension Method {
  /// The methods for the selection.
  static let selection = [
    Method(
      "selection.rules", .manage, .required("rules", .array(of: .rule)),
      .optional("mode", .choice, default: SelectionMode.multiple)
    ) { _, target, rules, mode in
      let report = try await target.list.setSelectionFilters(
        rules, mode: mode, ifRevision: target.ifRevision)
      return report.answer
    },

    select("selection.select", SelectionRequest<RowID>.select),
    select("selection.deselect", SelectionRequest<RowID>.deselect),
    select("selection.toggle", SelectionRequest<RowID>.toggle),
    select("selection.replace", SelectionRequest<RowID>.replace),
    select("selection.all", in: .matching, SelectionRequest<RowID>.all),
    select("selection.none", in: .everything, SelectionRequest<RowID>.none),
    select("selection.invert", .invert),
    select("selection.undo", .undo),
    select("selection.redo", .redo),

    Method("selection.extend", .view, .required("from", .id), .required("to", .id)) {
      _, target, first, last in
      try await target.select(.extend(from: first, to: last))
    },

    Method(
      "selection.get", .read, .optional("limit", .natural, default: 1000),
      .optional("order", .choice, default: SelectionReport<RowID>.Order.picked)
    ) { _, target, limit, order in
      try await target.list.selection(
        limit: limit, order: order, ifRevision: target.ifRevision
      ).answer
    },

    Method(
      "selection.rows", .read, .optional("from", .natural, default: 0),
      .optional("length", .natural, default: 100), .optional("maxLength", .natural)
    ) { _, target, from, length, maxLength in
      let report = try await target.list.selectedRowsReport(
        from: from, length: length, ifRevision: target.ifRevision)
      guard let maxLength else { return report.answer }
      return CutRows(report, maxLength: maxLength).answer
    },

    Method("selection.sections", .read) { _, target in
      try await target.list.selectedSections(ifRevision: target.ifRevision).answer
    },
  ]

  /// The methods for saved selections.
  static let savedSelections = [
    Method("selection.save", .write, .required("name", .text)) { _, target, name in
      let saved = try await target.list.saveSelection(as: name, ifRevision: target.ifRevision)
      return Answer(
        revision: await target.list.revision, [("count", .integer(saved.count))])
    },

    Method("selection.load", .view, .required("name", .text)) { _, target, name in
      try await target.list.loadSelection(name, ifRevision: target.ifRevision).answer
    },

    Method("selection.saved", .read) { _, target in
      let saved = try await target.list.savedSelections(ifRevision: target.ifRevision)
      let names = JSON(saved) { ["name": .string($0.name), "count": .integer($0.count)] }
      return Answer(revision: await target.list.revision, [("names", names)])
    },

    Method("selection.rename", .write, .required("name", .text), .required("to", .text)) {
      _, target, name, newName in
      try await target.list.renameSelection(name, to: newName, ifRevision: target.ifRevision)
      return Answer(revision: await target.list.revision)
    },

    Method("selection.forget", .write, .required("name", .text)) { _, target, name in
      try await target.list.forgetSelection(name, ifRevision: target.ifRevision)
      return Answer(revision: await target.list.revision)
    },
  ]

  /// Returns a method that selects or deselects the rows with given ids.
  private static func select(
    _ name: String, _ request: @escaping @Sendable ([RowID]) -> SelectionRequest<RowID>
  ) -> Method {
    Method(name, .view, .required("ids", .array(of: .id))) { _, target, ids in
      try await target.select(request(ids))
    }
  }

  /// Returns a method that selects or deselects the rows of a scope.
  private static func select(
    _ name: String, in scope: SelectionScope,
    _ request: @escaping @Sendable (SelectionScope) -> SelectionRequest<RowID>
  ) -> Method {
    Method(name, .view, .optional("scope", .scope, default: scope)) { _, target, scope in
      try await target.select(request(scope))
    }
  }

  /// Returns a method that carries out a request without params.
  private static func select(_ name: String, _ request: SelectionRequest<RowID>) -> Method {
    Method(name, .view) { _, target in try await target.select(request) }
  }
}

extension Target {
  fileprivate func select(_ request: SelectionRequest<RowID>) async throws -> Answer {
    try await list.select(
      request, idLimit: 1000, refusedIDLimit: .max, ifRevision: ifRevision
    ).answer
  }
}
