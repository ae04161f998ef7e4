import ShortlistCore
import ShortlistSystem

/// The functions of libpq, PostgreSQL's client library.
///
/// The library is loaded at the first connection, so that nothing else needs it.
@safe struct LibPQ: Sendable {
  typealias Text = UnsafePointer<CChar>
  typealias Texts = UnsafePointer<UnsafePointer<CChar>?>

  let parse:
    @Sendable @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) ->
      UnsafeMutableRawPointer?
  let defaults: @Sendable @convention(c) () -> UnsafeMutableRawPointer?
  let freeOptions: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void
  let connectStart: @Sendable @convention(c) (Texts, Texts, CInt) -> OpaquePointer?
  let connectPoll: @Sendable @convention(c) (OpaquePointer) -> CInt
  let finish: @Sendable @convention(c) (OpaquePointer) -> Void
  let status: @Sendable @convention(c) (OpaquePointer) -> CInt
  let socket: @Sendable @convention(c) (OpaquePointer) -> CInt
  let errorMessage: @Sendable @convention(c) (OpaquePointer) -> Text?
  let parameterStatus: @Sendable @convention(c) (OpaquePointer, Text) -> Text?
  let setNoticeProcessor:
    @Sendable @convention(c) (
      OpaquePointer, @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void,
      UnsafeMutableRawPointer?
    ) -> UnsafeRawPointer?
  let setNonblocking: @Sendable @convention(c) (OpaquePointer, CInt) -> CInt
  let flush: @Sendable @convention(c) (OpaquePointer) -> CInt
  let sendSimpleQuery: @Sendable @convention(c) (OpaquePointer, Text) -> CInt
  let sendQuery:
    @Sendable @convention(c) (
      OpaquePointer, Text, CInt, UnsafeRawPointer?, Texts?, UnsafeRawPointer?, UnsafeRawPointer?,
      CInt
    ) -> CInt
  let consumeInput: @Sendable @convention(c) (OpaquePointer) -> CInt
  let isBusy: @Sendable @convention(c) (OpaquePointer) -> CInt
  let getResult: @Sendable @convention(c) (OpaquePointer) -> OpaquePointer?
  let resultStatus: @Sendable @convention(c) (OpaquePointer) -> CInt
  let resultErrorField: @Sendable @convention(c) (OpaquePointer, CInt) -> Text?
  let rowCount: @Sendable @convention(c) (OpaquePointer) -> CInt
  let columnCount: @Sendable @convention(c) (OpaquePointer) -> CInt
  let isNull: @Sendable @convention(c) (OpaquePointer, CInt, CInt) -> CInt
  let length: @Sendable @convention(c) (OpaquePointer, CInt, CInt) -> CInt
  let value: @Sendable @convention(c) (OpaquePointer, CInt, CInt) -> UnsafeRawPointer?
  let clear: @Sendable @convention(c) (OpaquePointer) -> Void
  let getCopyData:
    @Sendable @convention(c) (
      OpaquePointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>, CInt
    ) -> CInt
  let putCopyData: @Sendable @convention(c) (OpaquePointer, Text, CInt) -> CInt
  let free: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void
  let notification: @Sendable @convention(c) (OpaquePointer) -> UnsafeMutableRawPointer?
  let getCancel: @Sendable @convention(c) (OpaquePointer) -> OpaquePointer?
  let cancel: @Sendable @convention(c) (OpaquePointer?, UnsafeMutablePointer<CChar>?, CInt) -> CInt
  let freeCancel: @Sendable @convention(c) (OpaquePointer?) -> Void

  /// The loaded library.
  ///
  /// - Throws: `LibraryMissingError`
  static var loaded: LibPQ { get throws { try library.get() } }

  private static let library = Result { try LibPQ() }

  private init() throws {
    guard let library = LoadedLibrary(linux: "libpq.so.5", darwin: "libpq.5.dylib") else {
      throw LibraryMissingError()
    }
    func function<Function>(_ name: String) throws(LibraryMissingError) -> Function {
      // The types above are those of libpq-fe.h, which has not changed them since version 8.
      guard let function: Function = unsafe library.function(name) else {
        throw LibraryMissingError()
      }
      return function
    }
    Self.keepOpenSSL(of: library)
    unsafe parse = try function("PQconninfoParse")
    unsafe defaults = try function("PQconndefaults")
    unsafe freeOptions = try function("PQconninfoFree")
    unsafe connectStart = try function("PQconnectStartParams")
    unsafe connectPoll = try function("PQconnectPoll")
    unsafe finish = try function("PQfinish")
    unsafe status = try function("PQstatus")
    unsafe socket = try function("PQsocket")
    unsafe errorMessage = try function("PQerrorMessage")
    unsafe parameterStatus = try function("PQparameterStatus")
    unsafe setNoticeProcessor = try function("PQsetNoticeProcessor")
    unsafe setNonblocking = try function("PQsetnonblocking")
    unsafe flush = try function("PQflush")
    unsafe sendSimpleQuery = try function("PQsendQuery")
    unsafe sendQuery = try function("PQsendQueryParams")
    unsafe consumeInput = try function("PQconsumeInput")
    unsafe isBusy = try function("PQisBusy")
    unsafe getResult = try function("PQgetResult")
    unsafe resultStatus = try function("PQresultStatus")
    unsafe resultErrorField = try function("PQresultErrorField")
    unsafe rowCount = try function("PQntuples")
    unsafe columnCount = try function("PQnfields")
    unsafe isNull = try function("PQgetisnull")
    unsafe length = try function("PQgetlength")
    unsafe value = try function("PQgetvalue")
    unsafe clear = try function("PQclear")
    unsafe getCopyData = try function("PQgetCopyData")
    unsafe putCopyData = try function("PQputCopyData")
    unsafe free = try function("PQfreemem")
    unsafe notification = try function("PQnotifies")
    unsafe getCancel = try function("PQgetCancel")
    unsafe cancel = try function("PQcancel")
    unsafe freeCancel = try function("PQfreeCancel")
  }

  /// Keeps OpenSSL, which libpq uses if it was built so, from taking itself down when the program
  /// exits: other threads may be connecting then.
  private static func keepOpenSSL(of library: LoadedLibrary) {
    typealias Initialize = @convention(c) (UInt64, OpaquePointer?) -> CInt
    let initialize: Initialize? = unsafe library.function("OPENSSL_init_crypto")
    // OPENSSL_INIT_NO_ATEXIT
    _ = initialize?(0x80000, nil)
  }
}

/// The error where libpq is not installed.
struct LibraryMissingError: Error, CustomStringConvertible {
  var description: String {
    #if canImport(Darwin)
      "libpq.5.dylib is not found: brew install libpq, and name its folder in DYLD_LIBRARY_PATH"
    #else
      "PostgreSQL's client library is not installed; on Debian: apt-get install libpq5"
    #endif
  }
}
