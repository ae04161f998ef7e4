/// Which actions keys and events start.
///
/// The keys of `KeyBindings` are bound at the start. Texts such as `ctrl-r:reload(ps -ef)+first`
/// bind others, or the same ones anew.
package struct Bindings: Hashable, Sendable {
  /// A binding that is not one of `KeyBindings`, as it was written.
  package struct Written: Hashable, Sendable {
    package let trigger: Trigger
    package let name: String
    package let text: String
  }

  private var actions: [Trigger: [Action]]
  /// The triggers that start nothing for now.
  private var unbound: Set<Trigger> = []
  /// The bindings that were added, in their order.
  package private(set) var written: [Written] = []

  /// Creates the bindings of the start.
  package init() {
    let pairs = KeyBindings.all.flatMap { binding in
      binding.keys.map { (Trigger.key($0), [binding.action]) }
    }
    actions = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The actions of a trigger; empty if it has none.
  package subscript(_ trigger: Trigger) -> [Action] {
    unbound.contains(trigger) ? [] : actions[trigger] ?? []
  }

  /// Whether there are actions of events.
  package var hasEvents: Bool {
    written.contains { if case .event = $0.trigger { true } else { false } }
  }

  /// Whether a command can replace the list.
  package var reloads: Bool { alwaysReloads || runs([.transform]) }

  /// Whether a binding lets a command replace the list, whatever commands print.
  package var alwaysReloads: Bool { runs([.reload, .reloadSync]) }

  /// Whether the rows come from a command at the start.
  package var reloadsAtStart: Bool {
    self[.event(.start)].contains { Self.runs([.reload, .reloadSync], $0) }
  }

  /// The texts of an action of all bindings.
  package func texts(of action: TextAction) -> [String] {
    let texts = actions.values.joined().compactMap { bound -> String? in
      if case .text(action, let text) = bound { text } else { nil }
    }
    return Set(texts).sorted()
  }

  private func runs(_ kinds: [CommandAction]) -> Bool {
    actions.values.contains { $0.contains { Self.runs(kinds, $0) } }
  }

  private static func runs(_ kinds: [CommandAction], _ action: Action) -> Bool {
    switch action {
    case .command(let kind, _), .background(let kind, _): kinds.contains(kind)
    default: false
    }
  }

  /// Returns whether a binding of a trigger was added.
  package func isWritten(_ trigger: Trigger) -> Bool { written.contains { $0.trigger == trigger } }

  /// Binds actions to a trigger.
  package mutating func bind(_ trigger: Trigger, to actions: [Action]) {
    self.actions[trigger] = actions
  }

  /// Adds the bindings of a text: `key:action+action…,key:action`.
  ///
  /// - Throws: `SyntaxError` for the first part that is wrong; nothing is bound then.
  package mutating func add(_ text: String) throws(SyntaxError) {
    var parser = BindingParser(text)
    for (name, trigger, actions, text) in try parser.parse() {
      bind(trigger, to: actions)
      written.removeAll { $0.trigger == trigger }
      written.append(Written(trigger: trigger, name: name, text: text))
    }
  }

  /// Takes bindings away for a while, or gives them back.
  package mutating func change(_ change: BindingChange, _ triggers: [Trigger]) {
    for trigger in triggers {
      switch change {
      case .unbind: unbound.insert(trigger)
      case .rebind: unbound.remove(trigger)
      case .toggle: if unbound.remove(trigger) == nil { unbound.insert(trigger) }
      }
    }
  }
}
