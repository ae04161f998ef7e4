import ShortlistRPC
import Testing

@Suite("The selection methods")
struct SelectionTests {
  private let open = """
    list.open {"source":{"rows":[{"id":1,"k":"a"},{"id":2,"k":"b"},{"id":3,"k":"b"},{"id":4}]}}
    = {"list":"L1","revision":1,"count":4,"attributes":[{"name":"id","type":"integer"},{"name":"k","type":"text"}]}

    """

  @Test("requests answer what they did, under rules")
  func requests() async {
    #expect(
      await differences(
        open + """
          selection.rules {"list":"L1","rules":[{"required":"k"},{"where":"-id:2","reason":"taken"},{"maximum":2},{"minimum":1}]}
          = {"revision":1,"status":[{"rule":"required","state":"within","by":0},{"rule":"where","state":"within","by":0},{"rule":"maximum","state":"within","by":2},{"rule":"minimum","state":"below","by":1}],"violations":[{"ids":[],"rule":"minimum"}]}
          selection.all {"list":"L1","scope":"everything"}
          = {"revision":2,"outcome":"changed","added":[1,3],"removed":[],"refused":[{"ids":[4],"rule":"required","reason":"k is missing"},{"ids":[2],"rule":"where","reason":"taken"}],"events":[{"event":"selected","ids":[1,3]},{"event":"maximumReached"}],"count":2}
          selection.toggle {"list":"L1","ids":[9,3]}
          = {"revision":3,"outcome":"changed","added":[],"removed":[3],"refused":[{"ids":[9],"rule":"unknown","reason":"there is no such row"}],"events":[{"event":"deselected","ids":[3]},{"event":"noLongerAtMaximum"},{"event":"minimumReached"}],"count":1}
          selection.none {"list":"L1","scope":{"section":""}}
          = {"revision":3,"outcome":"refused","added":[],"removed":[],"refused":[{"ids":[1],"rule":"minimum","reason":"at least 1 must stay selected"}],"events":[{"event":"attemptedToDropBelowMinimum","ids":[1]}],"count":1}
          selection.undo {"list":"L1"}
          = {"revision":4,"outcome":"changed","added":[3],"removed":[],"refused":[],"events":[{"event":"selected","ids":[3]},{"event":"maximumReached"},{"event":"noLongerAtMinimum"}],"count":2}
          selection.get {"list":"L1","order":"shown","limit":1}
          = {"revision":4,"count":2,"ids":[1],"shown":2,"violations":[],"canUndo":true,"canRedo":true}
          list.rows {"list":"L1","length":3,"attributes":[],"selected":true}
          = {"revision":4,"rows":[{},{},{}],"selected":[true,false,true]}
          selection.rows {"list":"L1","from":1}
          = {"revision":4,"count":2,"ids":[3],"rows":[{"id":3,"k":"b"}]}
          selection.rows {"list":"L1","from":1,"maxLength":0}
          = {"revision":4,"count":2,"ids":[3],"rows":[{"id":3,"k":""}],"cut":[["k"]]}
          selection.rows {"list":"L1","from":2}
          = {"revision":4,"count":2,"ids":[],"rows":[]}
          selection.redo {"list":"L1"}
          = {"revision":5,"outcome":"changed","added":[],"removed":[3],"refused":[],"events":[{"event":"deselected","ids":[3]},{"event":"noLongerAtMaximum"},{"event":"minimumReached"}],"count":1}
          selection.replace {"list":"L1","ids":[3]}
          = {"revision":6,"outcome":"changed","added":[3],"removed":[1],"refused":[],"events":[{"event":"selected","ids":[3]},{"event":"deselected","ids":[1]}],"count":1}
          selection.rules {"list":"L1","rules":[],"mode":"single"}
          = {"revision":6,"status":[],"violations":[]}
          selection.extend {"list":"L1","from":2,"to":4}
          = {"revision":6,"outcome":"refused","added":[],"removed":[],"refused":[{"ids":[2,4],"rule":"single","reason":"only one row can be selected"}],"events":[],"count":1}
          selection.select {"list":"L1","ids":[4]}
          = {"revision":7,"outcome":"changed","added":[4],"removed":[3],"refused":[],"events":[{"event":"selected","ids":[4]},{"event":"deselected","ids":[3]}],"count":1}
          selection.sections {"list":"L1"}
          = {"revision":7,"sections":[{"name":"","state":"some","selected":1,"count":4}]}
          selection.deselect {"list":"L1","ids":[1,"x"]}
          = {"revision":7,"outcome":"unchanged","added":[],"removed":[],"refused":[],"events":[],"count":1}
          selection.invert {"list":"L1","ifRevision":6}
          ! {"code":-32003,"message":"the list is at revision 7","data":{"revision":7}}
          """) == [])
  }

  @Test(
    "params that do not fit are refused, and it is said what would",
    arguments: [
      (
        #"selection.rules {"list":"L1","rules":[{"maximum":-1}]}"#,
        "rules[0].maximum must be an integer, 0 or greater"
      ),
      (
        #"selection.rules {"list":"L1","rules":[{"maximum":1,"minimum":1}]}"#,
        #"unknown member "minimum" in rules[0]"#
      ),
      (
        #"selection.rules {"list":"L1","rules":[{"where":"k:a"}]}"#,
        #"missing member "reason" in rules[0]"#
      ),
      (
        #"selection.rules {"list":"L1","rules":[{}]}"#,
        "a rule has a member maximum, minimum, required or where"
      ),
      (
        #"selection.rules {"list":"L1","rules":[],"mode":"two"}"#,
        "mode must be one of multiple, single"
      ),
      (#"selection.select {"list":"L1","ids":[null]}"#, "ids[0] must be a number or a text"),
      (
        #"selection.all {"list":"L1","scope":"all"}"#,
        #"scope must be matching, everything or {"section": name}"#
      ),
      (#"selection.all {"list":"L1","scope":{"section":1}}"#, "scope.section must be a text"),
      (#"selection.extend {"list":"L1","from":1}"#, #"missing member "to" in params"#),
      (#"selection.get {"list":"L1","limit":-1}"#, "limit must be an integer, 0 or greater"),
      (#"selection.rename {"list":"L1","name":"a"}"#, #"missing member "to" in params"#),
      (#"selection.saved {"list":"L1","name":"a"}"#, #"unknown member "name" in params"#),
    ])
  func params(request: String, reason: String) async throws {
    let parts = request.split(separator: " ", maxSplits: 1)
    let message = #"{"jsonrpc":"2.0","id":1,"method":"\#(parts[0])","params":\#(parts[1])}"#
    let server = makeServer()
    _ = await server.answers(
      to: #"{"jsonrpc":"2.0","id":1,"method":"list.open","params":{"source":{"rows":[]}}}"#)
    let answer = try #require(await server.answers(to: message).first)
    let quoted = reason.replacing(#"""#, with: #"\""#)
    #expect(answer.contains(#""code":-32602,"message":"\#(quoted)""#), "\(answer)")
  }

  @Test("what only a list can know is refused by it, and the rules stay")
  func badRules() async {
    #expect(
      await differences(
        open + """
          selection.rules {"list":"L1","rules":[{"maximum":1}]}
          = {"revision":1,"status":[{"rule":"maximum","state":"within","by":1}],"violations":[]}
          selection.rules {"list":"L1","rules":[{"required":"nope"}]}
          ! {"code":-32602,"message":"required: there is no attribute nope"}
          selection.rules {"list":"L1","rules":[{"where":"k:","reason":""}]}
          ! {"code":-32004,"message":"a value expected at byte 2 of the filter, not the end","data":{"offset":2,"expected":"a value"}}
          selection.all {"list":"L1","scope":{"section":"none"}}
          = {"revision":1,"outcome":"unchanged","added":[],"removed":[],"refused":[],"events":[],"count":0}
          selection.invert {"list":"L1"}
          = {"revision":1,"outcome":"refused","added":[],"removed":[],"refused":[{"ids":[1,2,3,4],"rule":"maximum","reason":"no more than 1 can be selected"}],"events":[{"event":"attemptedToExceedMaximum","ids":[1,2,3,4]}],"count":0}
          selection.save {"list":"L1","name":"mine"}
          ! {"code":-32006,"message":"only tables keep named shortlists"}
          selection.saved {"list":"L1"}
          ! {"code":-32006,"message":"only tables keep named shortlists"}
          """) == [])
  }

  @Test("rows that are deleted leave the selection, which is told after the answer")
  func pruning() async throws {
    let server = makeServer()
    #expect(
      await differences(
        open + """
          selection.select {"list":"L1","ids":[3,1]}
          = {"revision":2,"outcome":"changed","added":[3,1],"removed":[],"refused":[],"events":[{"event":"selected","ids":[3,1]}],"count":2}
          """, from: server) == [])
    let answers = await server.answers(
      to:
        #"{"jsonrpc":"2.0","id":1,"method":"list.apply","params":{"list":"L1","operations":[{"delete":1},{"delete":3}]}}"#
    )
    #expect(answers.count == 2 && answers[0].contains(#""revision":3"#))
    #expect(
      answers.last
        == #"{"jsonrpc":"2.0","method":"selection.changed","params":{"list":"L1","revision":3,"added":[],"removed":[3,1],"events":[{"event":"pruned","ids":[3,1]}],"count":0}}"#
    )
  }

  @Test("more than a thousand ids are told as their number, but not those refused")
  func manyIDs() async throws {
    let server = makeServer()
    let rows = (0..<1001).map { #"{"id":\#($0)}"# }.joined(separator: ",")
    _ = await server.answers(
      to: #"{"jsonrpc":"2.0","id":1,"method":"list.open","params":{"source":{"rows":[\#(rows)]}}}"#)
    #expect(
      await differences(
        """
        selection.all {"list":"L1"}
        = {"revision":2,"outcome":"changed","addedCount":1001,"removed":[],"refused":[],"events":[{"event":"selected","count":1001}],"count":1001}
        selection.invert {"list":"L1"}
        = {"revision":3,"outcome":"changed","added":[],"removedCount":1001,"refused":[],"events":[{"event":"deselected","count":1001}],"count":0}
        selection.rules {"list":"L1","rules":[{"maximum":1000}]}
        = {"revision":3,"status":[{"rule":"maximum","state":"within","by":1000}],"violations":[]}
        """, from: server) == [])
    let refused = await server.answers(
      to: #"{"jsonrpc":"2.0","id":1,"method":"selection.all","params":{"list":"L1"}}"#)
    #expect(refused[0].contains(#","count":1001}]"#) && refused[0].contains(",999,1000]"))
  }
}
