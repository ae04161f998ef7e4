import ShortlistJSON
import ShortlistRPC
import Testing

/// Conversations with lists, answer by answer.
struct ListTests {
  static let people = """
    list.open {"source":{"rows":[{"id":1,"name":"Ann","age":30},{"id":2,"name":"Bob"},{"id":3,"name":"Änne","age":7}]}}
    = {"list":"L1","revision":1,"count":3,"attributes":[{"name":"id","type":"integer"},{"name":"name","type":"text"},{"name":"age","type":"integer"}]}

    """

  @Test func opening() async {
    #expect(
      await differences(
        Self.people + """
          list.attributes {"list":"L1","ifRevision":1}
          = {"revision":1,"attributes":[{"name":"id","type":"integer"},{"name":"name","type":"text"},{"name":"age","type":"integer"}]}
          list.rows {"list":"L1"}
          = {"revision":1,"rows":[{"id":1,"name":"Ann","age":30},{"id":2,"name":"Bob","age":null},{"id":3,"name":"Änne","age":7}]}
          list.close {"list":"L1","ifRevision":2}
          ! {"code":-32003,"message":"the list is at revision 1","data":{"revision":1}}
          list.close {"list":"L1"}
          = {}
          list.ids {"list":"L1"}
          ! {"code":-32001,"message":"no such handle: \\"L1\\""}
          list.open {"source":{"rows":[]},"id":null,"schema":null,"query":null}
          = {"list":"L2","revision":1,"count":0,"attributes":[]}
          """) == [])
  }

  @Test func longTextsAreCut() async {
    #expect(
      await differences(
        """
        list.open {"source":{"rows":[{"id":1,"s":"abcdef","t":["ab","cd","ef"]},{"id":2,"s":"ab😀c","t":["abc"]}]},"query":{"match":"substring","search":"c"}}
        = {"list":"L1","revision":1,"count":2,"attributes":[{"name":"id","type":"integer"},{"name":"s","type":"text"},{"name":"t","type":"list"}]}
        list.rows {"list":"L1","maxLength":3,"highlights":true}
        = {"revision":1,"rows":[{"id":1,"s":"abc","t":["ab","c"]},{"id":2,"s":"ab","t":["abc"]}],"highlights":[{"s":[[2,3]]},{}],"cut":[["s","t"],["s"]]}
        list.rows {"list":"L1","maxLength":6,"attributes":["s"]}
        = {"revision":1,"rows":[{"s":"abcdef"},{"s":"ab😀c"}],"cut":[[],[]]}
        list.rows {"list":"L1","maxLength":0,"attributes":["t","id"],"length":1}
        = {"revision":1,"rows":[{"t":[],"id":1}],"cut":[["t"]]}
        """) == [])
  }

  @Test func charactersAreNotCut() async {
    #expect(
      await differences(
        """
        list.open {"source":{"rows":[{"s":"e\u{301}\u{302}xx"},{"s":"a🇩🇪b"},{"s":"ab👩‍👩‍👧"},{"s":"\\r\\nz"}]}}
        = {"list":"L1","revision":1,"count":4,"attributes":[{"name":"s","type":"text"}]}
        list.rows {"list":"L1","maxLength":4}
        = {"revision":1,"rows":[{"s":"e\u{301}\u{302}x"},{"s":"a"},{"s":"ab"},{"s":"\\r\\nz"}],"cut":[["s"],["s"],["s"],[]]}
        list.rows {"list":"L1","maxLength":1}
        = {"revision":1,"rows":[{"s":"e"},{"s":"a"},{"s":"a"},{"s":"\\r"}],"cut":[["s"],["s"],["s"],["s"]]}
        """) == [])
  }

  @Test func sectionsComeInRanges() async {
    #expect(
      await differences(
        Self.people + """
          list.query {"list":"L1","sections":{"by":"name"},"sectionsLength":2}
          = {"revision":2,"total":3,"count":3,"sections":[{"name":"Ann","count":1},{"name":"Änne","count":1}],"sectionCount":3,"changes":{"sections":[{"type":"delete","from":0,"name":""},{"type":"insert","to":0,"name":"Ann","ids":[1]},{"type":"insert","to":1,"name":"Änne","ids":[3]},{"type":"insert","to":2,"name":"Bob","ids":[2]}],"rows":[]}}
          list.sections {"list":"L1","from":2,"length":5}
          = {"revision":2,"total":3,"sections":[{"name":"Bob","count":1,"visible":1,"range":{"length":1,"offset":0,"fromBeginning":0,"fromEnd":0}}],"sectionCount":3}
          list.query {"list":"L1","search":"bob","sectionsFrom":1,"sectionsLength":9007199254740991}
          = {"revision":3,"total":1,"count":3,"sections":[],"sectionCount":1,"changes":{"sections":[{"type":"delete","from":0,"name":"Ann"},{"type":"delete","from":1,"name":"Änne"}],"rows":[]}}
          list.sections {"list":"L1","from":9007199254740991,"length":1}
          = {"revision":3,"total":1,"sections":[],"sectionCount":1}
          list.sections {"list":"L1","length":-1}
          ! {"code":-32602,"message":"length must be an integer, 0 or greater"}
          """) == [])
  }

  @Test func facetsAreChosen() async {
    #expect(
      await differences(
        """
        list.open {"source":{"rows":[{"id":1,"k":"a","n":"x","t":["u"]},{"id":2,"k":"a","n":"y","t":[]}]}}
        = {"list":"L1","revision":1,"count":2,"attributes":[{"name":"id","type":"integer"},{"name":"k","type":"text"},{"name":"n","type":"text"},{"name":"t","type":"list"}]}
        list.facets {"list":"L1","attributes":"auto"}
        = {"revision":1,"total":2,"facets":{"k":{"operator":"and","values":[{"value":"a","count":2,"selected":false}],"more":false},"t":{"operator":"and","values":[{"value":"u","count":1,"selected":false}],"more":false}},"numbers":{}}
        list.facets {"list":"L1"}
        = {"revision":1,"total":2,"facets":{},"numbers":{}}
        list.facets {"list":"L1","attributes":"all"}
        ! {"code":-32602,"message":"attributes must be an array or \\"auto\\""}
        """) == [])
  }

  @Test func aSchemaKeepsItsOrderAndNamesTheID() async {
    #expect(
      await differences(
        """
        list.open {"source":{"rows":[{"b":"2024-01-01","k":"x"}]},"id":"k","schema":{"z":"list","b":"date","a":"number"}}
        = {"list":"L1","revision":1,"count":1,"attributes":[{"name":"b","type":"date"},{"name":"k","type":"text"},{"name":"z","type":"list"},{"name":"a","type":"number"}]}
        list.rows {"list":"L1"}
        = {"revision":1,"rows":[{"b":"2024-01-01","k":"x","z":null,"a":null}]}
        list.ids {"list":"L1"}
        = {"revision":1,"ids":["x"]}
        """) == [])
  }

  @Test func valuesAreTold() async {
    #expect(
      await differences(
        """
        list.open {"source":{"rows":[{"id":1.5,"n":1.0,"t":["a","\\u00e9"],"o":{"x":1},"b":true,"s":"a\\n\\"\\u2028"},{"id":7.0,"n":1e16,"o":"o"}]}}
        = {"list":"L1","revision":1,"count":2,"attributes":[{"name":"id","type":"number"},{"name":"n","type":"number"},{"name":"t","type":"list"},{"name":"o","type":"text"},{"name":"b","type":"boolean"},{"name":"s","type":"text"}]}
        list.rows {"list":"L1"}
        = {"revision":1,"rows":[{"id":1.5,"n":1,"t":["a","é"],"o":"{\\"x\\":1}","b":true,"s":"a\\n\\"\u{2028}"},{"id":7,"n":1e+16,"t":null,"o":"o","b":null,"s":null}]}
        list.locate {"list":"L1","ids":[7,7.0,1.5,"7"]}
        = {"revision":1,"positions":[{"section":0,"row":1,"index":1},{"section":0,"row":1,"index":1},{"section":0,"row":0,"index":0},null]}
        """) == [])
  }

  @Test func sourcesThatCannotBeReadSayWhere() async {
    #expect(
      await differences(
        """
        list.open {"source":{"rows":[{"id":1},7]}}
        ! {"code":-32002,"message":"rows:2: a row must be an object","data":{"path":"rows","line":2,"reason":"a row must be an object"}}
        """) == [])
  }

  @Test func aQueryIsChangedMemberByMember() async {
    #expect(
      await differences(
        Self.people + """
          list.query {"list":"L1","search":"an","sort":[{"by":"age"}]}
          = {"revision":2,"total":2,"count":3,"sections":[{"name":"","count":2}],"changes":{"sections":[],"rows":[{"type":"move","id":1,"fromSection":0,"from":0,"toSection":0,"to":1,"updated":false},{"type":"delete","id":2,"section":0,"from":1}]}}
          list.query {"list":"L1"}
          = {"revision":2,"total":2,"count":3,"sections":[{"name":"","count":2}],"changes":null}
          list.query {"list":"L1","search":null,"ifRevision":2}
          = {"revision":3,"total":3,"count":3,"sections":[{"name":"","count":3}],"changes":{"sections":[],"rows":[{"type":"insert","id":2,"section":0,"to":2}]}}
          list.query {"list":"L1","search":"x","ifRevision":2}
          ! {"code":-32003,"message":"the list is at revision 3","data":{"revision":3}}
          list.query {"list":"L1","sections":{"by":"name","order":["Bob","Cid"],"keepEmpty":true},"sort":null,"in":["name"],"match":"prefix"}
          = {"revision":4,"total":3,"count":3,"sections":[{"name":"Bob","count":1},{"name":"Cid","count":0},{"name":"Ann","count":1},{"name":"Änne","count":1}],"changes":{"sections":[{"type":"delete","from":0,"name":""},{"type":"insert","to":0,"name":"Bob","ids":[2]},{"type":"insert","to":1,"name":"Cid","ids":[]},{"type":"insert","to":2,"name":"Ann","ids":[1]},{"type":"insert","to":3,"name":"Änne","ids":[3]}],"rows":[]}}
          list.at {"list":"L1","section":2,"row":0}
          = {"revision":4,"id":1}
          list.at {"list":"L1","section":1,"row":0}
          = null
          list.at {"list":"L1","section":9,"row":0}
          = null
          list.rows {"list":"L1","section":"Änne","attributes":["age","name"]}
          = {"revision":4,"rows":[{"age":7,"name":"Änne"}]}
          list.ids {"list":"L1","section":"nowhere"}
          = {"revision":4,"ids":[]}
          """) == [])
  }

  @Test func searchesWithSigns() async {
    #expect(
      await differences(
        Self.people + """
          list.query {"list":"L1","match":"auto","search":"!'bob nn"}
          = {"revision":2,"total":2,"count":3,"sections":[{"name":"","count":2}],"changes":{"sections":[],"rows":[{"type":"delete","id":2,"section":0,"from":1}]}}
          list.query {"list":"L1","search":"AGE:3"}
          = {"revision":3,"total":1,"count":3,"sections":[{"name":"","count":1}],"changes":{"sections":[],"rows":[{"type":"delete","id":3,"section":0,"from":1}]}}
          list.query {"list":"L1","search":"x aeg:3"}
          ! {"code":-32004,"message":"there is no attribute aeg: did you mean age? (at byte 2 of the search)","data":{"offset":2,"reason":"there is no attribute aeg","suggestion":"age"}}
          list.query {"list":"L1","search":"age>x"}
          ! {"code":-32004,"message":"a number expected, not x (at byte 4 of the search)","data":{"offset":4,"reason":"a number expected, not x"}}
          list.ids {"list":"L1"}
          = {"revision":3,"ids":[1]}
          list.query {"list":"L1","search":"","match":null,"filters":"name~nn age~3"}
          = {"revision":4,"total":1,"count":3,"sections":[{"name":"","count":1}],"changes":null}
          """) == [])
  }

  @Test func badQueriesSayWhatIsWrong() async {
    #expect(
      await differences(
        Self.people + """
          list.query {"list":"L1","search":"ann","filters":"nope:1"}
          ! {"code":-32004,"message":"an attribute expected at byte 0 of the filter, not nope:1","data":{"offset":0,"expected":"an attribute"}}
          list.query {"list":"L1","ifRevision":7,"filters":"nope:1"}
          ! {"code":-32003,"message":"the list is at revision 1","data":{"revision":1}}
          list.ids {"list":"L1"}
          = {"revision":1,"ids":[1,2,3]}
          """) == [])
  }

  @Test func windows() async {
    #expect(
      await differences(
        Self.people + """
          list.window {"list":"L1","range":{"kind":"fixed","length":1,"offset":1,"pin":"end"}}
          = {"revision":2,"sections":[{"name":"","count":3,"visible":1,"range":{"length":1,"offset":1,"fromBeginning":1,"fromEnd":1}}],"changes":{"sections":[],"rows":[{"type":"delete","id":1,"section":0,"from":0},{"type":"delete","id":3,"section":0,"from":2}]}}
          list.sections {"list":"L1"}
          = {"revision":2,"total":3,"sections":[{"name":"","count":3,"visible":1,"range":{"length":1,"offset":1,"fromBeginning":1,"fromEnd":1}}]}
          list.locate {"list":"L1","ids":[3,2,9]}
          = {"revision":2,"positions":[{"section":0,"row":null,"index":2},{"section":0,"row":0,"index":1},null]}
          list.window {"list":"L1","range":{"kind":"fixed","length":9223372036854775807,"offset":9223372036854775807},"section":""}
          = {"revision":3,"sections":[{"name":"","count":3,"visible":0,"range":{"length":0,"offset":3,"fromBeginning":3,"fromEnd":0}}],"changes":{"sections":[],"rows":[{"type":"delete","id":2,"section":0,"from":0}]}}
          list.rows {"list":"L1","from":9223372036854775807,"length":9223372036854775807}
          = {"revision":3,"rows":[]}
          list.window {"list":"L1","range":null,"section":""}
          = {"revision":4,"sections":[{"name":"","count":3,"visible":3,"range":{"length":3,"offset":0,"fromBeginning":0,"fromEnd":0}}],"changes":{"sections":[],"rows":[{"type":"insert","id":1,"section":0,"to":0},{"type":"insert","id":2,"section":0,"to":1},{"type":"insert","id":3,"section":0,"to":2}]}}
          list.window {"list":"L1","range":{"kind":"flexible","length":1,"offset":1,"pin":"end","grow":"both","minLength":2,"maxLength":null},"section":""}
          = {"revision":5,"sections":[{"name":"","count":3,"visible":2,"range":{"length":2,"offset":0,"fromBeginning":1,"fromEnd":0}}],"changes":{"sections":[],"rows":[{"type":"delete","id":1,"section":0,"from":0}]}}
          list.window {"list":"L1","range":{"kind":"flexible","length":3,"maxLength":1},"section":""}
          = {"revision":6,"sections":[{"name":"","count":3,"visible":1,"range":{"length":1,"offset":0,"fromBeginning":0,"fromEnd":2}}],"changes":{"sections":[],"rows":[{"type":"delete","id":2,"section":0,"from":0},{"type":"delete","id":3,"section":0,"from":1},{"type":"insert","id":1,"section":0,"to":0}]}}
          list.window {"list":"L1","range":{"kind":"flexible","length":3,"maxLength":1},"section":"","sections":false}
          = {"revision":6,"changes":null}
          list.window {"list":"L1","range":{"kind":"flexible","length":1},"ifRevision":1}
          ! {"code":-32003,"message":"the list is at revision 6","data":{"revision":6}}
          """) == [])
  }

  @Test func aRangeWithOtherMembersIsAnotherOne() async {
    let fixed = #""range":{"kind":"fixed","length":3}"#
    let sameFixed = #""range":{"kind":"fixed","length":3,"offset":0}"#
    func answer(_ revision: Int) -> String {
      #"= {"revision":\#(revision),"sections":[{"name":"","count":3,"visible":3,"range":{"length":3,"offset":0,"fromBeginning":0,"fromEnd":0}}],"changes":null}"#
    }
    let steps = [
      (fixed, 2), (fixed, 2), (sameFixed, 3), (sameFixed, 3), (fixed, 4),
      (#"\#(fixed),"section":"""#, 5), (#"\#(fixed),"section":"""#, 5),
      (#"\#(sameFixed),"section":"""#, 6), (fixed, 6), (#""range":null"#, 7),
      (#""range":null"#, 7), (fixed, 8),
    ]
    let transcript = steps.map { #"list.window {"list":"L1",\#($0)}"# + "\n" + answer($1) }
    #expect(await differences(Self.people + transcript.joined(separator: "\n")) == [])
  }

  @Test func theFirstOperationThatIsWrongIsNamed() async {
    #expect(
      await differences(
        Self.people + """
          list.apply {"list":"L1","operations":[{"delete":9},{"insert":{"id":7,"name":{}}}]}
          ! {"code":-32005,"message":"operation 0: there is no row 9","data":{"index":0,"reason":"there is no row 9"}}
          list.apply {"list":"L1","operations":[{"delete":1},{"update":{"name":["x",1]}},{"delete":9}]}
          ! {"code":-32005,"message":"operation 1: [\\"x\\",1] is no value of an attribute (name)","data":{"index":1,"reason":"[\\"x\\",1] is no value of an attribute (name)"}}
          list.apply {"list":"L1","operations":[{"insert":{"id":7,"name":{}}}]}
          ! {"code":-32005,"message":"operation 0: {} is no value of an attribute (name)","data":{"index":0,"reason":"{} is no value of an attribute (name)"}}
          list.apply {"list":"L1","operations":[{"insert":{"id":7,"name":{}}}],"ifRevision":5}
          ! {"code":-32003,"message":"the list is at revision 1","data":{"revision":1}}
          list.ids {"list":"L1"}
          = {"revision":1,"ids":[1,2,3]}
          """) == [])
  }

  @Test func highlightsNameOnlyWhatMatched() async {
    #expect(
      await differences(
        Self.people + """
          list.query {"list":"L1","search":"an"}
          = {"revision":2,"total":2,"count":3,"sections":[{"name":"","count":2}],"changes":{"sections":[],"rows":[{"type":"delete","id":2,"section":0,"from":1}]}}
          list.rows {"list":"L1","attributes":["name","age"],"highlights":true}
          = {"revision":2,"rows":[{"name":"Ann","age":30},{"name":"Änne","age":7}],"highlights":[{"name":[[0,2]]},{"name":[[0,2]]}]}
          list.rows {"list":"L1","attributes":["age"],"highlights":true,"length":1}
          = {"revision":2,"rows":[{"age":30}],"highlights":[{}]}
          list.rows {"list":"L1","attributes":["nope"]}
          ! {"code":-32602,"message":"attributes: there is no attribute nope"}
          """) == [])
  }
}
