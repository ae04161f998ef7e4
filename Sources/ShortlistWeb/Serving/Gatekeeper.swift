import Foundation
import NIOHTTP1
import Synchronization

/// Decides which requests are allowed.
///
/// - The `Host` must be the address of this server or of a configured proxy. This defeats DNS
///   rebinding, where a foreign name resolves to this server.
/// - The `Origin`, which browsers send with requests from foreign pages, must be one of the same
///   addresses; for a socket it is required.
/// - The first request presents the token of the invitation and receives a cookie, which the
///   requests for pages must present. Cookies belong to a host and not to a port, so the port is in
///   the name, and browsers send them to the servers of other ports too.
/// - A socket must present the token, which the page keeps where only its own origin reads it.
/// - The scripts and styles of this package have nothing secret, and can be used by pages of the
///   allowed origins.
final class Gatekeeper: Sendable {
  /// The decision on a request.
  enum Verdict: Hashable {
    /// The request is allowed.
    case welcome
    /// The request has presented the token, and the answer sets this cookie.
    case invited(cookie: String)
    /// The request is refused, for this reason.
    case refused(HTTPResponseStatus, String)
  }

  /// The protocol of a socket, after which the token follows as one more.
  static let subprotocol = "shortlist"

  private let token: Secret
  private let pass: Secret
  private let host: String
  /// The origins of proxies; their hosts are also valid as `Host`.
  private let origins: [String]
  /// The address of the page behind the first proxy, without the last slash; nil for no proxy.
  private let proxied: String?
  private let port = Mutex<UInt16>(0)

  init(_ options: WebOptions) {
    token = options.secrets.map { Secret(text: $0.token) } ?? Secret()
    pass = options.secrets.map { Secret(text: $0.pass) } ?? Secret()
    let name = options.host.lowercased()
    host = name.contains(":") ? "[\(name)]" : name
    proxied = options.origins.first.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    origins = options.origins.map(Self.origin)
  }

  /// Sets the port that the server listens on.
  func setPort(_ number: UInt16) { port.withLock { $0 = number } }

  /// The address with the token, which admits anyone who opens it.
  var invitation: String {
    "\(proxied ?? "http://\(authorities[0])")/?token=\(token.text)"
  }

  /// Decides on a request, which may be for a public file, one without secrets.
  func judge(_ request: HTTPRequestHead, isPublic: Bool = false) -> Verdict {
    let (target, headers) = (request.target, request.headers)
    return judge(
      host: headers.first(name: "Host"), origin: headers.first(name: "Origin"),
      cookies: headers["Cookie"], token: target.path == "/" ? target.query["token"] : nil,
      protocols: target.path == "/socket" || headers.contains(name: "Upgrade")
        ? headers[canonicalForm: "Sec-WebSocket-Protocol"].map(String.init) : nil,
      isPublic: isPublic)
  }

  /// Returns whether pages of an origin other than this server's may read what is public.
  func isForeign(_ origin: String) -> Bool {
    origins.contains { $0.lowercased() == origin.lowercased() }
  }

  /// Decides on the relevant headers of a request; only one for a socket has protocols.
  func judge(
    host: String?, origin: String?, cookies: [String], token given: String?,
    protocols: [String]?, isPublic: Bool = false
  ) -> Verdict {
    guard let host, authorities.contains(host.lowercased()) else {
      return .refused(.misdirectedRequest, "This is another host.")
    }
    if let origin {
      guard allowedOrigins.contains(origin.lowercased()) else {
        return .refused(.forbidden, "Pages of other origins may not ask.")
      }
    } else if protocols != nil {
      return .refused(.forbidden, "A socket needs an origin.")
    }
    if let given {
      return token.equals(given)
        ? .invited(cookie: cookie(isSecure: isSecure(host)))
        : .refused(.forbidden, "The token is another. Open the address that the program has told.")
    }
    if let protocols {
      let prefix = "token."
      return protocols.contains { $0.hasPrefix(prefix) && token.equals($0.dropFirst(prefix.count)) }
        ? .welcome
        : .refused(.forbidden, "A socket needs the token that the program has told.")
    }
    return isPublic || cookies.contains(where: holdsPass)
      ? .welcome
      : .refused(.forbidden, "Open the address that the program has told, with its token.")
  }

  /// Returns whether a cookie header contains the pass.
  private func holdsPass(_ cookies: String) -> Bool {
    let prefix = name + "="
    return cookies.split(separator: ";").contains { cookie in
      let cookie = cookie.drop { $0 == " " }
      return cookie.hasPrefix(prefix) && pass.equals(cookie.dropFirst(prefix.count))
    }
  }

  private var name: String { "shortlist-\(port.withLock { $0 })" }

  private func cookie(isSecure: Bool) -> String {
    "\(name)=\(pass.text); Path=/; SameSite=Strict; HttpOnly\(isSecure ? "; Secure" : "")"
  }

  /// Returns whether a request came through a proxy with TLS.
  private func isSecure(_ host: String) -> Bool {
    origins.contains {
      $0.lowercased().hasPrefix("https://") && Self.authority($0) == host.lowercased()
    }
  }

  /// The valid `Host` values without a proxy; browsers omit the default port.
  private var ownAuthorities: [String] {
    let port = port.withLock { $0 }
    let own = host == "127.0.0.1" || host == "localhost" ? ["127.0.0.1", "localhost"] : [host]
    return port == 80 ? own : own.map { "\($0):\(port)" }
  }

  /// All valid `Host` values.
  private var authorities: [String] { ownAuthorities + origins.compactMap(Self.authority) }

  private var allowedOrigins: [String] {
    ownAuthorities.map { "http://\($0)" } + origins.map { $0.lowercased() }
  }

  /// Returns the origin of a URL, which may have a path.
  private static func origin(_ url: String) -> String {
    url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
  }

  /// Returns the host and the port, if any, of an origin.
  private static func authority(_ origin: String) -> String? {
    guard let end = origin.range(of: "://")?.upperBound else { return nil }
    return origin[end...].lowercased()
  }
}

/// An unguessable text.
struct Secret: Sendable {
  let text: String

  /// Creates a secret from a text that is known to be one.
  init(text: String) { self.text = text }

  /// Creates a secret from 128 random bits.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Compares in constant time.
  func equals(_ other: some StringProtocol) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
