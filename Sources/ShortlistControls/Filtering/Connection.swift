import Shortlist
import ShortlistCore

/// A connection between two parts, until it is disconnected.
///
/// It lasts as long as the parts that it connects, even if nothing retains the connection itself.
///
///     let connection = filterState.onChange { groups in show(groups.description) }
///     connection.disconnect()
@MainActor
public final class Connection {
  private var undo: (() -> Void)?

  /// Creates a connection.
  ///
  /// - Parameter undo: Reverts everything that connecting did. It is called at most once.
  public init(_ undo: @escaping () -> Void) { self.undo = undo }

  /// Reverts everything that connecting did; neither part notifies the other from then on.
  public func disconnect() {
    let undo = undo
    self.undo = nil
    undo?()
  }
}
