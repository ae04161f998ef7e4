/// The implemented methods of the protocol.
enum Method: String {
  case open = "list.open"
  case close = "list.close"
  case attributes = "list.attributes"
  case query = "list.query"
  case window = "list.window"
  case sections = "list.sections"
  case rows = "list.rows"
  case ids = "list.ids"
  case at = "list.at"
  case locate = "list.locate"
  case apply = "list.apply"
  case addFilters = "filter.add"
  case removeFilters = "filter.remove"
  case toggleFilters = "filter.toggle"
  case clearFilters = "filter.clear"
  case filters = "filter.get"
  case facets = "list.facets"
  case connectNumber = "number.connect"
  case setNumber = "number.set"
  case number = "number.get"
  case disconnectNumber = "number.disconnect"
  case suggest = "suggest"
  case commitSuggestion = "suggest.commit"
  case selectionRules = "selection.rules"
  case select = "selection.select"
  case deselect = "selection.deselect"
  case toggle = "selection.toggle"
  case replace = "selection.replace"
  case all = "selection.all"
  case none = "selection.none"
  case invert = "selection.invert"
  case extend = "selection.extend"
  case undo = "selection.undo"
  case redo = "selection.redo"
  case selection = "selection.get"
  case selectedRows = "selection.rows"
  case selectedSections = "selection.sections"
  case save = "selection.save"
  case load = "selection.load"
  case saved = "selection.saved"
  case forget = "selection.forget"
  case rename = "selection.rename"
  case accept = "pick.accept"
  case cancel = "pick.cancel"
}

extension Method {
  /// The member that holds the handle of the request's target; nil for none.
  var target: String? {
    switch self {
    case .open: nil
    case .setNumber, .number, .disconnectNumber: "number"
    default: "list"
    }
  }

  /// The members of the params, besides the target and `ifRevision`.
  var members: (required: [String], optional: [String]) {
    switch self {
    case .open: (["source"], ["id", "schema", "query"])
    case .query: ([], ["search", "match", "in", "filters", "sort", "sections", "supersede"])
    case .window: (["range"], ["section"])
    case .rows: ([], ["section", "from", "length", "attributes", "highlights", "selected"])
    case .ids: ([], ["section"])
    case .at: (["section", "row"], [])
    case .locate: (["ids"], [])
    case .apply: (["operations"], [])
    case .addFilters, .removeFilters, .toggleFilters: (["group", "filters"], [])
    case .clearFilters: ([], ["groups", "except"])
    case .facets: ([], ["attributes", "numbers", "limit", "search"])
    case .connectNumber: (["attribute"], ["bounds", "range", "operator", "group", "step"])
    case .setNumber: (["range"], [])
    case .suggest: (["attribute", "text"], ["from", "limit"])
    case .commitSuggestion: (["attribute", "text"], ["values", "select", "equality"])
    case .selectionRules: (["rules"], ["mode"])
    case .select, .deselect, .toggle, .replace: (["ids"], [])
    case .all, .none: ([], ["scope"])
    case .extend: (["from", "to"], [])
    case .selection: ([], ["limit", "order"])
    case .selectedRows: ([], ["from", "length"])
    case .save, .load, .forget: (["name"], [])
    case .rename: (["name", "to"], [])
    case .close, .attributes, .sections, .filters, .number, .disconnectNumber, .invert, .undo,
      .redo, .selectedSections, .saved, .accept, .cancel:
      ([], [])
    }
  }

  /// Whether the method changes nothing.
  var reads: Bool {
    switch self {
    case .attributes, .sections, .rows, .ids, .at, .locate, .filters, .facets, .number, .suggest,
      .selection, .selectedRows, .selectedSections, .saved:
      true
    default: false
    }
  }
}
