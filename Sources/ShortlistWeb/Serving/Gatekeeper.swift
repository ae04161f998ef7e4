import FlyingFox
import Foundation
import Synchronization

/// Decides which requests are heard.
///
/// - The `Host` must be the address of this server, or of a proxy that was named: a name that somebody
///   has made point here (DNS rebinding) is another.
/// - The `Origin`, which browsers send with every request that a page of somebody else's makes, must
///   be one of the same; a socket must have one.
/// - The first request brings the token of the invitation, and gets a cookie for it; all others bring
///   that. Cookies are of a host and not of a port, so the port is in the name.
final class Gatekeeper: Sendable {
  /// What becomes of a request.
  enum Verdict: Hashable {
    /// It may look.
    case welcome
    /// It has shown the token and gets this cookie.
    case invited(cookie: String)
    /// It may not, for this reason.
    case refused(HTTPStatusCode, String)
  }

  private let token = Secret()
  private let pass = Secret()
  private let host: String
  /// The origins of proxies, and what a `Host` is called there.
  private let origins: [String]
  private let port = Mutex<UInt16>(0)

  init(_ options: WebOptions) {
    let name = options.host.lowercased()
    host = name.contains(":") ? "[\(name)]" : name
    origins = options.origins.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  /// Sets the port that is listened on.
  func setPort(_ number: UInt16) { port.withLock { $0 = number } }

  /// The address that lets in whoever opens it.
  var invitation: String {
    "\(origins.first ?? "http://\(authorities[0])")/?token=\(token.text)"
  }

  /// Decides on a request.
  func judge(_ request: HTTPRequest) -> Verdict {
    judge(
      host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")],
      cookies: request.headers.values(for: .cookie),
      token: request.path == "/" ? request.query.first { $0.name == "token" }?.value : nil,
      isSocket: request.headers[.upgrade] != nil)
  }

  /// Decides on what a request has in its headers.
  func judge(
    host: String?, origin: String?, cookies: [String], token given: String?, isSocket: Bool
  ) -> Verdict {
    guard let host, authorities.contains(host.lowercased()) else {
      return .refused(HTTPStatusCode(421, phrase: "Misdirected Request"), "This is another host.")
    }
    if let origin {
      guard allowedOrigins.contains(origin.lowercased()) else {
        return .refused(.forbidden, "Pages of other origins may not ask.")
      }
    } else if isSocket {
      return .refused(.forbidden, "A socket needs an origin.")
    }
    if let given {
      return token.equals(given)
        ? .invited(cookie: cookie(isSecure: isSecure(host)))
        : .refused(.forbidden, "The token is another. Open the address that the program has told.")
    }
    return cookies.contains(where: holdsPass)
      ? .welcome
      : .refused(.forbidden, "Open the address that the program has told, with its token.")
  }

  /// Whether one of the cookies of a header is the pass.
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

  /// Whether a request has come by a proxy that speaks TLS.
  private func isSecure(_ host: String) -> Bool {
    origins.contains {
      $0.lowercased().hasPrefix("https://") && Self.authority($0) == host.lowercased()
    }
  }

  /// What a `Host` is for those who come without a proxy; browsers leave out the usual port.
  private var ownAuthorities: [String] {
    let port = port.withLock { $0 }
    let own = host == "127.0.0.1" || host == "localhost" ? ["127.0.0.1", "localhost"] : [host]
    return port == 80 ? own : own.map { "\($0):\(port)" }
  }

  /// What a `Host` may be.
  private var authorities: [String] { ownAuthorities + origins.compactMap(Self.authority) }

  private var allowedOrigins: [String] {
    ownAuthorities.map { "http://\($0)" } + origins.map { $0.lowercased() }
  }

  /// The host, and the port if there is one, of an origin.
  private static func authority(_ origin: String) -> String? {
    guard let end = origin.range(of: "://")?.upperBound else { return nil }
    return origin[end...].lowercased()
  }
}

/// A text that nobody can guess.
struct Secret: Sendable {
  let text: String

  /// Makes one of 128 random bits.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Whether a text is this one; how long that takes says nothing of where they differ.
  func equals(_ other: some StringProtocol) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
