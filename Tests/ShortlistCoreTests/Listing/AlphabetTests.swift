import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("The alphabetical orders of languages")
struct AlphabetTests {
  /// Words in the order that ICU 72 gives them.
  private static let sorted = [
    ("sv", "adel aldrig apa übel ylle yxa z zebra åka ål Ål ärlig ömsom öra"),
    ("sv-SE", "z åka ärlig ömsom"),
    ("da", "abe aftale andre Zebra zoo æble ø øl å åben ål aalborg"),
    ("de", "arg Ärger Ast äußern offen ohne Öl strand Strasse straße über unter Zoo"),
    ("de-u-co-phonebk", "Aachen Adler Ärger Afrika Mueller Müller Muller Mutter Oder Öl Ofen"),
    ("es", "chico curioso llama luz nota nube nz ñu oso"),
    ("es-u-co-trad", "curioso cz chico dado loco lomo luz llama"),
    ("pl", "cud czas ćma dom lody lzy łódź mama owoc ósmy pies zero zza źle żaba"),
    ("cs", "cena čas den doba had hrad hz chata ilustrace ruka rz řeka sen šaty zima žena"),
    (
      "hu",
      """
      cukor cz czech csak dob dz dzeta dzsungel gaz gz gyár hossz hosszszá hosszú nz nyár olaj oz \
      öl
      """
    ),
    ("tr", "cam cz çam dal ılık ırmak ISI ip İzmir oz öz sal sz şal"),
    ("et", "saba šokk zoo žanr tamm vesi wc õun ära öö üks xi"),
    ("vi", "an ăn ân da di đi on ôn ơn u ưu"),
    ("uk", "гора ґанок енергія єдиний жаба і іній їжак їсти йод кит"),
    ("ru", "ежик ёлка ель жук игла йод"),
    ("mk", "дом ѓавол ѓон ера тој ќе ум"),
    ("ja", "アイ あお かき がき さくら サクラ はな ばら"),
    ("fa", "بد پدر تا جا چای کار گل وقت هوا یار"),
    ("und", "(a) #1 10 9 a A b co_op co-op coop resume Resume résumé"),
    ("xx", "10 9 a A b"),
    ("und-u-kn", "9 file file1 file9 file010 file10 File10"),
    ("sv_SE-u-kn-true", "9 10 zebra å1 å2 å10"),
    ("en-u-kn-false", "10 9"),
  ]

  @Test("words are in the order of the language, however they are encoded", arguments: sorted)
  func examples(tag: String, words: String) throws {
    let words = words.split(separator: " ").map(String.init)
    for seed in 1...3 {
      var random = SeededRandom(seed: seed)
      let rows = words.shuffled(using: &random)
      var list = ListEngine(try RowTable.typed(rows.map { [("text", .text, $0)] }))
      try list.update { $0.sort = [SortKey("text", collation: .language(tag))] }
      let shown = list.visibleIDs.map { list.row($0)?[0] }
      #expect(shown == words.map { .text($0) })
    }
  }

  @Test("letters of two scalars have the place of the letter")
  func decomposed() {
    let alphabet = Self.alphabet("sv")
    #expect(alphabet.compare("Öra", "O\u{308}ra") == 0)
    #expect(alphabet.compare("a\u{30A}", "z") > 0)
    // Others are sorted as the letter without the accent.
    #expect(alphabet.compare("e\u{301}a", "eb") < 0)
    #expect(alphabet.compare("ea", "e\u{301}a") < 0)
  }

  @Test("what is no tag of a language is refused")
  func tags() {
    for text in ["", "s", "swedish", "natral", "s1", "sv-", "-sv", "sv--se", "sv se", "sv-ünder"] {
      #expect(LanguageTag(text) == nil, "\(text)")
      #expect(SortKey.Collation(rawValue: text) == nil, "\(text)")
    }
    for text in ["sv", "SV", "sv_SE", "sr-Latn-RS", "de-u-co-phonebk", "tlh", "cs-u-kn-co"] {
      #expect(SortKey.Collation(rawValue: text)?.rawValue == text)
    }
    #expect(LanguageTag("sr-Latn")?.order == "sr-latn" && LanguageTag("sr")?.order == "")
    // What no language has costs no memory of its own.
    #expect(LanguageTag("qq") == LanguageTag("xx"))
  }

  @Test("keys have an order for any texts, and heads agree with it")
  func anyTexts() {
    let parts = [
      "a", "Z", "ch", "C", "h", "\u{301}", "ß", "é", "9", "10", "00", " ", "\u{0}", "\u{7F}", "日",
      "か",
      "カ", "→", "٣", "й", "👩‍👩‍👧", "\u{E000}", "한", "ﬁ",
    ]
    var random = SeededRandom(seed: 3)
    for tag in ["cs-u-kn", "hu", "und"] {
      let collator = TextCollator.alphabet(Self.alphabet(tag))
      for _ in 0..<3_000 {
        func text() -> [UInt8] {
          Array((0..<random.next(below: 6)).map { _ in random.pick(parts) }.joined().utf8)
        }
        let (a, b) = (text(), text())
        let found = collator.compare(a.span, b.span).signum()
        let reversed = collator.compare(b.span, a.span).signum()
        #expect(found == -reversed)
        let first = collator.head(a.span).start
        let second = collator.head(b.span).start
        if first != second { #expect((first < second) == (found < 0), "\(a) \(b)") }
      }
    }
  }

  @Test("random commits to a window are exact", arguments: 1...20)
  func commits(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let words = Self.sorted.flatMap { $0.1.split(separator: " ") }.map(String.init)
    var rows = ChangingTexts((0..<30).map { _ in random.pick(words) })
    let tag = random.pick(["sv", "cs", "hu", "ru", "und-u-kn"])
    var list = ListEngine(try rows.table)
    try list.update {
      $0.sort = [
        SortKey("text", random.pick([.ascending, .descending]), collation: .language(tag))
      ]
    }
    _ = list.setRange(.fixed(length: 10), section: nil)
    for _ in 0..<20 {
      let before = StrictTableView(list)
      let operations = rows.change(&random) { $0.pick(words) }
      if case .changes(let changes) = try list.apply(operations).changes {
        try before.check(changes, reaching: StrictTableView(list))
      }
      var (whole, fresh) = (list, ListEngine(try rows.table))
      _ = whole.setRange(nil, section: nil)
      try fresh.update { $0.sort = list.query.sort }
      // The same word in several rows is in the order in which the rows came.
      #expect(
        whole.visibleIDs.map { whole.row($0)?[1] } == fresh.visibleIDs.map { fresh.row($0)?[1] },
        "\(tag) seed \(seed)")
    }
  }

  private static func alphabet(_ tag: String) -> Alphabet { .of(LanguageTag(tag) ?? .none) }
}

extension Alphabet {
  fileprivate func compare(_ a: String, _ b: String) -> Int {
    TextCollator.alphabet(self).compare(Array(a.utf8).span, Array(b.utf8).span)
  }
}
