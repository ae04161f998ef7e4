import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A client connection: sequential requests, then possibly the socket of a page.
///
/// A response does not wait for anything, so that responses have the order of the requests.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// Makes the response to the request of a socket.
  private static let handshake = NIOWebSocketServerUpgrader(
    shouldUpgrade: { channel, _ in
      channel.eventLoop.makeSucceededFuture(["Sec-WebSocket-Protocol": Gatekeeper.subprotocol])
    },
    upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })

  private let handler: WebHandler
  private let pages: Pages
  private let decoder: ByteToMessageHandler<HTTPRequestDecoder>
  private let encoder = HTTPResponseEncoder()
  private let timeLimit: TimeLimit
  /// The request that has begun to arrive.
  private var request: HTTPRequestHead?
  private var isEnded = false

  init(_ handler: WebHandler, pages: Pages) {
    (self.handler, self.pages) = (handler, pages)
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = pages.limits.headBytes
    limits.maxHeaderListSize = pages.limits.headBytes
    limits.maxHeaderFieldCount = pages.limits.headers
    decoder = ByteToMessageHandler(
      HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits))
    timeLimit = TimeLimit(.seconds(pages.limits.requestTime))
  }

  /// The handlers of a new connection, from the socket on.
  var handlers: [any ChannelHandler] {
    [decoder, timeLimit, BackPressureHandler(), encoder, self]
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isEnded { return }
    switch Self.unwrapInboundIn(data) {
    case .head(let head):
      if let refusal = head.refusal { respond(refusal, to: nil, context) } else { request = head }
    case .body: break
    case .end:
      guard let request = request.take() else { return }
      switch handler.answer(request) {
      case .response(let response): respond(response, to: request, context)
      case .socket(let name): open(name, request, context)
      }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError, !isEnded else {
      return context.close(promise: nil)
    }
    let response =
      switch error {
      case .headerOverflow:
        WebHandler.response(.requestHeaderFieldsTooLarge, "The request is too long.")
      case .invalidContentLength: HTTPResponse.bodyRefused
      default: WebHandler.response(.badRequest, "This is not an HTTP request.")
      }
    respond(response, to: nil, context)
  }

  /// Sends a response, and closes the connection unless the request keeps it.
  private func respond(
    _ response: HTTPResponse, to request: HTTPRequestHead?, _ context: ChannelHandlerContext
  ) {
    var head = HTTPResponseHead(
      version: .http1_1, status: response.status, headers: response.headers)
    // A response without content has the length of the content that it stands for, or none.
    if response.status != .notModified {
      head.headers.add(name: "Content-Length", value: "\(response.body.readableBytes)")
    }
    isEnded = request?.keepsConnection != true
    if isEnded { head.headers.add(name: "Connection", value: "close") }
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    if request?.method != .HEAD {
      context.write(Self.wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
    }
    let sent = context.writeAndFlush(Self.wrapOutboundOut(.end(nil)))
    if isEnded { sent.assumeIsolated().whenComplete { _ in context.close(promise: nil) } }
  }

  /// Makes the connection the socket of a page.
  private func open(
    _ name: String?, _ request: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    let headers = Self.handshake.buildUpgradeResponse(
      channel: context.channel, upgradeRequest: request,
      initialResponseHeaders: [:])
    headers.assumeIsolated().whenComplete { headers in
      guard request.isForSocket, case .success(let headers) = headers else {
        let refusal = WebHandler.response(.badRequest, "This is not a WebSocket handshake.")
        return self.respond(refusal, to: request, context)
      }
      guard let page = self.pages.admit(name) else {
        let refusal = WebHandler.response(.serviceUnavailable, "Too many pages are open.")
        return self.respond(refusal, to: request, context)
      }
      self.open(page, headers, context)
    }
  }

  private func open(
    _ page: PageSocket, _ headers: HTTPHeaders, _ context: ChannelHandlerContext
  ) {
    isEnded = true
    let limits = pages.limits
    let head = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: headers)
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
    timeLimit.limit = .seconds(limits.silence)
    let pipeline = context.pipeline.syncOperations
    let pageHandler = PageHandler(page, pingPause: .seconds(limits.silence / 3))
    do {
      try pipeline.addHandlers(FrameValidator.handlers(limits) + [pageHandler])
    } catch {
      return context.close(promise: nil)
    }
    // The decoder passes on what it has not read once it is removed.
    pipeline.removeHandler(encoder, promise: nil)
    pipeline.removeHandler(decoder, promise: nil)
    pipeline.removeHandler(context: context, promise: nil)
  }
}

extension TimeAmount {
  /// Creates a time from a number of seconds.
  fileprivate static func seconds(_ seconds: Double) -> TimeAmount {
    .nanoseconds(Int64(seconds * 1e9))
  }
}
