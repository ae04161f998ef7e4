import CCallgrind
import Workloads

/// Repeats something: under callgrind its instructions are counted, else its time is taken.
///
/// A line for each thing measured goes to standard output: its name, how often it was done, and, if
/// nothing was counted, the median of the times in microseconds.
enum Meter {
  /// Measures something that is done again and again.
  ///
  /// - Parameters:
  ///   - name: What it is called in the results.
  ///   - warmUp: How often it is done before, unmeasured.
  ///   - count: How often it is measured.
  ///   - round: If several things are done by turns, how many.
  ///   - prepare: Makes what is used up by one time; not measured.
  ///   - perform: What is measured.
  static func measure<Input>(
    _ name: String, warmUp: Int, count: Int, round: Int = 1, prepare: () throws -> Input,
    perform: (Input) throws -> Void
  ) rethrows {
    for _ in 0..<warmUp { try perform(prepare()) }
    guard callgrind_is_running() else {
      var times: [Double] = []
      for _ in 0..<count {
        let input = try prepare()
        times.append(try Stopwatch.microseconds { try perform(input) })
      }
      print(name, count, Statistics(times, round: round).median, separator: "\t")
      return
    }
    callgrind_start()
    for _ in 0..<count {
      let input = try prepare()
      callgrind_toggle()
      try perform(input)
      callgrind_toggle()
    }
    unsafe callgrind_stop(name)
    print(name, count, separator: "\t")
  }
}
