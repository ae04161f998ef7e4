/// Decodes the bytes of a terminal into keys, pastes and mouse events.
///
/// Bytes may arrive in any pieces. Unknown input (terminal replies, invalid UTF-8) is skipped. An
/// escape byte is the Escape key if no byte follows it for a while: `isWaiting` says that the next
/// byte decides, and `timeOut()` that none arrived.
package struct KeyDecoder {
  private enum State {
    case ground
    /// In a multi-byte character.
    case character([UInt8], missing: Int, KeyPress.Modifiers)
    /// After ESC.
    case escape
    /// After ESC O.
    case single
    /// After ESC [.
    case control([UInt8])
    /// After ESC [ [, as the Linux console sends F1 to F5.
    case console
    /// After ESC [ M; this many bytes of a legacy mouse report follow.
    case oldMouse(missing: Int)
    /// In a paste.
    case paste
    /// In a string that the terminal sends as a reply.
    case answer([UInt8], sawEscape: Bool)
  }

  private var state = State.ground
  private var events: [InputEvent] = []
  private var pasted: [UInt8] = []
  /// What the terminal has answered; the owner resets it.
  package var answers = Answers()

  /// The maximum bytes of a paste; the rest is dropped.
  static let longestPaste = 1 << 16
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
  /// The maximum length of a control sequence; longer ones are ignored.
  static let longestSequence = 64

  package init() {}

  /// Whether the meaning of the last bytes is still undecided.
  package var isWaiting: Bool {
    switch state {
    case .ground, .paste: false
    default: true
    }
  }

  /// Decodes the next bytes.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    for byte in bytes { decode(byte) }
    defer { events.removeAll() }
    return events
  }

  /// Resolves undecided bytes after no byte has arrived for a while.
  package mutating func timeOut() -> [InputEvent] {
    switch state {
    case .escape: emit(.escape)
    case .single: emit(.character("O"), .alt)
    case .control(let bytes) where bytes.isEmpty: emit(.character("["), .alt)
    case .paste: return []
    default: break
    }
    state = .ground
    defer { events.removeAll() }
    return events
  }

  private mutating func emit(_ key: KeyPress.Key, _ modifiers: KeyPress.Modifiers = []) {
    events.append(.key(KeyPress(key, modifiers)))
  }

  private mutating func decode(_ byte: UInt8) {
    switch state {
    case .ground: begin(byte, [])
    case .character(let bytes, let missing, let modifiers):
      decodeCharacter(byte, after: bytes, missing: missing, modifiers)
    case .escape: decodeAfterEscape(byte)
    case .single: decodeSingle(byte)
    case .control(let bytes): decodeControl(byte, after: bytes)
    case .console:
      state = .ground
      if (0x41...0x45).contains(byte) { emit(.function(Int(byte) - 0x40)) }
    case .oldMouse(let missing):
      state = missing > 1 ? .oldMouse(missing: missing - 1) : .ground
    case .paste: decodePaste(byte)
    case .answer(let bytes, let sawEscape):
      if byte == 0x07 || (sawEscape && byte == 0x5C) {
        state = .ground
        if let isLight = Answers.isLight(bytes) { answers.isLight = isLight }
      } else {
        let isLong = bytes.count > Self.longestSequence
        state = .answer(isLong ? bytes : bytes + [byte], sawEscape: byte == 0x1B)
      }
    }
  }

  /// Handles a byte that stands alone or starts a character.
  private mutating func begin(_ byte: UInt8, _ modifiers: KeyPress.Modifiers) {
    state = .ground
    switch byte {
    case 0x1B: state = .escape
    case 0x09: emit(.tab, modifiers)
    case 0x0D: emit(.enter, modifiers)
    case 0x7F: emit(.backspace, modifiers)
    case 0x00: emit(.character(" "), modifiers.union(.control))
    case 0x01..<0x1B:
      emit(.character(Character(Unicode.Scalar(byte + 0x60))), modifiers.union(.control))
    case 0x1C..<0x20:
      emit(.character(Character(Unicode.Scalar(byte + 0x40))), modifiers.union(.control))
    case 0x20..<0x7F: emit(.character(Character(Unicode.Scalar(byte))), modifiers)
    case 0xC2..<0xE0: state = .character([byte], missing: 1, modifiers)
    case 0xE0..<0xF0: state = .character([byte], missing: 2, modifiers)
    case 0xF0..<0xF5: state = .character([byte], missing: 3, modifiers)
    default: break
    }
  }

  private mutating func decodeCharacter(
    _ byte: UInt8, after bytes: [UInt8], missing: Int, _ modifiers: KeyPress.Modifiers
  ) {
    guard byte & 0xC0 == 0x80 else {
      begin(byte, [])
      return
    }
    guard missing == 1 else {
      state = .character(bytes + [byte], missing: missing - 1, modifiers)
      return
    }
    state = .ground
    guard let text = String(validating: bytes + [byte], as: UTF8.self),
      let scalar = text.unicodeScalars.first, scalar.value >= 0xA0
    else { return }
    emit(.character(Character(scalar)), modifiers)
  }

  private mutating func decodeAfterEscape(_ byte: UInt8) {
    switch byte {
    case 0x1B: emit(.escape)
    case 0x4F: state = .single
    case 0x5B: state = .control([])
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F: state = .answer([byte], sawEscape: false)
    default: begin(byte, .alt)
    }
  }

  private mutating func decodeSingle(_ byte: UInt8) {
    state = .ground
    if byte == 0x1B {
      emit(.character("O"), .alt)
      state = .escape
    } else if byte == 0x4D {
      emit(.enter)
    } else if let key = Self.key(final: byte) {
      emit(key)
    }
  }

  private mutating func decodeControl(_ byte: UInt8, after bytes: [UInt8]) {
    switch byte {
    case 0x20..<0x40:
      // Consume an overlong sequence to its end, then ignore it.
      if bytes.count <= Self.longestSequence { state = .control(bytes + [byte]) }
    case 0x40..<0x7F:
      state = .ground
      finishControl(bytes, final: byte)
    default: begin(byte, [])
    }
  }

  private mutating func decodePaste(_ byte: UInt8) {
    pasted.append(byte)
    if byte == Self.pasteEnd.last && pasted.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] {
      let text = pasted.dropLast(Self.pasteEnd.count).prefix(Self.longestPaste)
      events.append(.paste(String(decoding: text, as: UTF8.self)))
      pasted = []
      state = .ground
    } else if pasted.count > 2 * Self.longestPaste {
      pasted.removeSubrange(Self.longestPaste..<(pasted.count - Self.pasteEnd.count))
    }
  }
}

