#if canImport(SwiftUI)
  public import ShortlistControls
  public import ShortlistCore
  public import SwiftUI

  /// A text field with the suggestions of a `SuggestionField` below it.
  ///
  ///     SuggestionTextField("Tag", field) { outcome in show("\(outcome)") }
  ///
  /// A tap on a suggestion fills in its text. The return key commits the text; a text that no item
  /// has also gets a button that creates it.
  public struct SuggestionTextField<ID: PickListID>: View {
    private let title: String
    private let field: SuggestionField<ID>
    private let onCommit: (SuggestionCommit<ID>) -> Void
    @State private var text: String
    /// The text that this view gave to the field last; another one comes from elsewhere.
    @State private var sent: String
    /// The text whose suggestions are shown.
    @State private var lookedUp: String?
    @State private var problem: String?

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - title: The label of the text field.
    ///   - field: The field.
    ///   - onCommit: Called with the outcome of each commit.
    public init(
      _ title: String, _ field: SuggestionField<ID>,
      onCommit: @escaping (SuggestionCommit<ID>) -> Void = { _ in }
    ) {
      self.title = title
      self.field = field
      self.onCommit = onCommit
      _text = State(initialValue: field.text)
      _sent = State(initialValue: field.text)
    }

    /// The text field and the suggestions.
    public var body: some View {
      VStack(alignment: .leading) {
        TextField(title, text: $text)
          .onSubmit { commit() }
          .task(id: text) { await enter() }
          .onChange(of: field.text) {
            if field.text != sent { (text, sent) = (field.text, field.text) }
          }
        if let problem { Text(verbatim: problem).font(.footnote).foregroundStyle(.red) }
        ForEach(field.suggestions, id: \.id) { suggestion in
          Button {
            choose(suggestion)
          } label: {
            Text(verbatim: suggestion.text).frame(maxWidth: .infinity, alignment: .leading)
              .contentShape(Rectangle())
          }
          .buttonStyle(.plain)
        }
        if field.suggestions.count < field.total {
          Button("More (\(field.total - field.suggestions.count))") {
            Task { try? await field.more() }
          }
          .buttonStyle(.borderless)
        }
        if isNew { Button("Create “\(text)”") { commit() }.buttonStyle(.borderless) }
      }
    }

    /// Whether the suggestions are those of the text, and no item counts as equal to it.
    private var isNew: Bool {
      let existing = field.equality == .exact ? field.exact : field.exact ?? field.similar
      return lookedUp == text && existing == nil && !text.allSatisfy(\.isWhitespace)
    }

    /// Looks up the suggestions, unless they are there already.
    private func enter() async {
      if text == lookedUp && text == field.text { return }
      sent = text
      await lookUp { try await field.enter(text) }
    }

    private func choose(_ suggestion: Suggestions<ID>.Item) {
      (text, sent) = (suggestion.text, suggestion.text)
      Task { await lookUp { try await field.choose(suggestion) } }
    }

    /// Makes a lookup, and says why it failed.
    private func lookUp(_ body: () async throws -> Suggestions<ID>?) async {
      do {
        if try await body() != nil { lookedUp = field.text }
        problem = nil
      } catch is CancellationError {
      } catch {
        problem = "\(error)"
      }
    }

    private func commit() {
      Task {
        await enter()
        onCommit(await field.commit())
      }
    }
  }
#endif
