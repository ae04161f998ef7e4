import FlyingFox
import Foundation

extension HTTPRequest {
  /// Why the bytes of a client are not an acceptable request.
  struct Unreadable: Error, Hashable {
    let status: HTTPStatusCode
    let reason: String
  }

  /// Parses the request line and headers of a request without a body (RFC 9112).
  ///
  /// - Parameters:
  ///   - head: The bytes up to the empty line.
  ///   - peer: The address of the client.
  /// - Throws: `Unreadable`.
  init(head: [UInt8], from peer: Address?) throws(Unreadable) {
    var lines: [String] = []
    for line in head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard let text = String(validating: line, as: UTF8.self) else {
        throw Unreadable(status: .badRequest, reason: "The request is no text.")
      }
      lines.append(text)
    }
    let start = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard start.count == 3, start[1].hasPrefix("/"), start[2].hasPrefix("HTTP/1.") else {
      throw Unreadable(status: .badRequest, reason: "The first line is not that of a request.")
    }
    let headers = try Self.headers(lines.dropFirst().filter { !$0.isEmpty })
    if headers[.transferEncoding] != nil || (headers[.contentLength] ?? "0") != "0" {
      throw Unreadable(
        status: HTTPStatusCode(413, phrase: "Content Too Large"), reason: "No request has a body.")
    }
    let target = start[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      method: HTTPMethod(rawValue: String(start[0])), version: HTTPVersion(String(start[2])),
      target: Target(path: String(target[0]), query: target.count > 1 ? String(target[1]) : ""),
      headers: headers, body: HTTPBodySequence(), remoteAddress: peer)
  }

  private static func headers(_ lines: [String]) throws(Unreadable) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(isOfName) else {
        throw Unreadable(status: .badRequest, reason: "A header has no name.")
      }
      headers.addValue(
        parts[1].trimmingCharacters(in: .whitespaces), for: HTTPHeader(String(parts[0])))
    }
    for header in [HTTPHeader.host, HTTPHeader("Origin"), .contentLength]
    where headers.values(for: header).count > 1 {
      throw Unreadable(status: .badRequest, reason: "\(header.rawValue) is there twice.")
    }
    return headers
  }

  /// Returns whether a byte is valid in a header name.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// Whether the connection stays open for further requests.
  var keepsConnection: Bool {
    let options = (headers[.connection] ?? "").lowercased().split(separator: ",")
    return version == .http11
      && !options.contains { $0.trimmingCharacters(in: .whitespaces) == "close" }
  }
}
