import FlyingFox
import Foundation

extension HTTPResponse {
  /// Returns the status line and headers (RFC 9112) for a body of `length` bytes; nil if no body
  /// follows.
  func head(length: Int?) -> Data {
    var lines = ["HTTP/1.1 \(statusCode.code) \(statusCode.phrase)"]
    lines += headers.map { "\($0.key.rawValue): \($0.value)" }.sorted()
    if let length { lines.append("Content-Length: \(length)") }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
