/// Those who want to hear of something, in the order in which they came.
@MainActor
final class Observers<Event> {
  private struct Observer {
    let number: Int
    /// Tells the event; false if nobody is there any more who wants to hear it.
    let tell: (Event) -> Bool
  }

  private var observers: [Observer] = []
  private var observersSoFar = 0
  private var waiting: [Event] = []
  private var isTelling = false

  /// Adds an observer that is told until the connection is cut.
  func add(_ body: @escaping (Event) -> Void) -> Connection {
    add { event in
      body(event)
      return true
    }
  }

  /// Adds an observer that is told until the connection is cut or the observer is gone.
  func add<Owner: AnyObject>(
    _ owner: Owner, _ body: @escaping (Owner, Event) -> Void
  ) -> Connection {
    add { [weak owner] event in
      if let owner { body(owner, event) }
      return owner != nil
    }
  }

  private func add(telling: @escaping (Event) -> Bool) -> Connection {
    observersSoFar += 1
    let number = observersSoFar
    observers.append(Observer(number: number, tell: telling))
    return Connection { [weak self] in self?.remove(number) }
  }

  private func remove(_ number: Int) { observers.removeAll { $0.number == number } }

  /// Tells all observers.
  ///
  /// An event that comes of telling one is told when all have heard the one before.
  func tell(_ event: Event) {
    waiting.append(event)
    if isTelling { return }
    isTelling = true
    defer { isTelling = false }
    while !waiting.isEmpty {
      let event = waiting.removeFirst()
      for observer in observers {
        // One that an observer before has disconnected is not told any more.
        guard observers.contains(where: { $0.number == observer.number }) else { continue }
        if !observer.tell(event) { remove(observer.number) }
      }
    }
  }
}
