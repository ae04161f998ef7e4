public import ShortlistJSON

/// A source as a request names it, for the program to open.
public enum SourceRequest: Hashable, Sendable {
  /// Rows given in the request; each should be an object.
  case rows([JSON])
  /// A file. The format is `csv`, `tsv`, `jsonl`, `json` or `lines`, or nil for the one that
  /// belongs to the extension of the path. A file that is followed is a `FollowedSource`.
  case file(path: String, format: String?, isFollowed: Bool)
  /// A table or view of an SQLite file; `journal` says whether triggers in the file are to record what
  /// changes, `synchronous` what a write outlasts (`full` or `normal`; nil for the default).
  case sqlite(path: String, table: String, journal: Bool, synchronous: String?)
}

/// The formats that a request can name.
enum FileFormat: String, CaseIterable {
  case csv, tsv, jsonl, json, lines
}

/// The member `source`: something to open, or something that is not built yet.
enum SourceParam {
  case known(SourceRequest)
  case unsupported(String)

  /// What to open.
  var request: SourceRequest {
    get throws(RPCError) {
      switch self {
      case .known(let request): return request
      case .unsupported(let what): throw .notSupported(what)
      }
    }
  }
}

extension Shape where Value == SourceParam {
  static var source: Self {
    .object { (params) throws(RPCError) in
      if params.has("rows") {
        return .known(.rows(try params.required("rows", .array(of: .any, atMost: .max))))
      } else if params.has("file") {
        return try file(&params)
      } else if params.has("sqlite") {
        return .known(
          .sqlite(
            path: try params.required("sqlite", .text), table: try params.required("table", .text),
            journal: try params.optional("journal", .flag) ?? false,
            synchronous: try params.optional("synchronous", .text)))
      } else if params.has("postgres") {
        _ = try params.required("postgres", .text)
        _ = try params.required("table", .text)
        return .unsupported("PostgreSQL tables are")
      }
      throw .invalidParams("source must have a member rows, file, sqlite or postgres")
    }
  }

  private static func file(_ params: inout Params) throws(RPCError) -> Value {
    let path = try params.required("file", .text)
    let format = try params.optional("format", .choice as Shape<FileFormat>)
    let follows = try params.optional("follow", .flag) ?? false
    return .known(.file(path: path, format: format?.rawValue, isFollowed: follows))
  }
}
