import ShortlistJSON
import ShortlistRPC
import Testing

/// Params that are invalid for every list.
///
/// The tests open a list, because the error about a missing list comes before those about values.
struct ParamsTests {
  static let invalid: [(method: String, params: String, message: String)] = [
    ("list.ids", "[]", "params must be an object"),
    ("list.ids", "null", "params must be an object"),
    ("list.open", "{}", #"missing member "source" in params"#),
    (
      "list.open", #"{"source":{"rows":[]},"ifRevision":1}"#,
      #"unknown member "ifRevision" in params"#
    ),
    ("list.open", #"{"source":7}"#, "source must be an object"),
    ("list.open", #"{"source":{}}"#, "source must have a member rows, file, sqlite or postgres"),
    ("list.open", #"{"source":{"rows":{}}}"#, "source.rows must be an array"),
    ("list.open", #"{"source":{"rows":null}}"#, "source.rows must be an array"),
    ("list.open", #"{"source":{"rows":[],"follow":true}}"#, #"unknown member "follow" in source"#),
    ("list.open", #"{"source":{"file":1}}"#, "source.file must be a text"),
    (
      "list.open", #"{"source":{"file":"a","format":"xml"}}"#,
      "source.format must be one of csv, tsv, jsonl, json, lines"
    ),
    ("list.open", #"{"source":{"file":"a","follow":1}}"#, "source.follow must be true or false"),
    ("list.open", #"{"source":{"sqlite":"a"}}"#, #"missing member "table" in source"#),
    ("list.open", #"{"source":{"sqlite":"a","table":1}}"#, "source.table must be a text"),
    (
      "list.open", #"{"source":{"postgres":"a","table":"t","x":1}}"#,
      #"unknown member "x" in source"#
    ),
    ("list.open", #"{"source":{"rows":[]},"id":1}"#, "id must be a text"),
    ("list.open", #"{"source":{"rows":[]},"schema":[]}"#, "schema must be an object"),
    (
      "list.open", #"{"source":{"rows":[]},"schema":{"a":"real"}}"#,
      "schema.a must be one of text, integer, number, boolean, date, list"
    ),
    ("list.open", #"{"source":{"rows":[]},"query":1}"#, "query must be an object"),
    ("list.open", #"{"source":{"rows":[]},"query":{"x":1}}"#, #"unknown member "x" in query"#),
    ("list.open", #"{"source":{"rows":[]},"query":{"search":1}}"#, "query.search must be a text"),
    ("list.query", #"{"list":"L1","search":1}"#, "search must be a text"),
    (
      "list.query", #"{"list":"L1","match":"glob"}"#,
      "match must be one of words, prefix, substring, fuzzy, typos, auto"
    ),
    ("list.query", #"{"list":"L1","in":"name"}"#, "in must be an array"),
    ("list.query", #"{"list":"L1","in":["a",1]}"#, "in[1] must be a text"),
    ("list.query", #"{"list":"L1","filters":[]}"#, "filters must be a text"),
    ("list.query", #"{"list":"L1","sort":{"by":"n"}}"#, "sort must be an array"),
    ("list.query", #"{"list":"L1","sort":[{}]}"#, #"missing member "by" in sort[0]"#),
    (
      "list.query", #"{"list":"L1","sort":[{"by":"n","ordr":"x"}]}"#,
      #"unknown member "ordr" in sort[0]"#
    ),
    (
      "list.query", #"{"list":"L1","sort":[{"by":"n"},{"by":"n","order":null}]}"#,
      "sort[1].order must be one of ascending, descending"
    ),
    (
      "list.query", #"{"list":"L1","sort":[{"by":"n","collation":"swedish"}]}"#,
      "sort[0].collation must be plain, natural or the tag of a language (sv, de-u-co-phonebk)"
    ),
    ("list.query", #"{"list":"L1","sections":[]}"#, "sections must be an object"),
    (
      "list.query", #"{"list":"L1","sections":{"by":"n","order":"up"}}"#,
      "sections.order must be ascending, descending or an array of names"
    ),
    (
      "list.query", #"{"list":"L1","sections":{"by":"n","order":[1]}}"#,
      "sections.order[0] must be a text"
    ),
    (
      "list.query", #"{"list":"L1","sections":{"by":"n","keepEmpty":true}}"#,
      "keepEmpty needs an order that is an array of names"
    ),
    ("list.window", #"{"list":"L1"}"#, #"missing member "range" in params"#),
    ("list.window", #"{"list":"L1","range":null,"section":1}"#, "section must be a text"),
    (
      "list.window", #"{"list":"L1","range":{"kind":"x","length":1}}"#,
      "range.kind must be one of fixed, flexible"
    ),
    (
      "list.window", #"{"list":"L1","range":{"kind":"fixed"}}"#,
      #"missing member "length" in range"#
    ),
    (
      "list.window", #"{"list":"L1","range":{"kind":"fixed","length":-1}}"#,
      "range.length must be an integer, 0 or greater"
    ),
    (
      "list.window", #"{"list":"L1","range":{"kind":"fixed","length":1.5}}"#,
      "range.length must be an integer, 0 or greater"
    ),
    (
      "list.window", #"{"list":"L1","range":{"kind":"fixed","length":1,"offset":null}}"#,
      "range.offset must be an integer, 0 or greater"
    ),
    (
      "list.window", #"{"list":"L1","range":{"kind":"fixed","length":1,"pin":"top"}}"#,
      "range.pin must be one of beginning, end"
    ),
    (
      "list.window", #"{"list":"L1","range":{"kind":"fixed","length":1,"grow":"both"}}"#,
      #"unknown member "grow" in range"#
    ),
    (
      "list.window", #"{"list":"L1","range":{"kind":"flexible","length":1,"grow":"up"}}"#,
      "range.grow must be one of pinSide, nonPinSide, both, inRangeOnly"
    ),
    (
      "list.window",
      #"{"list":"L1","range":{"kind":"flexible","length":1,"minLength":3,"maxLength":2}}"#,
      "minLength must not be greater than maxLength"
    ),
    (
      "list.window", #"{"list":"L1","range":{"kind":"flexible","length":1,"minLength":null}}"#,
      "range.minLength must be an integer, 0 or greater"
    ),
    (
      "list.window", #"{"list":"L1","range":{"kind":"flexible","length":1,"maxLength":-1}}"#,
      "range.maxLength must be an integer, 0 or greater"
    ),
    (
      "list.window", #"{"list":"L1","range":{"kind":"flexible","length":1,"maximum":1}}"#,
      #"unknown member "maximum" in range"#
    ),
    ("list.rows", #"{"list":"L1","from":-1}"#, "from must be an integer, 0 or greater"),
    ("list.rows", #"{"list":"L1","length":"x"}"#, "length must be an integer, 0 or greater"),
    ("list.rows", #"{"list":"L1","attributes":"a"}"#, "attributes must be an array"),
    ("list.rows", #"{"list":"L1","highlights":1}"#, "highlights must be true or false"),
    ("list.ids", #"{"list":"L1","section":7}"#, "section must be a text"),
    ("list.ids", #"{"list":"L1","ifRevision":-1}"#, "ifRevision must be an integer, 0 or greater"),
    ("list.at", #"{"list":"L1","section":0}"#, #"missing member "row" in params"#),
    (
      "list.at", #"{"list":"L1","section":"a","row":0}"#, "section must be an integer, 0 or greater"
    ),
    ("list.locate", #"{"list":"L1","ids":1}"#, "ids must be an array"),
    ("list.locate", #"{"list":"L1","ids":[1,"a",1.5,null]}"#, "ids[3] must be a number or a text"),
  ]

  @Test(arguments: invalid)
  func invalidParams(method: String, params: String, message: String) async {
    #expect(
      await differences(
        """
        list.open {"source":{"rows":[]}}
        = {"list":"L1","revision":1,"count":0,"attributes":[]}
        \(method) \(params)
        ! {"code":-32602,"message":\(JSON.string(message))}
        """) == [])
  }

  @Test("members, the handle, the revision and values are looked at in this order")
  func whichIsToldFirst() async {
    #expect(
      await differences(
        """
        list.open {"source":{"rows":[{"n":1},{"n":5}]}}
        = {"list":"L1","revision":1,"count":2,"attributes":[{"name":"n","type":"integer"}]}
        list.at {"list":"L2","section":"a","ifRevision":"x","roww":0}
        ! {"code":-32602,"message":"unknown member \\"roww\\" in params"}
        list.at {"list":"L2","section":"a","ifRevision":"x"}
        ! {"code":-32602,"message":"missing member \\"row\\" in params"}
        list.at {"list":"L2","section":"a","row":0,"ifRevision":"x"}
        ! {"code":-32001,"message":"no such handle: \\"L2\\""}
        list.at {"list":"L1","section":"a","row":0,"ifRevision":7}
        ! {"code":-32003,"message":"the list is at revision 1","data":{"revision":1}}
        list.at {"list":"L1","section":"a","row":0,"ifRevision":1}
        ! {"code":-32602,"message":"section must be an integer, 0 or greater"}
        list.query {"list":"L2","filters":"n:","sort":1}
        ! {"code":-32001,"message":"no such handle: \\"L2\\""}
        list.query {"list":"L1","filters":"n:","sort":1,"ifRevision":0}
        ! {"code":-32003,"message":"the list is at revision 1","data":{"revision":1}}
        list.query {"list":"L1","filters":"n:","sort":1}
        ! {"code":-32004,"message":"a value expected at byte 2 of the filter, not the end","data":{"offset":2,"expected":"a value"}}
        number.set {"number":"N1","range":[5,1]}
        ! {"code":-32001,"message":"no such handle: \\"N1\\""}
        number.connect {"list":"L1","attribute":"n"}
        = {"number":"N2","revision":1,"bounds":[1,5],"range":null,"conflict":false,"changes":null}
        number.set {"number":"N2","range":[5,1],"ifRevision":0}
        ! {"code":-32003,"message":"the list is at revision 1","data":{"revision":1}}
        number.set {"number":"N2","range":[5,1]}
        ! {"code":-32602,"message":"range must be [lower, upper], the lower end first"}
        """) == [])
  }

  @Test(arguments: [
    "list.close", "list.attributes", "list.query", "list.window", "list.sections", "list.rows",
    "list.ids", "list.at", "list.locate",
  ])
  func membersOfEveryMethodAreChecked(method: String) async {
    let required = [
      "list.window": #","range":null"#, "list.at": #","section":0,"row":0"#,
      "list.locate": #","ids":[]"#,
    ]
    let members = required[method] ?? ""
    #expect(
      await differences(
        """
        \(method) {"list":"L1","serch":"x"\(members)}
        ! {"code":-32602,"message":"unknown member \\"serch\\" in params"}
        \(method) {"ifRevision":1\(members)}
        ! {"code":-32602,"message":"missing member \\"list\\" in params"}
        \(method) {"list":"L1"\(members)}
        ! {"code":-32001,"message":"no such handle: \\"L1\\""}
        \(method) {"list":null,"ifRevision":null\(members)}
        ! {"code":-32001,"message":"no such handle: null"}
        """) == [])
  }

  @Test func tablesAreOpened() async {
    #expect(
      await differences(
        """
        list.open {"source":{"sqlite":"a.db","table":"t","journal":true}}
        ! {"code":-32002,"message":"a.db: t would be a table with a journal",\
        "data":{"path":"a.db","reason":"t would be a table with a journal"}}
        list.open {"source":{"postgres":"postgres://host/x","table":"t","fetch":"all","journal":true}}
        ! {"code":-32002,"message":"postgres://host/x: t would be a table with a journal",\
        "data":{"path":"postgres://host/x","reason":"t would be a table with a journal"}}
        list.open {"source":{"postgres":"postgres://host/x","table":"t","fetch":"visible"}}
        ! {"code":-32006,"message":"t would stay on the server"}
        list.open {"source":{"postgres":"postgres://host/x","table":"t","fetch":"some"}}
        ! {"code":-32602,"message":"source.fetch must be one of all, visible"}
        """) == [])
  }

  @Test func errorsOfTheOpenerAreTold() async {
    #expect(
      await differences(
        """
        list.open {"source":{"file":"missing.csv"}}
        ! {"code":-32002,"message":"missing.csv: no such file","data":{"path":"missing.csv","reason":"no such file"}}
        list.open {"source":{"file":"odd"}}
        ! {"code":-32602,"message":"the format of odd is not known"}
        """, from: makeServer(files: ["odd": []])) == [])
  }
}
