/// The values that a model reads after the rows have changed.
struct PickListReadings<ID: PickListID>: Equatable, Sendable {
  var facets: [FacetReport] = []
  var ranges: [NumberReport] = []
  var sections: [SelectedSectionsReport.Section] = []
  var violations: [SelectionViolation<ID>] = []
  var canUndo = false
  var canRedo = false
}

extension PickListModel {
  /// The values of the facets among the matching items, with the number of items for each.
  public var facets: [FacetReport] { looked.facets }

  /// The minimum and maximum of each number and date among the matching items, computed without the
  /// chosen range of that attribute.
  public var ranges: [NumberReport] { looked.ranges }

  /// How many rows of each shown section are selected, for three-state checkboxes.
  public var selectedSections: [SelectedSectionsReport.Section] { looked.sections }

  /// The filters that the selection violates; it can be accepted if there are none.
  public var violations: [SelectionViolation<Item.ID>] { looked.violations }

  /// Whether there is a selection to undo to.
  public var canUndo: Bool { looked.canUndo }

  /// Whether there is a selection to redo.
  public var canRedo: Bool { looked.canRedo }

  /// The current readings; the first access starts updating them after each change.
  private var looked: PickListReadings<Item.ID> {
    if !isRead {
      isRead = true
      read()
    }
    return readings
  }

  /// Starts reading; if the rows change meanwhile, it reads again.
  func read() {
    isOutdated = true
    if reading != nil { return }
    isOutdated = false
    // Deliver all readings in one hop to the main thread.
    reading = Task.detached { [weak self, picker, request = request] in
      var wanted: MeasureRequest? = request
      while let request = wanted {
        let found: PickListReadings<Item.ID>?
        do {
          found = try await picker.readings(request)
        } catch {
          found = nil
          picker.failures.record(error)
        }
        wanted = await MainActor.run { [weak self] in self?.receive(found) }
      }
    }
  }

  /// Stores the readings.
  ///
  /// - Returns: The next request to read; nil if the readings are current.
  private func receive(_ found: PickListReadings<Item.ID>?) -> MeasureRequest? {
    if let found, found != readings { readings = found }
    guard isOutdated else {
      reading = nil
      return nil
    }
    isOutdated = false
    return request
  }

  /// The measurements; each chosen range is excluded from its own attribute.
  private var request: MeasureRequest {
    var request = measuring
    for index in request.numbers.indices {
      let attribute = request.numbers[index].attribute
      if let range = chosenRanges[Attribute(attribute)] {
        request.numbers[index].without.append(range)
      }
    }
    return request
  }
}

extension PickList {
  /// Reads outside of the intent queue: it waits for the work in progress, and delays no intent.
  fileprivate func readings(_ request: MeasureRequest) async throws -> PickListReadings<Item.ID> {
    let selection = SelectionReport<Item.ID>(
      try await list.selection(limit: 0, order: .picked, ifRevision: nil))
    let sections = try await list.selectedSections(ifRevision: nil).sections
    let measures = try await list.measure(request, ifRevision: nil)
    return PickListReadings(
      facets: measures.facets, ranges: measures.numbers, sections: sections,
      violations: selection.violations, canUndo: selection.canUndo, canRedo: selection.canRedo)
  }
}
