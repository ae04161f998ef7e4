import Shortlist

extension ScreenPicker {
  enum Event: Sendable {
    case terminal(TerminalEvent)
    /// An update of the list with this number.
    case list(Int, ListUpdate)
    case listEnded(Int)
    /// The source is waiting for this locked file.
    case locked(String)
    case progressDue
    /// The running work on the list with this number has finished with this answer.
    case answer(Int, ScreenEvent?)
    case drawingDue
    /// The first frame no longer waits for rows.
    case firstFrameDue
    /// It is time to take control of the terminal again.
    case resumeDue
    /// The preview command with this number can be run.
    case previewReady(Int, ShellCommand, Size)
    /// Something of the preview command with this number has come.
    case preview(ScreenEvent)
    /// The command of an action can be run.
    case commandReady(Command, ShellCommand, [String])
    /// The command of an action has ended, with this output or for this reason.
    case ran(Command, output: String, problem: String?)
    /// What the command of the list with this number has written to its errors.
    case complaint(Int, String)
    /// The request of another program with this number has come.
    case asked(Int, ScreenLink.Request)
    /// The list with this number is prepared, which leaves something to pick or not, or could not
    /// be.
    case prepared(Int, Result<PickOutcome?, any Error>)
  }

  /// The command of an action.
  struct Command: Sendable {
    let number: Int
    let kind: CommandAction
    let isInBackground: Bool
  }
}
