extension Span<UInt8> {
  /// Returns the scalar that begins at an offset of valid UTF-8, and its length in bytes.
  @inline(__always)
  func scalar(at offset: Int) -> (scalar: UInt32, length: Int) {
    func continuation(_ index: Int) -> UInt32 { UInt32(self[offset + index] & 0x3F) }
    let lead = UInt32(self[offset])
    switch lead {
    case ..<0x80:
      return (lead, 1)
    case ..<0xE0:
      return ((lead & 0x1F) << 6 | continuation(1), 2)
    case ..<0xF0:
      return ((lead & 0x0F) << 12 | continuation(1) << 6 | continuation(2), 3)
    default:
      let high = (lead & 0x07) << 18 | continuation(1) << 12
      return (high | continuation(2) << 6 | continuation(3), 4)
    }
  }

  /// Returns the scalar that ends at a nonzero offset of valid UTF-8, and its length in bytes.
  func scalar(before offset: Int) -> (scalar: UInt32, length: Int) {
    var start = offset - 1
    while self[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start)
  }
}
