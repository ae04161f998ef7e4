/// A strategy for running the engine's work on several cores.
///
/// The engine itself is synchronous; its owner decides how pieces of work run.
package struct Workers: Sendable {
  /// Runs a piece for each index below a count, and returns after the last one is done.
  package typealias Run = @Sendable (_ count: Int, _ piece: @Sendable (Int) -> Void) -> Void

  private let run: Run

  /// Creates workers that run pieces with `run`, in any order, on any threads.
  package init(_ run: @escaping Run) { self.run = run }

  /// Workers that run one piece after the other.
  package static let serial = Workers { count, piece in
    for index in 0..<count { piece(index) }
  }

  /// Returns the results of a piece for each index, in order.
  ///
  /// - Precondition: `run` returns only after every piece has run.
  package func map<Result: Sendable>(
    _ count: Int, _ piece: @Sendable (Int) -> Result
  ) -> [Result] {
    var results = [Result?](repeating: nil, count: count)
    unsafe results.withUnsafeMutableBufferPointer { buffer in
      // Safe: each piece writes its own element, and `run` returns after the last piece.
      nonisolated(unsafe) let elements = unsafe buffer
      run(count) { unsafe elements[$0] = piece($0) }
    }
    return results.enumerated().map { index, result in
      guard let result else { preconditionFailure("piece \(index) of \(count) was not run") }
      return result
    }
  }

  /// Updates each element of an array in place, in a piece of its own.
  ///
  /// - Precondition: `run` returns only after every piece has run.
  func update<Element: Sendable>(
    _ array: inout [Element], _ piece: @Sendable (_ index: Int, inout Element) -> Void
  ) {
    unsafe array.withUnsafeMutableBufferPointer { buffer in
      // Safe: each piece changes its own element, and `run` returns after the last piece.
      nonisolated(unsafe) let elements = unsafe buffer
      unsafe run(elements.count) { unsafe piece($0, &elements[$0]) }
    }
  }

  /// Runs two pieces of work, in parallel if cores are available.
  ///
  /// - Precondition: Neither piece changes state that the other one uses.
  package func both<First: Sendable, Second: Sendable>(
    _ first: () -> First, _ second: () -> Second
  ) -> (First, Second) {
    typealias Made = (first: First?, second: Second?)
    return withoutActuallyEscaping(first) { first in
      withoutActuallyEscaping(second) { second in
        // Safe: only the piece with index 0 calls it, and `map` returns after that piece.
        nonisolated(unsafe) let first = first
        // Safe: only the piece with index 1 calls it, and `map` returns after that piece.
        nonisolated(unsafe) let second = second
        let made = map(2) { index -> Made in
          index == 0 ? (unsafe first(), nil) : (nil, unsafe second())
        }
        guard let first = made[0].first, let second = made[1].second else {
          preconditionFailure("a piece of two was not run")
        }
        return (first, second)
      }
    }
  }
}
