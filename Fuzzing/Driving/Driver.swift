import Dispatch
import Synchronization

// What libFuzzer calls. `--target=NAME` says which target takes the inputs.

/// The target that the arguments name.
private let target: FuzzTarget = {
  let prefix = "--target="
  let name = CommandLine.arguments.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
  guard let target = name.flatMap({ FuzzTarget(rawValue: String($0)) }) else {
    fatalError("--target= needs one of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  return target
}()

/// Takes an input; whatever is wrong with it ends the process, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func takeInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  let finding = Mutex<String?>(nil)
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    do { try await target.check(bytes) } catch { finding.withLock { $0 = "\(error)" } }
    isDone.signal()
  }
  isDone.wait()
  if let finding = finding.withLock({ $0 }) { fatalError("\(target.rawValue): \(finding)") }
  return 0
}
