import FlyingFox
import Foundation

extension HTTPResponse {
  /// The first line and the headers, as RFC 9112 has them, for a body of so many bytes; nil if what
  /// comes after them is no body.
  func head(length: Int?) -> Data {
    var lines = ["HTTP/1.1 \(statusCode.code) \(statusCode.phrase)"]
    lines += headers.map { "\($0.key.rawValue): \($0.value)" }.sorted()
    if let length { lines.append("Content-Length: \(length)") }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
