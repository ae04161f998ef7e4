import Shortlist

/// What the screen asks for.
extension ScreenPicker {
  func carryOut(_ effect: ScreenEffect) {
    switch effect {
    case .search, .read, .select, .arrange, .write, .acceptWhenRead, .sample, .measure, .prepare:
      start(queue.add(effect))
    case .acceptRow(let id, let values): outcome = .success(.picked([(id, values)]))
    case .acceptSelected: acceptsSelection = true
    case .acceptNothing: outcome = .success(.nothing)
    case .acceptQuery:
      isSearchAccepted = true
      outcome = .success(.nothing)
    case .cancel: outcome = .success(.cancelled)
    case .copy(let text): session.copy(text)
    case .bell: session.ring()
    case .run(let kind, let request): prepare(kind, request, inBackground: false)
    case .runInBackground(let kind, let request): prepare(kind, request, inBackground: true)
    case .stopBackground: commands.stopBackground()
    case .suspend: suspend()
    case .redraw: session.redraw(height: state.screenSize.rows)
    case .preview(let number, let request): prepare(number, request)
    case .stopPreview:
      preparation?.cancel()
      preview?.stop()
    }
  }

  /// Fills in the preview command, which may need the picked rows of the list.
  private func prepare(_ number: Int, _ request: PreviewRequest) {
    let runner = preview ?? PreviewRunner(shell: options.shell)
    preview = runner
    runner.expect(number)
    let worker = worker
    let inbox = inbox
    preparation?.cancel()
    preparation = Task {
      do {
        let command = try await worker.command(of: request)
        inbox.yield(.previewReady(number, command, request.size))
      } catch {
        inbox.yield(.preview(.previewed(number, Array("\(error)\n".utf8))))
      }
    }
    after(.milliseconds(300), .preview(.previewDue(number)))
  }

  func start(_ step: WorkQueue.Step?) {
    switch step {
    case .start(.prepare):
      let (inbox, list, number, preparing) = (inbox, list, replaced, preparing)
      work = Task {
        do { inbox.yield(.prepared(number, .success(try await preparing?(list)))) } catch {
          inbox.yield(.prepared(number, .failure(error)))
        }
      }
    case .start(let effect):
      let (inbox, worker, number) = (inbox, worker, replaced)
      work = Task { inbox.yield(.answer(number, await worker.answer(effect))) }
    case .cancelRunning: work?.cancel()
    case nil: break
    }
  }
}
