import ShortlistTerminal
import Testing

@Suite struct BindingsTests {
  private func bindings(_ text: String) throws -> Bindings {
    var bindings = Bindings()
    try bindings.add(text)
    return bindings
  }

  private func key(_ name: String) throws -> Trigger { try Trigger(named: name[...]) }

  @Test func chains() throws {
    let bindings = try bindings("ctrl-r:reload(ps -ef)+first,f2:up , j,k:down")
    #expect(bindings[try key("ctrl-r")] == [.command(.reload, "ps -ef"), .first])
    #expect(bindings[try key("f2")] == [.up])
    #expect(bindings[try key("j")] == [.down])
    #expect(bindings[try key("k")] == [.down])
    // The others stay.
    #expect(bindings[try key("tab")] == [.toggleAndDown])
  }

  /// All forms of an argument; it ends at a closing bracket before a sign or the end.
  @Test(
    arguments: [
      "put(a)b),c)", "put[a)b),c]", "put{a)b),c}", "put<a)b),c>", "put~a)b),c~", "put|a)b),c|",
      "put:a)b),c",
    ])
  func brackets(text: String) throws {
    if text.hasPrefix("put(") {
      // `)` before a comma ends the argument, and what follows is no key.
      #expect(throws: SyntaxError.self) { try bindings("x:\(text)") }
    } else {
      #expect(try bindings("x:\(text)")[try key("x")] == [.text(.put, "a)b),c")])
    }
  }

  @Test func signsAsKeys() throws {
    #expect(try bindings("::up")[try key(":")] == [.up])
    #expect(try bindings(",:up,a:down")[.key(.character(","))] == [.up])
    #expect(try bindings("ctrl-m:up")[.key(KeyPress(.enter))] == [.up])
    #expect(try bindings("ctrl-/:up")[.key(.character("_", .control))] == [.up])
  }

  /// Each text that an action changes can come from a command, also in the background.
  @Test func families() throws {
    let bindings = try bindings(
      "a:transform-ghost(x),b:bg-transform-query(y),c:bg-transform(z),d:trigger(a,start),e:change-multi"
    )
    #expect(bindings[try key("a")] == [.command(.transformText(.changeGhost), "x")])
    #expect(bindings[try key("b")] == [.background(.transformText(.changeQuery), "y")])
    #expect(bindings[try key("c")] == [.background(.transform, "z")])
    #expect(bindings[try key("d")] == [.trigger([try key("a"), .event(.start)])])
    #expect(bindings[try key("e")] == [.text(.changeMulti, "")])
    #expect(bindings.reloads && !bindings.alwaysReloads)
  }

  @Test(
    arguments: [
      ("a:bg-execute(x)", "there is no action bg-execute"),
      ("a:transform-print(x)", "there is no action transform-print"),
      ("a:change-multi(x)", "change-multi: a number expected, not x"),
      ("a:trigger(nokey)", "there is no key nokey"),
      ("enter:acept", "there is no action acept; did you mean accept?"),
      ("ctr-a:up", "there is no key ctr-a; did you mean ctrl-a?"),
      ("a:up(1)", "up takes no argument"), ("a:put", ""),
      ("a:execute", "execute needs an argument"),
      ("a:pos(x)", "pos: a number expected"), ("a", "an action expected after a"),
      ("a:reload(x", ") expected at the end of reload("),
      ("a:unbind(nokey)", "there is no key nokey"),
    ])
  func errors(text: String, message: String) {
    do {
      _ = try bindings(text)
      #expect(message.isEmpty)
    } catch {
      #expect("\(error)".contains(message), "\(error)")
      #expect((error as? SyntaxError)?.text == text)
      #expect(!message.isEmpty)
    }
  }

  @Test func takingAway() throws {
    var bindings = try bindings("a:up")
    let key = try key("a")
    bindings.change(.unbind, [key])
    #expect(bindings[key].isEmpty)
    bindings.change(.toggle, [key])
    #expect(bindings[key] == [.up])
    bindings.change(.toggle, [key])
    bindings.change(.rebind, [key])
    #expect(bindings[key] == [.up])
  }

  @Test func history() {
    var history = QueryHistory(["one", "two"])
    #expect(history.next() == nil)
    #expect(history.previous(to: "typed") == "two")
    #expect(history.previous(to: "two") == "one")
    #expect(history.previous(to: "one") == nil)
    #expect(history.next() == "two")
    #expect(history.next() == "typed")
    #expect(history.next() == nil)
  }
}
