import Shortlist
import Testing

@Suite struct FacetSampleTests {
  @Test func textsThatRepeat() {
    let schema = ListSchema([
      .init(name: "name", type: .text), .init(name: "kind", type: .text),
      .init(name: "n", type: .integer), .init(name: "tags", type: .list),
      .init(name: "open", type: .boolean), .init(name: "none", type: .text),
    ])
    var sample = FacetSample(schema)
    #expect(sample.attributes == ["tags", "open"])
    for number in 0..<10 {
      sample.add([
        .text("\(number)"), .text("k\(number % 5)"), .integer(1), .list([]), .boolean(true), .null,
      ])
    }
    #expect(sample.attributes == ["kind", "tags", "open"])
    sample.add([.text("11"), .text("k5"), .null, .null, .null, .null])
    #expect(sample.attributes == ["tags", "open"])
  }

  @Test func longTextsAreNoFacet() {
    var sample = FacetSample(ListSchema([.init(name: "text", type: .text)]))
    for _ in 0..<10 { sample.add([.text(String(repeating: "a", count: 257))]) }
    #expect(sample.attributes == [])
    for _ in 0..<10 { sample.add([.text("short")]) }
    #expect(sample.attributes == ["text"])
  }
}
