import NIOCore
import NIOHTTP1

/// Answers HTTP requests for the files of the page and for sockets.
struct WebHandler: Sendable {
  /// The answer to a request.
  enum Answer: Sendable {
    case response(HTTPResponse)
    /// The connection becomes the socket of a page, optionally named, if the request is in order.
    case socket(name: String?)
  }

  private let gatekeeper: Gatekeeper
  private let files: [String: ServedFile]
  /// The names of the files without secrets.
  private let publicNames: Set<String>

  /// Creates a handler that serves the built-in page and additional files, by name.
  init(gatekeeper: Gatekeeper, files: [String: [UInt8]]) {
    self.gatekeeper = gatekeeper
    let own = PageFiles.served
    publicNames = Set(own.keys).subtracting(files.keys).subtracting(["index.html"])
    self.files = own.merging(files.mapValues { ServedFile($0) }) { $1 }
  }

  /// Answers a request.
  func answer(_ request: HTTPRequestHead) -> Answer {
    let isPublic = publicNames.contains(String(request.target.path.dropFirst()))
    switch gatekeeper.judge(request, isPublic: isPublic) {
    case .refused(let status, let reason): return .response(Self.response(status, reason))
    case .invited(let cookie):
      return .response(welcome(cookie, for: request))
    case .welcome:
      let target = request.target
      return target.path == "/socket"
        ? .socket(name: target.query["page"])
        : .response(file(target.path, for: request))
    }
  }

  private func file(_ path: String, for request: HTTPRequestHead) -> HTTPResponse {
    guard request.method == .GET || request.method == .HEAD else {
      return Self.response(.methodNotAllowed, "Only GET is known.")
    }
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    guard let file = files[name] else {
      return Self.response(.notFound, "There is no such file.")
    }
    var headers = Self.headers(
      type: Self.type(of: name),
      cacheControl: file.isImmutable ? "max-age=31536000, immutable" : "no-cache")
    headers.add(name: "ETag", value: file.entityTag)
    if publicNames.contains(name) {
      headers.add(name: "Vary", value: "Origin")
      if let origin = request.headers.first(name: "Origin"), gatekeeper.isForeign(origin) {
        headers.add(name: "Access-Control-Allow-Origin", value: origin)
      }
    }
    let isKnown = file.isKnown(to: request.headers.first(name: "If-None-Match"))
    if isKnown { return HTTPResponse(status: .notModified, headers: headers, body: ByteBuffer()) }
    if file.isCompressed { headers.add(name: "Content-Encoding", value: "gzip") }
    return HTTPResponse(status: .ok, headers: headers, body: file.bytes)
  }

  /// Returns the page with the cookie; the page takes the token out of its address.
  ///
  /// There is no redirect: it would cost time, and browsers do not send a strict cookie on one if
  /// the user followed a link from another site.
  private func welcome(_ cookie: String, for request: HTTPRequestHead) -> HTTPResponse {
    var response = file("/", for: request)
    response.headers.replaceOrAdd(name: "Cache-Control", value: "no-store")
    response.headers.add(name: "Set-Cookie", value: cookie)
    return response
  }

  /// Returns a plain text response.
  static func response(_ status: HTTPResponseStatus, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: headers(type: "text/plain; charset=utf-8", cacheControl: "no-store"),
      body: ByteBuffer(string: text + "\n"))
  }

  /// Returns the headers of a response.
  ///
  /// With these, only resources of this server can be loaded or run, and the page cannot be framed.
  private static func headers(type: String, cacheControl: String) -> HTTPHeaders {
    [
      "Content-Security-Policy": """
      default-src 'none'; script-src 'self' \(PageFiles.startHash); style-src 'self'; img-src 'self' data:; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'
      """,
      "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
      "Content-Type": type, "Cache-Control": cacheControl,
    ]
  }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "json", "map": "application/json"
    case "ts": "application/typescript; charset=utf-8"
    default: "application/octet-stream"
    }
  }
}
