import Testing

@testable import ShortlistCore

@Suite("Sixteen bytes compared at once")
struct LetterBlockTests {
  @Test("tell the places of a letter, up to the end of the buffer and past it")
  func places() {
    let bytes = (0..<40).map { UInt8([0, 1, 0x61, 0xE1, 0xFF][$0 * 7 % 5]) }
    for count in 0...bytes.count {
      unsafe Array(bytes.prefix(count)).withUnsafeBufferPointer { buffer in
        for place in 0...count + 2 {
          let block = unsafe LetterBlock(buffer, place)
          for letter: UInt8 in [0, 1, 0x61, 0xE1, 0xFF, 0x62] {
            var expected: UInt32 = 0
            for lane in 0..<16 {
              let byte = place + lane < count ? bytes[place + lane] : 0
              if byte == letter { expected |= 1 << UInt32(lane) }
            }
            let found = block.places(of: LetterBlock.Bytes(repeating: letter))
            #expect(found == expected, "\(letter) from \(place) of \(count)")
          }
        }
      }
    }
  }
}
