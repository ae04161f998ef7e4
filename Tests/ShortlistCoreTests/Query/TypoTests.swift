import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Words with typos")
struct TypoTests {
  private func ids(_ rows: [Int]) -> [RowID] { rows.map { .integer($0 + 1) } }

  @Test(
    "one typo from four letters on, two from eight, never in the first letter or in numbers",
    arguments: [
      ("linxu", "linux", 1), ("pyhton3", "python3", 1), ("recieve", "Receive it", 1),
      ("lnux", "linux", 1), ("linnux", "linux", 1), ("lunux", "linux", 1),
      ("linxu", "linux-doc", 1),
      ("linxu", "linuxes", 1), ("linu", "linux", 0), ("linx", "lint", 1), ("linx", "linted", nil),
      ("lix", "lit", nil), ("ilnux", "linux", nil), ("kinux", "linux", nil),
      ("reqeuets", "requests", 2), ("freedeskohtp", "freedesktop", nil),
      ("reqeuts", "request", nil), ("libreofice", "libreoffice", 1),
      ("2024", "2025", nil), ("v2024", "v2025", 1), ("1x23", "123", nil), ("größe", "GROESSE", 1),
      ("strase", "Straße", 1), ("日本語字", "日本語学x", nil), ("日本語字", "日本語学", 1),
      (String(repeating: "ab", count: 100), "x " + String(repeating: "ab", count: 101), 0),
      (String(repeating: "ab", count: 100), String(repeating: "ab", count: 99) + "ba", nil),
    ] as [(String, String, Int?)])
  func rule(typed: String, text: String, expected: Int?) throws {
    #expect(TypoReference.level(typed, [text]).map { ($0 + 1) / 2 } == expected)
    let folded = Folding.fold(text)
    for most in 1...2 {
      let isFound = Needle(Folding.fold(typed)).matches(
        folded.span, .typos(most: most, ofWholeWords: false))
      #expect(isFound == (expected.map { $0 <= most } ?? false), "\(most)")
    }
    var list = ListEngine(try .typed([[("t", .text, text)]]))
    let outcome = try list.update { ($0.match, $0.search) = (.typos, typed) }
    #expect(outcome.total == (expected == nil ? 0 : 1))
  }

  @Test("the index of words agrees with a slow comparison of all words", arguments: 1...20)
  func index(seed: Int) {
    var random = SeededRandom(seed: seed)
    let letters = random.pick([["a", "b"], ["a", "b", "c", "1"], ["a", "é", "日", "b", "2"]])
    func word(_ most: Int) -> String {
      (0..<1 + random.next(below: most)).map { _ in random.pick(letters) }.joined()
    }
    var beginnings = ["", "ab", "usr/aba/"]
    var arena = Arena()
    let texts = (0..<min(Chunk.rows, 200)).map { _ in
      if random.chance(0.2) { beginnings.append(word(6) + "-" + word(9) + "/") }
      return random.pick(beginnings)
        + (0..<random.next(below: 3)).map { _ in word(11) }
        .joined(separator: random.pick([" ", "-", "é_"]))
    }
    for text in texts { arena.append(Array(text.utf8).span) }
    let index = WordIndex(arena, 0..<arena.count)
    for _ in 0..<30 {
      let typed = word(11)
      let most = TypoReference.most(Array(typed.unicodeScalars))
      if most == 0 { continue }
      var found: Set<Int> = []
      for similar in TypoWord(Array(typed.utf8), most: 2).similarWords(in: index) {
        for run in index.runs(of: Int(similar.word)) {
          found.formUnion(Int(run.first)...Int(run.last))
        }
      }
      let expected = texts.indices.filter { TypoReference.level(typed, [texts[$0]]) != nil }
      #expect(found.sorted() == expected, "\(typed), seed \(seed)")
    }
  }

