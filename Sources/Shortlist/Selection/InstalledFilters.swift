/// The filters of the selection of a list, and the observations of their limits.
package struct InstalledFilters: Sendable {
  /// The filters, in evaluation order.
  private(set) var filters: [any SelectionFilter]
  /// The filters evaluated last; the rule indices of selection events refer to these.
  private var evaluated: [any SelectionFilter]
  private var observations: [ListObservation] = []

  /// Installs filters.
  package init(_ filters: [any SelectionFilter] = []) {
    (self.filters, evaluated) = (filters, filters)
  }

  /// The rules of the filters, with their current limits.
  package var rules: [SelectionRule] { filters.map(\.rule) }

  /// Returns the rules that can be evaluated now, with their current limits.
  ///
  /// While rows are being read the attributes are not known; only the row-count limits apply then.
  mutating func evaluatedRules(isReading: Bool) -> [SelectionRule] {
    evaluated = filters.filter { filter in
      switch filter.rule {
      case .maximum, .minimum: true
      case .required, .matching, .custom: !isReading
      }
    }
    return evaluated.map(\.rule)
  }

  /// Replaces the filters; the limits of the new ones are not observed yet.
  package mutating func replace(with filters: [any SelectionFilter]) {
    (self.filters, evaluated) = (filters, filters)
  }

  /// Removes the filters that a table with other columns cannot have.
  ///
  /// - Returns: Why they were removed.
  mutating func removeAll(notFitting schema: ListSchema) -> [String] {
    var reasons: [String] = []
    filters.removeAll { filter in
      do { try filter.rule.check(schema: schema) } catch {
        reasons.append("rules: \((error as? FilterError)?.sentence ?? "\(error)")")
        return true
      }
      return false
    }
    return reasons
  }

  /// Calls a closure when a limit of a filter changes, instead of the closure before it.
  package mutating func observeLimits(_ body: @escaping @Sendable () -> Void) {
    endObservations()
    observations = filters.compactMap { filter in
      (filter as? any SignallingSelectionFilter)?.limitChanged.observe(body)
    }
  }

  /// Ends the observations of limits.
  package func endObservations() { for observation in observations { observation.cancel() } }

  /// Signals events to the filters that caused them.
  package func signal(_ events: [SelectionEvent<RowID>]) {
    for event in events {
      guard let index = event.rule, evaluated.indices.contains(index) else { continue }
      (evaluated[index] as? any SignallingSelectionFilter)?.signal(event)
    }
  }
}
