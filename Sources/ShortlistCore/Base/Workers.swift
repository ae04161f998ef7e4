/// How the engine spreads the chunks of a table over the cores.
///
/// The engine itself is synchronous; who owns it says how pieces of work are run.
public struct Workers: Sendable {
  /// Runs a piece for each index below a count, and returns when all are done.
  public typealias Run = @Sendable (_ count: Int, _ piece: @Sendable (Int) -> Void) -> Void

  private let run: Run

  /// Workers that run pieces by `run`, in any order, on any threads.
  public init(_ run: @escaping Run) { self.run = run }

  /// One piece after the other.
  public static let serial = Workers { count, piece in
    for index in 0..<count { piece(index) }
  }

  /// The results of a piece for each index, in order.
  ///
  /// - Precondition: `run` has run every piece when it returns.
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

  /// Changes each element of an array in place, by a piece of its own.
  ///
  /// - Precondition: `run` has run every piece when it returns.
  func update<Element: Sendable>(
    _ array: inout [Element], _ piece: @Sendable (_ index: Int, inout Element) -> Void
  ) {
    unsafe array.withUnsafeMutableBufferPointer { buffer in
      // Safe: each piece changes its own element, and `run` returns after the last piece.
      nonisolated(unsafe) let elements = unsafe buffer
      unsafe run(elements.count) { unsafe piece($0, &elements[$0]) }
    }
  }

  /// Runs two pieces of work, side by side where there are cores for it.
  ///
  /// - Precondition: They share nothing that either of them changes.
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
