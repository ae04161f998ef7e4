import NIOHTTP1
import Testing

@testable import ShortlistWeb

@Suite("Who may look")
struct GatekeeperTests {
  private let gatekeeper: Gatekeeper

  init() {
    var options = WebOptions()
    options.origins = ["https://list.example"]
    gatekeeper = Gatekeeper(options)
    gatekeeper.setPort(4000)
  }

  private var token: String {
    gatekeeper.invitation.split(separator: "=").last.map(String.init) ?? ""
  }

  private var cookie: String {
    guard case .invited(let cookie) = judge(token: token) else { return "" }
    return cookie.split(separator: ";").first.map(String.init) ?? ""
  }

  private func judge(
    host: String? = "127.0.0.1:4000", origin: String? = nil, cookies: [String] = [],
    token: String? = nil, protocols: [String]? = nil, isPublic: Bool = false
  ) -> Gatekeeper.Verdict {
    gatekeeper.judge(
      host: host, origin: origin, cookies: cookies, token: token, protocols: protocols,
      isPublic: isPublic)
  }

  private func isRefused(_ verdict: Gatekeeper.Verdict) -> Bool {
    if case .refused = verdict { true } else { false }
  }

  @Test("who has the token gets a cookie, which lets in")
  func invited() {
    #expect(gatekeeper.invitation.hasPrefix("https://list.example/?token="))
    #expect(token.utf8.count == 32)
    guard case .invited(let cookie) = judge(token: token) else {
      Issue.record("the token is refused")
      return
    }
    #expect(cookie.hasSuffix("; Path=/; SameSite=Strict; HttpOnly"))
    #expect(cookie.hasPrefix("shortlist-4000=") && !cookie.contains(token))
    #expect(judge(cookies: [self.cookie]) == .welcome)
    #expect(judge(cookies: ["a=b; \(self.cookie); c=d"]) == .welcome)
    #expect(judge(cookies: ["a=b", self.cookie]) == .welcome)
  }

  @Test("no token, another one, no cookie, another one: refused")
  func strangers() {
    #expect(isRefused(judge()))
    #expect(isRefused(judge(token: "")))
    #expect(isRefused(judge(token: String(token.dropLast()) + "x")))
    #expect(isRefused(judge(token: token + "0")))
    #expect(isRefused(judge(cookies: ["shortlist-4000=", "shortlist-4000=\(token)"])))
    #expect(isRefused(judge(cookies: [cookie.replacing("4000", with: "4001")])))
  }

  @Test(
    "the host must be this one, or that of the proxy",
    arguments: ["127.0.0.1:4000", "localhost:4000", "LOCALHOST:4000", "list.example"])
  func hosts(host: String) {
    #expect(judge(host: host, cookies: [cookie]) == .welcome)
  }

  @Test(
    "other hosts are refused, whatever they bring",
    arguments: ["evil.example", "evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "", nil])
  func otherHosts(host: String?) {
    #expect(isRefused(judge(host: host, cookies: [cookie])))
    #expect(isRefused(judge(host: host, token: token)))
  }

  @Test("origins: this one and the proxy's; a socket must have one")
  func origins() {
    let protocols = ["shortlist", "token.\(token)"]
    for origin in ["http://127.0.0.1:4000", "http://localhost:4000", "https://list.example"] {
      #expect(judge(origin: origin, protocols: protocols) == .welcome)
    }
    for origin in ["http://evil.example", "null", "https://127.0.0.1:4000", ""] {
      #expect(isRefused(judge(origin: origin, protocols: protocols)))
      #expect(isRefused(judge(origin: origin, cookies: [cookie])))
      #expect(isRefused(judge(origin: origin, isPublic: true)))
    }
    #expect(isRefused(judge(protocols: protocols)))
  }

  @Test("a socket needs the token, not the cookie, which servers of other ports receive too")
  func sockets() {
    let origin = "http://127.0.0.1:4000"
    #expect(judge(origin: origin, protocols: ["token.\(token)", "shortlist"]) == .welcome)
    for protocols in [[], ["shortlist"], ["token."], ["token.\(token)0"], [token]] {
      #expect(isRefused(judge(origin: origin, cookies: [cookie], protocols: protocols)))
    }
  }

  @Test("what is public needs no cookie")
  func publicFiles() {
    #expect(judge(isPublic: true) == .welcome)
    #expect(judge(origin: "https://list.example", isPublic: true) == .welcome)
    #expect(isRefused(judge(host: "evil.example", isPublic: true)))
  }

  @Test("secrets that are given stay")
  func givenSecrets() {
    var options = WebOptions()
    options.secrets = (String(repeating: "t", count: 22), String(repeating: "p", count: 22))
    let gatekeeper = Gatekeeper(options)
    gatekeeper.setPort(4000)
    #expect(gatekeeper.invitation.hasSuffix("?token=tttttttttttttttttttttt"))
  }

  @Test("the usual port is not named")
  func usualPort() {
    gatekeeper.setPort(80)
    #expect(
      judge(host: "127.0.0.1", origin: "http://localhost", cookies: [cookieOfUsualPort]) == .welcome
    )
    #expect(isRefused(judge(host: "127.0.0.1:80", cookies: [cookieOfUsualPort])))
  }

  private var cookieOfUsualPort: String {
    guard case .invited(let cookie) = judge(host: "localhost", token: token) else { return "" }
    return cookie.split(separator: ";").first.map(String.init) ?? ""
  }

  @Test("over TLS the cookie is for TLS alone")
  func secureCookie() {
    guard case .invited(let cookie) = judge(host: "List.example", token: token) else {
      Issue.record("the token is refused")
      return
    }
    #expect(cookie.hasSuffix("; HttpOnly; Secure"))
  }

  @Test("a host in capital letters, and an origin with a slash at its end")
  func spelling() {
    var options = WebOptions()
    (options.host, options.origins) = ("FE80::1", ["https://list.example/"])
    let gatekeeper = Gatekeeper(options)
    gatekeeper.setPort(4000)
    #expect(gatekeeper.invitation.hasPrefix("https://list.example/?token="))
    for host in ["[fe80::1]:4000", "[FE80::1]:4000", "list.example"] {
      let verdict = gatekeeper.judge(
        host: host, origin: nil, cookies: [], token: nil, protocols: nil)
      #expect(
        verdict
          != .refused(.misdirectedRequest, "This is another host."))
    }
  }

  @Test("a proxy that serves the page below a path")
  func path() {
    var options = WebOptions()
    options.origins = ["https://example.com/a/list/"]
    let gatekeeper = Gatekeeper(options)
    gatekeeper.setPort(4000)
    #expect(gatekeeper.invitation.hasPrefix("https://example.com/a/list/?token="))
    for (origin, isAllowed) in [
      ("https://example.com", true), ("https://example.com/a/list", false),
      ("https://list.example", false),
    ] {
      let verdict = gatekeeper.judge(
        host: "example.com", origin: origin, cookies: [], token: nil, protocols: nil)
      let refusal = Gatekeeper.Verdict.refused(.forbidden, "Pages of other origins may not ask.")
      #expect((verdict != refusal) == isAllowed)
    }
  }

  @Test("secrets are of 128 bits, and no two alike")
  func secrets() {
    let texts = (0..<100).map { _ in Secret().text }
    #expect(Set(texts).count == 100 && texts.allSatisfy { $0.utf8.count == 32 })
  }
}
