extension Int {
  /// The number with its digits in groups of three: `1,655,494`.
  package var grouped: String {
    let digits = Array(String(magnitude))
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
