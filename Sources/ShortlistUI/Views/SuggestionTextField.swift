#if canImport(SwiftUI)
  public import ShortlistControls
  import ShortlistCore
  public import SwiftUI

  /// A text field with the suggestions of a `SuggestionField` below it.
  ///
  ///     SuggestionTextField("Tag", field) { outcome in show("\(outcome)") }
  ///
  /// A tap on a suggestion fills in its text. The return key commits the text; a text that no item has
  /// also gets a button that creates it.
  public struct SuggestionTextField: View {
    private let title: String
    private let field: SuggestionField
    private let onCommit: (SuggestionCommit) -> Void
    @State private var text = ""
    @State private var problem: String?

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - title: The label of the text field.
    ///   - field: The field.
    ///   - onCommit: Called with the outcome of each commit.
    public init(
      _ title: String, _ field: SuggestionField,
      onCommit: @escaping (SuggestionCommit) -> Void = { _ in }
    ) {
      self.title = title
      self.field = field
      self.onCommit = onCommit
    }

    /// The text field and the suggestions.
    public var body: some View {
      VStack(alignment: .leading) {
        TextField(title, text: $text)
          .onSubmit { commit() }
          .task(id: text) { await enter() }
        if let problem { Text(verbatim: problem).font(.footnote).foregroundStyle(.red) }
        ForEach(field.suggestions, id: \.id) { suggestion in
          Button {
            choose(suggestion)
          } label: {
            Text(verbatim: suggestion.text).frame(maxWidth: .infinity, alignment: .leading)
          }
          .buttonStyle(.plain)
        }
        if field.suggestions.count < field.total {
          Button("More (\(field.total - field.suggestions.count))") {
            Task { try? await field.more() }
          }
        }
        if field.exact == nil && !text.allSatisfy(\.isWhitespace) {
          Button("Create “\(text)”") { commit() }
        }
      }
    }

    /// Looks up the suggestions, unless the field has the text already.
    private func enter() async {
      if text == field.text { return }
      do {
        try await field.enter(text)
        problem = nil
      } catch is CancellationError {
      } catch {
        problem = "\(error)"
      }
    }

    private func choose(_ suggestion: Suggestions.Item) {
      Task {
        do {
          try await field.choose(suggestion)
          text = field.text
        } catch {
          problem = "\(error)"
        }
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
