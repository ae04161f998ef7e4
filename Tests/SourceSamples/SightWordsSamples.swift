import ShortlistControls
import Testing

/// The samples of Sight Words: a dialog that suggests words, or makes one.
@Suite("The samples of Sight Words") @MainActor
struct SightWordsSamples {
  private struct Word: Identifiable, Equatable, Sendable {
    let id: Int
    var word: String
  }

  /// The delegate of the dialog.
  private final class SuggestionHandler {
    private(set) var created: [String] = []
    private(set) var acted: [String] = []

    func createNewItem(_ searchValue: String) -> Word {
      created.append(searchValue)
      return Word(id: 1000 + created.count, word: searchValue)
    }

    func doAction(for item: Word) { acted.append(item.word) }
  }

  private let delegate = SuggestionHandler()

  private func dialog(_ words: [String]) -> (SuggestionField<Word.ID>, PickList<Word>) {
    let list = PickList(words.enumerated().map { Word(id: $0, word: $1) }) { Field("word", \.word) }
    let field = SuggestionField(
      list, attribute: "word", create: { [delegate] in delegate.createNewItem($0) },
      action: { [delegate] item, _ in delegate.doAction(for: item) })
    return (field, list)
  }

  @Test("addCurrentItem: acts on the word that is exactly the text, and makes one otherwise")
  func addCurrentItem() async throws {
    let (searchBar, words) = dialog(["will", "pêche", "Zoë", "the"])
    for text in ["the", "Will", "péché", "pêche"] {
      try await searchBar.enter(text)
      _ = await searchBar.commit()
    }
    #expect(delegate.created == ["Will", "péché"])
    #expect(delegate.acted == ["the", "Will", "péché", "pêche"])
    #expect(try await words.items.map(\.word) == ["will", "pêche", "Zoë", "the", "Will", "péché"])
    // A near match is reported separately, so that a view can ask.
    try await searchBar.enter("zoe")
    #expect(searchBar.exact == nil && searchBar.similar == 2)
  }

  @Test("setFetchBatchSize: twenty at a time, of all that match")
  func batches() async throws {
    let (searchBar, _) = dialog((100..<155).map { "word \($0)" })
    try await searchBar.enter("WOR")
    #expect(searchBar.suggestions.count == 20 && searchBar.total == 55)
    try await searchBar.more()
    try await searchBar.more()
    #expect(searchBar.suggestions.map(\.text) == (100..<155).map { "word \($0)" })
  }

  @Test("the list reloads itself after a word was added, here or elsewhere")
  func reloads() async throws {
    let (searchBar, words) = dialog(["the"])
    try await searchBar.enter("brandnew")
    #expect(searchBar.exact == nil && searchBar.suggestions.isEmpty)
    _ = await searchBar.commit()
    #expect(searchBar.exact == 1001)
    try await words.insert(Word(id: 5, word: "brandnewer"))
    while searchBar.total < 2 { await Task.yield() }
    #expect(searchBar.suggestions.map(\.text) == ["brandnew", "brandnewer"])
  }

  @Test("white space at the ends counts on neither side")
  func whiteSpace() async throws {
    let (searchBar, _) = dialog([" lead", "trail "])
    try await searchBar.enter("lead")
    #expect(searchBar.exact == 0 && searchBar.suggestions.count == 1)
    try await searchBar.enter(" trail")
    #expect(searchBar.exact == 1 && searchBar.suggestions.count == 1)
  }
}
