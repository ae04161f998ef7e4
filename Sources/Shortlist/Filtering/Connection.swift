/// What connects two parts, until it is disconnected.
///
/// A connection lasts as long as the parts that it connects, whether or not somebody holds it.
@MainActor
public final class Connection {
  private var undo: (() -> Void)?

  /// A connection.
  ///
  /// - Parameter undo: Takes back all that connecting did. It is called once at most.
  public init(_ undo: @escaping () -> Void) { self.undo = undo }

  /// Takes back all that connecting did; neither part hears of the other any more.
  public func disconnect() {
    let undo = undo
    self.undo = nil
    undo?()
  }
}