  @Test("lists agree with a slow search, in windows, sections, under commits", arguments: 1...12)
  func agrees(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let words = ["stone", "stones", "stonewall", "sotne", "kidney", "kidnye", "12345", "été", "ab"]
    let isPooled = random.chance(0.5)
    var rows = (0..<random.pick([20, 150])).map { row in
      let text = (0..<random.next(below: 4)).map { _ in random.pick(words) }
      return [
        text.joined(separator: random.pick([" ", "/"])) + (isPooled ? "" : " \(row)"),
        random.pick(["x", "y"]),
      ]
    }
    let table = try RowTable.typed(
      rows.enumerated().map { row, texts in
        [("id", .integer, "\(row + 1)"), ("t", .text, texts[0]), ("k", .text, texts[1])]
      })
    var list = ListEngine(table)
    var windowed = ListEngine(table)
    _ = windowed.setRange(.fixed(length: 5), section: nil)
    for step in 0..<12 {
      let typed = random.pick([
        "stone", "stonw", "stonwall", "kindey", "kindey stoen", "y stone", "12346", "stonewll", "x",
        "stone/kindey",
      ])
      let expected = TypoReference.rows(rows, typed)
      try list.update { ($0.match, $0.search, $0.sections) = (.typos, typed, nil) }
      #expect(list.visibleIDs == ids(expected), "\(typed), seed \(seed)")
      try windowed.update { ($0.match, $0.search) = (.typos, typed) }
      #expect(windowed.visibleIDs == Array(ids(expected).prefix(5)), "\(typed), seed \(seed)")
      try list.update { $0.sections = SectionRule(by: "k") }
      let inSections = ["x", "y"].flatMap { name in expected.filter { rows[$0][1] == name } }
      #expect(list.visibleIDs == ids(inSections), "\(typed), seed \(seed)")
      let row = random.next(below: rows.count)
      rows[row][0] = random.pick(words) + (isPooled ? "" : " \(step)")
      let change = RowOperation.update(["id": .integer(row + 1), "t": .text(rows[row][0])])
      _ = try list.apply([change])
      _ = try windowed.apply([change])
      #expect(Set(list.visibleIDs) == Set(ids(TypoReference.rows(rows, typed))), "seed \(seed)")
      #expect(
        windowed.visibleIDs == Array(ids(TypoReference.rows(rows, typed)).prefix(5)), "\(seed)")
      // The index of words now also tells which words begin with the typed one.
      let beginning = random.pick(["stone", "stonew", "kidn", "été", "ab", "1234", "row", "stonex"])
      try list.update { ($0.match, $0.search, $0.sections) = (.words, beginning, nil) }
      let having = rows.indices.filter { row in
        rows[row].contains { text in
          text.split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(beginning) }
        }
      }
      #expect(list.visibleIDs == ids(having), "\(beginning), seed \(seed)")
    }
  }

  @Test("a search with signs finds them last, and only while few rows have the word")
  func auto() throws {
    var rows = [["1", "linus"], ["2", "l_i_n_u_x"], ["3", "a linux"]]
    var list = ListEngine(try .plain(["id", "t"], rows))
    try list.update { ($0.match, $0.search) = (.auto, "linux") }
    #expect(list.visibleIDs == ids([2, 1, 0]))
    try list.update { $0.sort = [SortKey("t")] }
    #expect(list.visibleIDs == ids([2, 1, 0]))
    let few = Sizes.enough
    for id in 4..<few + 2 {
      rows.append(["\(id)", "linux \(id)"])
      _ = try list.apply([.insert(["id": .integer(id), "t": .text("linux \(id)")])])
    }
    // One more than few have the word now.
    #expect(list.visible.count == few && !list.visibleIDs.contains(.integer(1)))
    let outcome = try list.apply([.delete(.integer(3))])
    #expect(list.visibleIDs.last == .integer(1) && list.visible.count == few)
    guard case .changes(let changes) = outcome.changes else {
      Issue.record("the row with the typo is reported")
      return
    }
    #expect("\(changes)".contains("1"))
    for search in ["'linux", "linux | lunix", "!linux lunix x", "^linux"] {
      try list.update { $0.search = search }
      #expect(!list.visibleIDs.contains(.integer(1)), "\(search)")
    }
  }

  @Test(
    "the word with the typo is highlighted",
    arguments: [
      (MatchKind.typos, "linxu", "the Linux kernel", [4..<9]), (.auto, "linxu", "Linux!", [0..<5]),
      (.typos, "kern", "the kernel", [4..<8]), (.typos, "linux", "linus linux", [6..<11]),
      (.auto, "kernle-linxu", "linux kernel", [0..<5, 6..<12]),
      (.typos, "x linxu", "x linux", [0..<1, 2..<7]),
    ])
  func highlights(match: MatchKind, search: String, text: String, expected: [Range<Int>]) throws {
    var list = ListEngine(try .typed([[("t", .text, text)]]))
    try list.update { ($0.match, $0.search) = (match, search) }
    #expect(list.visible.count == 1)
    #expect(list.plan?.highlights(of: .text(text), column: 0) == expected)
  }

  private static let words = """
    abiword accountsservice adwaita alsamixer ansible apache2 apparmor archive armadillo autoconf \
    background bibliography bluetooth bookmark browser bugreport calculator calendar certificate \
    changelog chromium clipboard colorscheme commander compiler completion configuration console \
    container contribute copyright daemon database debugger decoder dependency desktop dictionary \
    directory distribution document download dpkg editor emacs encoder encryption environment \
    evolution examples explorer extension factory filesystem firefox firmware font framework \
    freedesktop fullscreen gateway generator gettext gimp gnome graphics grep gstreamer gzip handbook \
    hardware header highlight hostname icons imagemagick include inkscape installer interface internal \
    javascript kernel keyboard keyring language laptop launcher libreoffice library license linux \
    locale manager manual mediawiki memory message metadata modules monitor mozilla multimedia mysql \
    network notification openssh openssl optimizer package parser password perl picture pipewire \
    plugin policy postgresql preferences printer profile protocol python python3 quality receive \
    recovery release repository requests resource ruby runtime scanner scheduler screenshot security \
    selection separate sequence server session settings signature simple software spreadsheet sqlite \
    storage subversion support systemd template terminal thunderbird timezone toolkit translation \
    ubuntu unicode upgrade utility validator variable version viewer virtual wallpaper weather webkit \
    widget window wireless workspace xorg yaml zlib zsh
    """.split(separator: " ").map { Array($0) }

  /// A word with a typo made by rule, its first letter kept.
  private func typo(_ word: [Character], _ random: inout SeededRandom) -> [Character] {
    var word = word
    let place = 1 + random.next(below: word.count - 1)
    let letter = random.pick(Array("abcdefghijklmnopqrstuvwxyz"))
    switch random.next(below: 4) {
    case 0: word.insert(letter, at: place)
    case 1: word.remove(at: place)
    case 2: word[place] = letter
    default: if place + 1 < word.count { word.swapAt(place, place + 1) }
    }
    return word
  }

  @Test("1,000 words with typos made by rule are found, the word itself among the five best")
  func recall() throws {
    var random = SeededRandom(seed: 24)
    let paths = Self.words.enumerated().map { row, word in
      "usr/share/doc\(row % 7)/\(String(word))-\(row)/readme.txt"
    }
    var arena = Arena()
    for path in paths { arena.append(Array(path.utf8).span) }
    let index = WordIndex(arena, 0..<min(arena.count, Chunk.rows))
    var list = ListEngine(try .typed(paths.map { [("path", CellKind.text, $0)] }))
    var made = 0
    while made < 1000 {
      let row = random.next(below: index.texts)
      let word = Self.words[row]
      var typed = typo(word, &random)
      if word.count > 8 && random.chance(0.3) { typed = typo(typed, &random) }
      let scalars = String(typed).unicodeScalars.map(\.self)
      // A letter between two that are swapped counts as three typos.
      let most = TypoReference.most(scalars)
      if TypoReference.distance(scalars, Array(String(word).unicodeScalars)) > most { continue }
      made += 1
      var found: Set<Int> = []
      let typedWord = TypoWord(Array(String(typed).utf8), most: 2)
      for similar in most == 0 ? [] : typedWord.similarWords(in: index) {
        for run in index.runs(of: Int(similar.word)) {
          found.formUnion(Int(run.first)...Int(run.last))
        }
      }
      #expect(most == 0 || found.contains(row), "\(String(typed)) finds \(String(word))")
      if made % 20 > 0 { continue }
      try list.update { ($0.match, $0.search) = (.typos, String(typed)) }
      let best = list.visibleIDs.prefix(5)
      #expect(most == 0 || best.contains(.integer(row + 1)), "\(String(typed)): \(best)")
    }
  }

  @Test(
    "a word is found with a typo from the typo on, and not lost as the rest is typed",
    arguments: [
      ("linxu", "linux"), ("pyhton3", "python3"), ("recieve", "receive"), ("kerenl", "kernel"),
      ("bluetoth", "bluetooth"), ("configuratoin", "configuration"),
    ])
  func typing(typed: String, word: String) throws {
    let words = ["linux", "lint", "python3", "receive", "kernel", "bluetooth", "configuration"]
    var list = ListEngine(try .typed(words.map { [("t", .text, $0)] }))
    for length in 4...typed.count {
      try list.update { ($0.match, $0.search) = (.auto, String(typed.prefix(length))) }
      let row = words.firstIndex(of: word) ?? 0
      #expect(list.visibleIDs.contains(.integer(row + 1)), "\(typed.prefix(length))")
    }
  }

  @Test("the index of words is counted, shared by copies, and catches up with changes")
  func memory() throws {
    var list = try ListEngine(
      RowTable.plain(["id", "t"], (0..<500).map { ["\($0)", "word\($0) of some text \($0 * 7)"] }))
    let before = list.memory.letters
    try list.update { ($0.match, $0.search) = (.typos, "txet") }
    #expect(list.memory.letters > before && list.visible.count == 500)
    var copy = list
    _ = try copy.apply([
      .insert(["id": .integer(1000), "t": .text("kidney")]),
      .update(["id": .integer(7), "t": .text("kidneys")]),
    ])
    try copy.update { $0.search = "kindey" }
    #expect(copy.visibleIDs == [.integer(1000), .integer(7)])
    try list.update { $0.search = "kindey" }
    #expect(list.visibleIDs.isEmpty)
    _ = try list.apply([.insert(["id": .integer(1000), "t": .text("stone")])])
    try list.update { $0.search = "sotne" }
    #expect(list.visibleIDs == [.integer(1000)])
    try copy.update { $0.search = "sotne" }
    #expect(copy.visibleIDs.isEmpty)
  }
}
