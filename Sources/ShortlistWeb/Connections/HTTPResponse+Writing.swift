import FlyingFox
import Foundation

extension HTTPResponse {
  /// The first line and the headers, as RFC 9112 has them.
  ///
  /// - Parameter length: How many bytes come after them; nil if it is not the body of an answer.
  func head(length: Int?) -> Data {
    var lines = ["HTTP/1.1 \(statusCode.code) \(statusCode.phrase)"]
    lines += headers.map { "\($0.key.rawValue): \($0.value)" }.sorted()
    if let length { lines.append("Content-Length: \(length)") }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
