import CFuzzer
import Dispatch
import Foundation
import Synchronization

/// Lets libFuzzer make up inputs, for the target that the argument `--target=NAME` names.
@main
enum Driver {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      unsafe CommandLine.unsafeArgv
    exit(unsafe LLVMFuzzerRunDriver(&count, &arguments) { unsafe Driver.take($0, count: $1) })
  }

  /// The target that the arguments name.
  private static let target: FuzzTarget = {
    let prefix = "--target="
    let name = CommandLine.arguments.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
    guard let target = name.flatMap({ FuzzTarget(rawValue: String($0)) }) else {
      fatalError("--target= needs one of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    return target
  }()

  /// Takes an input; whatever is wrong with it ends the process, and libFuzzer keeps the input.
  private static func take(_ data: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
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
}
