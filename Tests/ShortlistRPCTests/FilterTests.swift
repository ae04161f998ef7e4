import ShortlistRPC
import Testing

@Suite("The filter methods")
struct FilterTests {
  private let open = """
    list.open {"source":{"rows":[{"id":1,"k":"a","n":1,"d":"2024-01-01"},{"id":2,"k":"b","n":2},{"id":3,"k":"A"}]},"schema":{"d":"date"}}
    = {"list":"L1","revision":1,"count":3,"attributes":[{"name":"id","type":"integer"},{"name":"k","type":"text"},{"name":"n","type":"integer"},{"name":"d","type":"date"}]}

    """

  @Test("add, toggle, remove and clear filters, and say what there is")
  func changing() async {
    #expect(
      await differences(
        open + """
          filter.add {"list":"L1","group":{"name":"k","operator":"or"},"filters":[{"attribute":"k","equals":"a"}]}
          = {"revision":2,"total":2,"changes":{"sections":[],"rows":[{"type":"delete","id":2,"section":0,"from":1}]}}
          filter.add {"list":"L1","group":{"name":"k","operator":"or"},"filters":[{"attribute":"k","equals":"a"}]}
          = {"revision":2,"total":2,"changes":null}
          list.query {"list":"L1","filters":"-n:9"}
          = {"revision":3,"total":2,"count":3,"sections":[{"name":"","count":2}],"changes":null}
          filter.toggle {"list":"L1","group":{"name":"n","operator":"and"},"filters":[{"attribute":"n","range":[1,null],"negated":true},{"attribute":"n","comparison":"<","value":2.5,"negated":true},{"attribute":"d","equals":null},{"attribute":"d","range":["2024-01-01",null],"negated":true}]}
          = {"revision":4,"total":1,"changes":{"sections":[],"rows":[{"type":"delete","id":1,"section":0,"from":0}]}}
          filter.get {"list":"L1"}
          = {"revision":4,"groups":[{"name":"k","operator":"or","filters":[{"attribute":"k","equals":"a"}]},{"name":"n","operator":"and","filters":[{"attribute":"n","range":[1,null],"negated":true},{"attribute":"n","comparison":"<","value":2.5,"negated":true},{"attribute":"d","equals":null},{"attribute":"d","range":["2024-01-01",null],"negated":true}]}],"text":"(-n:9) AND (\\"k\\":\\"a\\") AND (NOT \\"n\\":1.. AND NOT \\"n\\":<2.5 AND \\"d\\":null AND NOT \\"d\\":\\"2024-01-01\\"..)"}
          filter.remove {"list":"L1","group":{"name":"k","operator":"or"},"filters":[{"attribute":"k","equals":"a"},{"attribute":"k","equals":"b"}]}
          = {"revision":5,"total":1,"changes":null}
          filter.clear {"list":"L1","groups":["n","x"],"except":["n"]}
          = {"revision":5,"total":1,"changes":null}
          filter.clear {"list":"L1"}
          = {"revision":6,"total":3,"changes":{"sections":[],"rows":[{"type":"insert","id":1,"section":0,"to":0},{"type":"insert","id":2,"section":0,"to":1}]}}
          """) == [])
  }

  @Test("a range of dates has ISO texts as ends; a day as the upper end includes all of it")
  func dates() async {
    #expect(
      await differences(
        open + """
          list.apply {"list":"L1","operations":[{"insert":{"id":4,"d":"2024-02-05T12:30:00Z"}},{"insert":{"id":5,"d":"2024-03-01"}}]}
          = {"revision":2,"changes":{"sections":[],"rows":[{"type":"insert","id":4,"section":0,"to":3},{"type":"insert","id":5,"section":0,"to":4}]},"inserted":[4,5]}
          number.connect {"list":"L1","attribute":"d"}
          = {"number":"N2","revision":2,"bounds":["2024-01-01T00:00:00Z","2024-03-01T00:00:00Z"],"range":null,"conflict":false,"changes":null}
          number.set {"number":"N2","range":["2024-01-10","2024-02-05"]}
          = {"revision":3,"total":1,"bounds":["2024-01-01T00:00:00Z","2024-03-01T00:00:00Z"],"range":["2024-01-10","2024-02-05"],"conflict":false,"changes":{"sections":[],"rows":[{"type":"delete","id":1,"section":0,"from":0},{"type":"delete","id":2,"section":0,"from":1},{"type":"delete","id":3,"section":0,"from":2},{"type":"delete","id":5,"section":0,"from":4}]}}
          list.facets {"list":"L1","numbers":{"d":{"buckets":2}}}
          = {"revision":3,"total":1,"facets":{},"numbers":{"d":{"min":"2024-01-01T00:00:00Z","max":"2024-03-01T00:00:00Z","count":3,"nulls":2,"histogram":[{"from":"2024-01-01T00:00:00Z","to":"2024-01-31T00:00:00Z","count":1},{"from":"2024-01-31T00:00:00Z","to":"2024-03-01T00:00:00Z","count":2}]}}}
          number.set {"number":"N2","range":[1,2]}
          ! {"code":-32602,"message":"range: 1 is no date as d has"}
          number.set {"number":"N2","range":["soon","2024-02-05"]}
          ! {"code":-32602,"message":"range[0] must be a finite number or a date"}
          number.set {"number":"N2","range":["2024-02-05","2024-01-10"]}
          ! {"code":-32602,"message":"range must be [lower, upper], the lower end first"}
          number.connect {"list":"L1","attribute":"k"}
          ! {"code":-32602,"message":"k is neither a number nor a date"}
          list.facets {"list":"L1","numbers":{"k":{}}}
          ! {"code":-32602,"message":"k is neither a number nor a date"}
          number.connect {"list":"L1","attribute":"n","range":["2024-01-10",3]}
          ! {"code":-32602,"message":"range must be [lower, upper], the lower end first"}
          number.disconnect {"number":"N2"}
          = {"revision":4,"total":5,"changes":{"sections":[],"rows":[{"type":"insert","id":1,"section":0,"to":0},{"type":"insert","id":2,"section":0,"to":1},{"type":"insert","id":3,"section":0,"to":2},{"type":"insert","id":5,"section":0,"to":4}]}}
          number.connect {"list":"L1","attribute":"d","group":"days","step":86400,"bounds":["2024-01-01","2024-12-31"],"range":["2024-01-10","2024-02-05"]}
          = {"number":"N5","revision":5,"bounds":["2024-01-01","2024-12-31"],"range":["2024-01-10","2024-02-05"],"conflict":false,"changes":{"sections":[],"rows":[{"type":"delete","id":1,"section":0,"from":0},{"type":"delete","id":2,"section":0,"from":1},{"type":"delete","id":3,"section":0,"from":2},{"type":"delete","id":5,"section":0,"from":4}]}}
          """) == [])
  }

  @Test(
    "of the mistakes of a query the first one is told",
    arguments: [
      (#""filters":"n:((","sort":1"#, -32004), (#""filters":"n:((","sort":[{"by":"x"}]"#, -32004),
      (#""filters":"n:((","sections":1"#, -32004),
      (#""filters":"n:((","sections":{"by":"x"}"#, -32004),
      (#""filters":"n:1","sort":1"#, -32602), (#""filters":"n:1","sort":[{"by":"x"}]"#, -32602),
      (#""in":["x"],"filters":"n:((""#, -32602), (#""filters":"n:((","x":1"#, -32602),
      (#""filters":1,"sort":1"#, -32602),
    ])
  func firstMistake(members: String, code: Int) async {
    let server = makeServer()
    let open =
      #"{"jsonrpc":"2.0","id":1,"method":"list.open","params":{"source":{"rows":[{"n":1}]}}}"#
    _ = await server.answers(to: open)
    let answers = await server.answers(
      to: #"{"jsonrpc":"2.0","id":2,"method":"list.query","params":{"list":"L1",\#(members)}}"#)
    #expect(answers.count == 1)
    #expect(answers[0].contains(#""code":\#(code),"#), "\(answers)")
  }

  @Test(
    "what cannot be is refused, and nothing changes",
    arguments: [
      (#""group":{"name":"k","operator":"and"},"filters":[]"#, "the group k has the operator or"),
      (
        #""group":{"name":"k","operator":"xor"},"filters":[]"#,
        "group.operator must be one of and, or"
      ),
      (#""group":{"name":7,"operator":"or"},"filters":[]"#, "group.name must be a text"),
      (#""group":{"name":"k"},"filters":[]"#, #"missing member "operator" in group"#),
      (
        #""group":{"name":"k","operator":"or"},"filters":[{"attribute":"zz","equals":1}]"#,
        "filters: there is no attribute zz"
      ),
      (
        #""group":{"name":"k","operator":"or"},"filters":[{"attribute":"n","equals":"x"}]"#,
        "filters: n cannot equal x"
      ),
      (
        #""group":{"name":"k","operator":"or"},"filters":[{"attribute":"n","range":[3,1]}]"#,
        "filters: the range of n is inverted"
      ),
      (
        #""group":{"name":"k","operator":"or"},"filters":[{"attribute":"n","range":[3]}]"#,
        "range must be [lower, upper]"
      ),
      (
        #""group":{"name":"k","operator":"or"},"filters":[{"attribute":"k","comparison":"<","value":1}]"#,
        "filters: k is neither a number nor a date"
      ),
      (
        #""group":{"name":"k","operator":"or"},"filters":[{"attribute":"n","equals":1,"range":[1,2]}]"#,
        #"unknown member "range" in filters[0]"#
      ),
      (
        #""group":{"name":"k","operator":"or"},"filters":[{"attribute":"n"}]"#,
        #"missing member "comparison" in filters[0]"#
      ),
      (
        #""group":{"name":"k","operator":"or"},"filters":[{"attribute":"n","equals":[1]}]"#,
        "filters[0].equals must be null, a truth value, a number or a text"
      ),
    ])
  func refused(params: String, message: String) async {
    let quoted = message.replacing("\"", with: "\\\"")
    #expect(
      await differences(
        open + """
          filter.add {"list":"L1","group":{"name":"k","operator":"or"},"filters":[{"attribute":"k","equals":"a"}]}
          = {"revision":2,"total":2,"changes":{"sections":[],"rows":[{"type":"delete","id":2,"section":0,"from":1}]}}
          filter.add {"list":"L1",\(params)}
          ! {"code":-32602,"message":"\(quoted)"}
          filter.get {"list":"L1"}
          = {"revision":2,"groups":[{"name":"k","operator":"or","filters":[{"attribute":"k","equals":"a"}]}],"text":"(\\"k\\":\\"a\\")"}
          """) == [])
  }
}
