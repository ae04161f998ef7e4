import FlyingFox
import Foundation

/// Answers HTTP requests for the files of the page and for sockets.
struct WebHandler: Sendable {
  /// The answer to a request.
  enum Answer: Sendable {
    case response(HTTPResponse)
    /// The connection becomes the socket of a page.
    case page(PageSocket, HTTPResponse)
  }

  let gatekeeper: Gatekeeper
  /// Additional files, by name.
  let files: [String: [UInt8]]
  let pages: Pages
  let pool: TimeoutPool

  /// Answers a request.
  func answer(_ request: HTTPRequest) async -> Answer {
    switch gatekeeper.judge(request) {
    case .refused(let status, let reason): return .response(Self.response(status, reason))
    case .invited(let cookie): return .response(Self.welcome(cookie))
    case .welcome:
      return request.path == "/socket" ? await openSocket(request) : .response(file(for: request))
    }
  }

  private func file(for request: HTTPRequest) -> HTTPResponse {
    guard request.method == .GET || request.method == .HEAD else {
      return Self.response(HTTPStatusCode(405, phrase: "Method Not Allowed"), "Only GET is known.")
    }
    let name = request.path == "/" ? "index.html" : String(request.path.dropFirst())
    guard let file = files[name] ?? PageFiles.all[name] else {
      return Self.response(.notFound, "There is no such file.")
    }
    var headers = Self.headers
    headers[.contentType] = Self.type(of: name)
    headers[.cacheControl] = "no-cache"
    return HTTPResponse(statusCode: .ok, headers: headers, body: Data(file))
  }

  private func openSocket(_ request: HTTPRequest) async -> Answer {
    let name = request.query.first { $0.name == "page" }?.value
    guard let page = pages.admit(name) else {
      return .response(
        Self.response(
          HTTPStatusCode(503, phrase: "Service Unavailable"), "Too many pages are open."))
    }
    if let response = try? await WebSocketHTTPHandler(handler: page).handleRequest(request),
      case .webSocket = response.payload
    {
      return .page(page, response)
    }
    await pages.forget(page)
    return .response(Self.response(.badRequest, "This is not how a socket is asked for."))
  }

  /// Returns a page that sets the cookie and removes the token from the address.
  ///
  /// It is a page rather than a redirect, because browsers do not send a strict cookie on a
  /// redirect if the user followed a link from another site.
  private static func welcome(_ cookie: String) -> HTTPResponse {
    var headers = headers
    headers[.contentType] = "text/html; charset=utf-8"
    headers[.setCookie] = cookie
    headers[.cacheControl] = "no-store"
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Shortlist</title>
      <meta http-equiv="refresh" content="0;url=/"><p><a href="/">Go on</a></p></html>
      """
    return HTTPResponse(statusCode: .ok, headers: headers, body: Data(page.utf8))
  }

  /// Returns a plain text response.
  static func response(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    var headers = headers
    headers[.contentType] = "text/plain; charset=utf-8"
    headers[.cacheControl] = "no-store"
    return HTTPResponse(statusCode: status, headers: headers, body: Data((text + "\n").utf8))
  }

  /// The headers of all responses: only resources of this server can be loaded or run, and the page
  /// cannot be framed.
  private static let headers: HTTPHeaders = {
    var headers = HTTPHeaders()
    headers[HTTPHeader("Content-Security-Policy")] = """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'
      """
    headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
    headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
    headers[HTTPHeader("Cross-Origin-Opener-Policy")] = "same-origin"
    headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
    return headers
  }()

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "json": "application/json"
    default: "application/octet-stream"
    }
  }
}
