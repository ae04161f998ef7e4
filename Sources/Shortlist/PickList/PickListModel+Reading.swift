/// What a model reads after the rows have changed.
struct PickListReadings: Equatable, Sendable {
  var facets: [FacetReport] = []
  var ranges: [NumberReport] = []
  var sections: [SelectedSectionsReport.Section] = []
  var violations: [SelectionViolation] = []
  var canUndo = false
  var canRedo = false
}

extension PickListModel {
  /// The values of the facets among the items that match, and how many items have each.
  public var facets: [FacetReport] { looked.facets }

  /// The least and greatest numbers and dates of the items that match, each as if nothing was chosen
  /// in its own range.
  public var ranges: [NumberReport] { looked.ranges }

  /// How much of each shown section is selected, for boxes of three states.
  public var selectedSections: [SelectedSectionsReport.Section] { looked.sections }

  /// The filters that the selection breaks; it can be accepted if there are none.
  public var violations: [SelectionViolation] { looked.violations }

  /// Whether there is a selection to go back to.
  public var canUndo: Bool { looked.canUndo }

  /// Whether there is a selection to do again.
  public var canRedo: Bool { looked.canRedo }

  /// What was read, which is read after each change from now on.
  private var looked: PickListReadings {
    if !isRead {
      isRead = true
      read()
    }
    return readings
  }

  /// Reads what comes after the rows, again if they change meanwhile.
  func read() {
    isOutdated = true
    if reading != nil { return }
    isOutdated = false
    // The main thread is woken up once for what was read.
    reading = Task.detached { [weak self, picker, request = request] in
      var wanted: MeasureRequest? = request
      while let request = wanted {
        let found = try? await picker.readings(request)
        wanted = await MainActor.run { [weak self] in self?.take(found) }
      }
    }
  }

  /// Takes what was read.
  ///
  /// - Returns: What is to be read next; nil if nothing is.
  private func take(_ found: PickListReadings?) -> MeasureRequest? {
    if let found, found != readings { readings = found }
    guard isOutdated else {
      reading = nil
      return nil
    }
    isOutdated = false
    return request
  }

  /// What is measured, without the filters of its own ranges.
  private var request: MeasureRequest {
    var request = measuring
    for index in request.numbers.indices {
      let attribute = request.numbers[index].attribute
      if let filter = chosenRanges[Attribute(attribute)] {
        request.numbers[index].without.append(.init(filter, in: "range of \(attribute)"))
      }
    }
    return request
  }
}

extension PickList {
  /// Reads beside the intents: it waits for those under way, and holds up none.
  fileprivate func readings(_ request: MeasureRequest) async throws -> PickListReadings {
    let (selection, sections) = try await list.perform { list in
      (try list.selection(limit: 0), try list.selectedSections().sections)
    }
    let measures = try await list.measure(request)
    return PickListReadings(
      facets: measures.facets, ranges: measures.numbers, sections: sections,
      violations: selection.violations, canUndo: selection.canUndo, canRedo: selection.canRedo)
  }
}