extension KeyDecoder {
  private mutating func finishControl(_ bytes: [UInt8], final: UInt8) {
    guard bytes.count <= Self.longestSequence else { return }
    if bytes.first == UInt8(ascii: "<") {
      finishMouse(bytes.dropFirst(), isRelease: final == UInt8(ascii: "m"))
      return
    }
    if final == UInt8(ascii: "c"), bytes.first == UInt8(ascii: "?") {
      answers.isIdentified = true
      return
    }
    let numbers = Self.numbers(bytes)
    let modifiers = Self.modifiers(numbers?.dropFirst().first)
    switch final {
    case UInt8(ascii: "[") where bytes.isEmpty: state = .console
    case UInt8(ascii: "M") where bytes.isEmpty: state = .oldMouse(missing: 3)
    case UInt8(ascii: "Z"): emit(.tab, modifiers.union(.shift))
    case UInt8(ascii: "~"):
      guard let numbers, let number = numbers.first else { return }
      if number == 200 {
        state = .paste
      } else if number == 27, numbers.count == 3 {
        emitCode(numbers[2], modifiers)
      } else if let key = Self.key(number: number) {
        emit(key, modifiers)
      }
    case UInt8(ascii: "u"):
      if let numbers, let code = numbers.first { emitCode(code, modifiers) }
    case UInt8(ascii: "R"): break  // Where the cursor is, not F3.
    default:
      if numbers != nil, let key = Self.key(final: final) { emit(key, modifiers) }
    }
  }

  private mutating func finishMouse(_ bytes: ArraySlice<UInt8>, isRelease: Bool) {
    guard let numbers = Self.numbers(Array(bytes)), numbers.count == 3, numbers[1] > 0,
      numbers[2] > 0
    else { return }
    let code = numbers[0]
    let kind: MouseEvent.Kind
    switch code & 0b1110_0000 {
    case 64 where code & 3 == 0: kind = .wheelUp
    case 64 where code & 3 == 1: kind = .wheelDown
    case 0: kind = isRelease ? .release : .press
    case 32: kind = .drag
    default: return
    }
    let button = code & 64 == 0 ? code & 3 : 0
    events.append(
      .mouse(MouseEvent(kind, button: button, column: numbers[1] - 1, row: numbers[2] - 1)))
  }

  /// Emits a key that a terminal reports by its character code.
  private mutating func emitCode(_ code: Int, _ modifiers: KeyPress.Modifiers) {
    switch code {
    case 9: emit(.tab, modifiers)
    case 13: emit(.enter, modifiers)
    case 27: emit(.escape, modifiers)
    case 8, 127: emit(.backspace, modifiers)
    default:
      guard code >= 0x20, let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value),
        !(0x7F..<0xA0).contains(value), !(0xE000..<0xF900).contains(value)
      else { return }
      emit(.character(Character(scalar)), modifiers)
    }
  }

  /// Parses the numbers of a control sequence; nil if it has other characters.
  private static func numbers(_ bytes: [UInt8]) -> [Int]? {
    var numbers = [0]
    for byte in bytes {
      switch byte {
      case 0x30..<0x3A:
        numbers[numbers.count - 1] = min(numbers[numbers.count - 1] * 10 + Int(byte) - 48, 1 << 24)
      case UInt8(ascii: ";"): numbers.append(0)
      default: return nil
      }
    }
    return numbers
  }

  private static func modifiers(_ number: Int?) -> KeyPress.Modifiers {
    guard let number, number > 1 else { return [] }
    let bits = number - 1
    var modifiers: KeyPress.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 0b10_1010 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  private static func key(final: UInt8) -> KeyPress.Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    default: nil
    }
  }

  private static func key(number: Int) -> KeyPress.Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }
}
