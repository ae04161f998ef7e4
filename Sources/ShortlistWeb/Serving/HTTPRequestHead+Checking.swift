import Foundation
import NIOHTTP1

extension HTTPRequestHead {
  /// The path and the parameters that a request is for, without percent-encoding.
  struct Target {
    var path: String
    /// The first value of each parameter.
    var query: [String: String] = [:]
  }

  /// The target of the request.
  var target: Target {
    let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var target = Target(path: Self.decode(parts.first ?? ""))
    for parameter in parts.dropFirst().first?.split(separator: "&") ?? [] {
      let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, value) = (Self.decode(pair.first ?? ""), Self.decode(pair.dropFirst().first ?? ""))
      if target.query[name] == nil { target.query[name] = value }
    }
    return target
  }

  /// The response to a request that the decoder accepts and this server does not.
  var refusal: HTTPResponse? {
    if headers.contains(name: "Transfer-Encoding")
      || headers["Content-Length"].contains(where: { $0 != "0" })
    {
      return .bodyRefused
    }
    if !uri.hasPrefix("/") {
      return WebHandler.response(.badRequest, "The target of a request must be a path.")
    }
    // The decoder replaces bytes that are not UTF-8.
    if uri.contains("\u{FFFD}") || headers.contains(where: { $0.value.contains("\u{FFFD}") }) {
      return WebHandler.response(.badRequest, "The request is not valid UTF-8.")
    }
    for name in ["Host", "Origin"] where headers[name].count > 1 {
      return WebHandler.response(.badRequest, "\(name) must not occur twice.")
    }
    return nil
  }

  /// Whether the connection stays open for further requests.
  ///
  /// The decoder does not read on after a request for another protocol.
  var keepsConnection: Bool {
    version == .http1_1 && isKeepAlive && !headers.contains(name: "Upgrade")
  }

  /// Whether the request asks for a socket, as far as NIO's handshake does not check it.
  var isForSocket: Bool {
    func lists(_ name: String, _ value: String) -> Bool {
      headers[canonicalForm: name].contains { $0.lowercased() == value }
    }
    return method == .GET && lists("Upgrade", "websocket") && lists("Connection", "upgrade")
  }

  private static func decode(_ text: Substring) -> String {
    text.removingPercentEncoding ?? String(text)
  }
}

extension HTTPResponse {
  /// The response to a request with a body.
  static var bodyRefused: Self {
    WebHandler.response(.payloadTooLarge, "A request must not have a body.")
  }
}
