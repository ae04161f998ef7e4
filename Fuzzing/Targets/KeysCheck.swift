@testable import ShortlistTerminal

/// What a terminal sends is the same keys in whatever pieces it comes, and fits the search field.
enum KeysCheck {
  static func run(_ input: inout Input) throws {
    let choice = input.byte()
    let step = 1 + Int(choice & 15)
    var bytes = input.bytes()
    if choice == 0xFF && bytes.count < 16 {
      // A paste that is longer than what is taken, which few inputs should be: it takes long.
      let long = (0..<2 * KeyDecoder.longestPaste + 100).lazy
        .map { bytes.isEmpty ? 0x20 : bytes[$0 % bytes.count] }
      bytes = Array("\u{1B}[200~".utf8) + long + Array("\u{1B}[201~".utf8)
    }
    var whole = KeyDecoder()
    let events = whole.decode(bytes)
    var cut = KeyDecoder()
    var cutEvents: [InputEvent] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
      cutEvents += cut.decode(bytes[start..<min(start + step, bytes.count)])
    }
    try requireSame(cutEvents, events, "in pieces of \(step) and at once")
    try requireSame(cut.isWaiting, whole.isWaiting, "whether it waits")
    try requireSame(cut.timeOut(), whole.timeOut(), "when nothing follows")
    try require(!cut.isWaiting, "it waits on")

    var patient = KeyDecoder()
    for byte in bytes.prefix(500) { _ = patient.decode([byte]) + patient.timeOut() }

    var field = SearchField()
    for event in events.prefix(100) { try type(event, into: &field) }
  }

  private static func type(_ event: InputEvent, into field: inout SearchField) throws {
    switch event {
    case .paste(let text):
      // Bytes that are no UTF-8 become characters of three.
      try require(text.utf8.count <= 3 * KeyDecoder.longestPaste, "a paste of \(text.utf8.count)")
      field.insert(text)
    case .key(let press):
      switch press.key {
      case .character(let character): field.insert(String(character))
      case .left: field.edit(press.modifiers.isEmpty ? .left : .wordLeft)
      case .right: field.edit(press.modifiers.isEmpty ? .right : .wordRight)
      case .home: field.edit(.start)
      case .end: field.edit(.end)
      case .backspace: field.edit(press.modifiers.isEmpty ? .deleteBackward : .deleteWordBackward)
      case .delete: field.edit(.deleteForward)
      case .escape: field.edit(.clear)
      default: field.edit(.deleteToEnd)
      }
    case .mouse(let mouse):
      try require(mouse.column >= 0 && mouse.row >= 0, "a place outside of the screen")
    }
    try require(
      field.text.unicodeScalars.count <= SearchField.longest, "more than the field takes")
    try require(
      field.position == field.text.endIndex || field.text.indices.contains(field.position),
      "the cursor is inside of a character")
  }
}
