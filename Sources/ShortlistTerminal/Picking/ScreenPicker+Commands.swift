import Shortlist

/// Commands of actions.
extension ScreenPicker {
  func prepare(
    _ kind: CommandAction, _ request: PreviewRequest, inBackground: Bool
  ) {
    let action = Command(
      number: commands.expect(inBackground: inBackground), kind: kind, isInBackground: inBackground)
    let worker = worker
    let inbox = inbox
    let environment = state.environment
    Task {
      do {
        let command = try await worker.command(of: request)
        inbox.yield(.commandReady(action, command, environment))
      } catch { inbox.yield(.ran(action, output: "", problem: "\(error)")) }
    }
  }

  func run(_ action: Command, _ command: ShellCommand, _ environment: [String]) async {
    let inbox = inbox
    do {
      switch action.kind {
      case .become:
        successor = (command, environment)
        outcome = .success(.cancelled)
      case .execute: try await execute(command, environment)
      case .reload, .reloadSync: try await reload(action.kind, command, environment)
      default:
        return try commands.run(action.number, command, environment) {
          inbox.yield(.ran(action, output: $0, problem: nil))
        }
      }
      _ = commands.finish(action.number)
    } catch { inbox.yield(.ran(action, output: "", problem: "\(error)")) }
  }

  /// Runs a command on the terminal.
  private func execute(_ command: ShellCommand, _ environment: [String]) async throws {
    defer {
      session.enter()
      startReading()
      update(.resized(size))
    }
    if let signal = try await session.run(
      command.arguments(options.shell), environment)
    {
      endingSignal = signal
      outcome = .success(.cancelled)
    }
    update(.ran(.execute, output: ""))
  }

  /// Replaces the list by that of a command's output.
  private func reload(
    _ kind: CommandAction, _ command: ShellCommand, _ environment: [String]
  ) async throws {
    guard let reloading else {
      throw TerminalError("this list cannot be replaced by the output of a command")
    }
    let (inbox, number) = (inbox, replaced + 1)
    let process = try SourceProcess(
      command.arguments(options.shell), environment: environment
    ) { inbox.yield(.complaint(number, $0)) }
    let (list, head) = try await reloading.list(of: process)
    if options.keepsRows { kept += try await self.list.selectedRows(first: .max).map(\.id) }
    follower?.cancel()
    work?.cancel()
    replaced = number
    preparing = nil
    source = command
    queue = WorkQueue()
    worker = ListWorker(
      list: list, base: worker.base, creates: worker.creates, writer: options.writer)
    self.list = list
    self.head = head
    await link?.replaceList(by: list)
    follow()
    update(.replaced(whenRead: kind == .reloadSync))
  }

  /// Selects the rows that were selected in the list before; leaves out those that are gone.
  func keepSelection() async {
    if kept.isEmpty { return }
    let ids = kept
    kept = []
    do {
      _ = try await list.select(.select(ids), idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
    } catch { update(.notRead(reason: "\(error)")) }
  }
}
