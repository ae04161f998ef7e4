import Shortlist
import ShortlistCore

/// A list of observers, notified in the order in which they were added.
@MainActor
final class Observers<Event> {
  private struct Observer {
    let number: Int
    /// Delivers the event; returns false if the observer is gone.
    let tell: (Event) -> Bool
  }

  private var observers: [Observer] = []
  private var observersSoFar = 0
  private var waiting: [Event] = []
  private var isTelling = false

  /// Adds an observer that receives events until it is disconnected.
  func add(_ body: @escaping (Event) -> Void) -> Connection {
    add { event in
      body(event)
      return true
    }
  }

  /// Adds an observer that receives events until it is disconnected or deallocated.
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

  /// Delivers an event to all observers.
  ///
  /// An event sent from within an observer is delivered after all have received the current one.
  func tell(_ event: Event) {
    waiting.append(event)
    if isTelling { return }
    isTelling = true
    defer { isTelling = false }
    while !waiting.isEmpty {
      let event = waiting.removeFirst()
      for observer in observers {
        // Skip observers that an earlier one has disconnected.
        guard observers.contains(where: { $0.number == observer.number }) else { continue }
        if !observer.tell(event) { remove(observer.number) }
      }
    }
  }
}
