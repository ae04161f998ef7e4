/// How much a client may ask for; what is more is refused, with an error that says how much may be.
struct Limits: Sendable {
  /// The bytes of a line.
  var lineBytes = 64 << 20
  /// The messages of a batch.
  var batch = 100_000
  /// The bytes of an answer, that to a batch as a whole.
  var answerBytes = 256 << 20
  /// The values of an answer that has rows or ids.
  var answerValues = 10_000_000
  /// The lists that are open.
  var lists = 1_000
  /// The ranges that are connected.
  var ranges = 1_000
  /// The elements of an array in params, such as the operations of a transaction and ids.
  static let elements = 1_000_000

  /// The requests that are carried out side by side; more of them wait.
  var running = 64
  /// The lines that are not answered yet, and their bytes; then no more is read.
  var waiting = (lines: 1_000, bytes: 16 << 20)
  /// The bytes of answers that are not written yet; then nothing more is begun.
  var unwritten = 1 << 20
}
