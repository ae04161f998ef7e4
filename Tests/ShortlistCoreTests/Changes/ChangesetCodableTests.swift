import Foundation
import ShortlistCore
import ShortlistTestSupport
import Testing

@Suite("Changesets encoded and decoded")
struct ChangesetCodableTests {
  private typealias Changes = Changeset<RowID>

  private func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test(
    "every change has the members of the protocol",
    arguments: [
      ("-#2(a)", #"{"rows":[],"sections":[{"from":2,"name":"a","type":"delete"}]}"#),
      (
        #"+#0(a: 7 "x")"#,
        #"{"rows":[],"sections":[{"ids":[7,"x"],"name":"a","to":0,"type":"insert"}]}"#
      ),
      ("#2>#1(a)", #"{"rows":[],"sections":[{"from":2,"name":"a","to":1,"type":"move"}]}"#),
      ("-1:3(7)", #"{"rows":[{"from":3,"id":7,"section":1,"type":"delete"}],"sections":[]}"#),
      (
        #"+1:3("7")"#,
        #"{"rows":[{"id":"7","section":1,"to":3,"type":"insert"}],"sections":[]}"#
      ),
      (
        "*1:3>0:2(0.30000000000000004)",
        #"{"rows":[{"from":3,"fromSection":1,"id":0.30000000000000004,"to":2,"toSection":0,"#
          + #""type":"move","updated":true}],"sections":[]}"#
      ),
      (
        "*1:3(9223372036854775807)",
        #"{"rows":[{"from":3,"id":9223372036854775807,"section":1,"type":"update"}],"sections":[]}"#
      ),
    ])
  func members(notation: String, json: String) throws {
    let changes = try Changes(notation: notation)
    #expect(try encode(changes) == json)
    #expect(try encode(VisibleChanges<RowID>.changes(changes)) == json)
    #expect(try decode(json, as: Changes.self) == changes)
    #expect(try decode(json, as: VisibleChanges<RowID>.self) == .changes(changes))
  }

  @Test("random changesets survive", arguments: 1...100)
  func roundTrip(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let before = SampleChanges.state(&random, names: 6, rows: 14)
    let after = SampleChanges.state(&random, names: 6, rows: 14)
    let changes = SampleChanges.changes(from: before, to: after)
    #expect(try decode(encode(changes), as: Changes.self) == changes)
  }

  @Test("a whole number is the same id however it is written")
  func numbers() throws {
    let ids = try decode(
      "[7, 7.0, 7e0, -0.0, 1e300, 9007199254740993, -9223372036854775808, 9223372036854775808]",
      as: [RowID].self)
    #expect(
      ids == [
        .integer(7), .integer(7), .integer(7), .integer(0), .number(1e300),
        .integer(9_007_199_254_740_993), .integer(.min), .number(9_223_372_036_854_775_808),
      ])
    for wrong in ["[true]", "[null]", "[[]]"] {
      #expect(throws: DecodingError.self) { try decode(wrong, as: [RowID].self) }
    }
  }

  @Test("a reset")
  func reset() throws {
    #expect(try encode(VisibleChanges<RowID>.reset) == #"{"reset":true}"#)
    #expect(try decode(#"{"reset":true}"#, as: VisibleChanges<RowID>.self) == .reset)
  }

  @Test("other types of ids")
  func otherIDs() throws {
    let changes = Changeset(
      sections: [.insert(to: 0, name: "a", ids: [1, 2])],
      rows: [.delete(3, from: .init(section: 0, row: 0))])
    #expect(try decode(encode(changes), as: Changeset<Int>.self) == changes)
  }

  @Test(
    "what is missing or wrong is named",
    arguments: [
      (#"{"sections": []}"#, "rows"),
      (#"{"rows": []}"#, "sections"),
      (#"{"sections": [{"from": 0, "name": "a"}], "rows": []}"#, "type"),
      (#"{"sections": [{"type": "update", "from": 0, "name": "a"}], "rows": []}"#, "type"),
      (#"{"sections": [{"type": "delete", "from": 0}], "rows": []}"#, "name"),
      (#"{"sections": [{"type": "delete", "from": -1, "name": "a"}], "rows": []}"#, "from"),
      (#"{"sections": [{"type": "insert", "to": 0, "name": "a"}], "rows": []}"#, "ids"),
      (#"{"sections": [{"type": "move", "from": 0, "name": "a"}], "rows": []}"#, "to"),
      (#"{"sections": [], "rows": [{"type": "swap", "id": 1}]}"#, "type"),
      (#"{"sections": [], "rows": [{"type": "delete", "section": 0, "from": 1}]}"#, "id"),
      (#"{"sections": [], "rows": [{"type": "delete", "id": 1, "from": 1}]}"#, "section"),
      (#"{"sections": [], "rows": [{"type": "insert", "id": 1, "section": 0}]}"#, "to"),
      (
        #"{"sections": [], "rows": [{"type": "move", "id": 1, "fromSection": 0, "from": 1, "#
          + #""toSection": 0, "to": 0}]}"#, "updated"
      ),
      (
        #"{"sections": [], "rows": [{"type": "update", "id": 1, "section": 0, "from": ""}]}"#,
        "from"
      ),
      (#"{"reset": false}"#, "reset"),
      (#"{"sections": [], "rows": []}"#, "rows"),
    ])
  func mistakes(json: String, member: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try decode(json, as: VisibleChanges<RowID>.self)
    }
    switch error {
    case .keyNotFound(let key, _): #expect(key.stringValue == member)
    case .dataCorrupted(let context), .typeMismatch(_, let context):
      #expect(context.codingPath.last?.stringValue == member)
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test("an unknown type is in the error's text")
  func unknownType() {
    let json = #"{"sections": [], "rows": [{"type": "swap", "id": 1}]}"#
    #expect {
      try decode(json, as: Changes.self)
    } throws: { error in
      "\(error)".contains("the type swap is none of delete, insert, move, update")
    }
  }
}
