public import ShortlistFiles
public import ShortlistJSON

/// A source as given in a request, for the program to open.
public enum SourceRequest: Hashable, Sendable {
  /// Rows in the request itself; each should be an object.
  case rows([JSON])
  /// A file.
  ///
  /// The format is nil to derive it from the file name extension. A followed file is a
  /// `FollowedSource`.
  case file(path: String, format: FileFormat?, isFollowed: Bool)
  /// A table or view of an SQLite file.
  ///
  /// `journal` says whether triggers in the file record changes; `synchronous` is the durability of
  /// writes (`full` or `normal`; nil for the default).
  case sqlite(path: String, table: String, journal: Bool, synchronous: String?)
  /// A table or view of a PostgreSQL server.
  ///
  /// `journal` says whether triggers in the database record changes, `staysRemote` whether the rows
  /// stay on the server; nil lets their number decide.
  case postgres(url: String, table: String, journal: Bool, staysRemote: Bool?)
}

extension Shape where Value == SourceRequest {
  static var source: Self {
    .object { (params) throws(RPCError) in
      if params.has("rows") {
        return .rows(try params.required("rows", .array(of: .any, atMost: .max)))
      } else if params.has("file") {
        return try file(&params)
      } else if params.has("sqlite") {
        return .sqlite(
          path: try params.required("sqlite", .text), table: try params.required("table", .text),
          journal: try params.optional("journal", .flag) ?? false,
          synchronous: try params.optional("synchronous", .text))
      } else if params.has("postgres") {
        return try postgres(&params)
      }
      throw .invalidParams("source must have a member rows, file, sqlite or postgres")
    }
  }

  private static func postgres(_ params: inout Params) throws(RPCError) -> Value {
    let url = try params.required("postgres", .text)
    let table = try params.required("table", .text)
    let journal = try params.optional("journal", .flag) ?? false
    let fetch: Fetch? = try params.optional("fetch", .choice)
    return .postgres(
      url: url, table: table, journal: journal, staysRemote: fetch.map { $0 == .visible })
  }

  private static func file(_ params: inout Params) throws(RPCError) -> Value {
    let path = try params.required("file", .text)
    let format: FileFormat? = try params.optional("format", .choice)
    let follows = try params.optional("follow", .flag) ?? false
    return .file(path: path, format: format, isFollowed: follows)
  }
}

/// Which rows of a server's table are read.
private enum Fetch: String, CaseIterable {
  case all
  case visible
}
