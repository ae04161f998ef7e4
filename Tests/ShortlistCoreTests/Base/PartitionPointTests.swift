import Testing

@testable import ShortlistCore

@Suite("The point that parts a range")
struct PartitionPointTests {
  @Test("every point of every small range, below and above zero")
  func everyPoint() {
    for start in -9...9 {
      for end in start...start + 17 {
        let range = start..<end
        for point in start - 1...end + 1 {
          var calls = 0
          let found = range.partitionPoint {
            #expect(range.contains($0), "\($0) in \(range)")
            calls += 1
            return $0 < point
          }
          #expect(found == range.firstIndex { $0 >= point } ?? end, "\(point) in \(range)")
          // There are n + 1 answers, and each call halves them.
          let most = Int.bitWidth - range.count.leadingZeroBitCount
          #expect(calls <= most, "\(calls) calls for \(point) in \(range)")
        }
      }
    }
  }

  @Test("the first of equal elements")
  func equalElements() {
    for bits in 0..<64 {
      // Each bit says whether an element is greater than the one before.
      var numbers = [0]
      for bit in 0..<6 { numbers.append(numbers[bit] + (bits >> bit & 1)) }
      for number in 0...7 {
        let found = numbers.indices.partitionPoint { numbers[$0] < number }
        let wanted = numbers.firstIndex { $0 >= number } ?? numbers.count
        #expect(found == wanted, "\(number) in \(numbers)")
      }
    }
  }
}
