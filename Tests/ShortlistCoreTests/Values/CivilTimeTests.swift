import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Civil times")
struct CivilTimeTests {
  @Test(
    "a time without a zone is compared as if it were in UTC",
    arguments: [
      ("2024-05-31 10:00:00", "2024-05-31T10:00:00Z"), ("2024-05-31T10:00", "2024-05-31T10:00Z"),
      ("2024-05-31 10:00:00.5", "2024-05-31T10:00:00.5Z"),
      ("2024-05-31 10:00:00,123", "2024-05-31T10:00:00.123Z"),
      ("2024-05-31 10:00:00+02:00", "2024-05-31T08:00:00Z"),
      ("2024-05-31", "2024-05-31"),
    ])
  func forms(text: String, instant: String) throws {
    let civil = try #require(Timestamp(text, .civil))
    #expect(civil.microseconds == Timestamp(instant)?.microseconds)
    #expect(civil.text == text)
  }

  @Test(
    "what is no time is none in any form",
    arguments: [
      "2024-05-31 ", "2024-05-31  10:00", "2024-05-31 10", "2024-05-31 25:00", "2024-02-30 10:00",
      "2024-05-31 10:00 Z", "10:00:00", "2024-05-31T10:00:00,", "2024-05-31 10:00:00 UTC",
    ])
  func none(text: String) { #expect(Timestamp(text, .civil) == nil) }

  @Test("a column of civil times is one of dates only where the options say so, kept as written")
  func columns() throws {
    func table(_ dates: DateForms, asked: [ListSchema.Entry] = []) throws -> RowTable {
      var options = TableOptions(schema: asked)
      options.dates = dates
      var builder = TableBuilder(path: "rows", options: options)
      for (line, text) in ["2024-05-31 10:00:00", "2024-05-31T09:00Z", ""].enumerated() {
        builder.beginRow(line: line + 1)
        builder.append(.plain, Array(text.utf8).span, column: builder.column(named: "t"))
        builder.endRow()
      }
      return try builder.finish()
    }
    #expect(try table(.zoned).schema.type(of: "t") == .text)
    #expect(throws: SourceError.self) { try table(.zoned, asked: [.init(name: "t", type: .date)]) }
    let civil = try table(.civil)
    #expect(civil.schema.type(of: "t") == .date)
    #expect(civil.value(0, 0).text == "2024-05-31 10:00:00")
  }

  @Test(
    "short forms stand for days",
    arguments: [
      ("1990", "1990-01-01", "1990-12-31"), ("2024-02", "2024-02-01", "2024-02-29"),
      ("2023-02", "2023-02-01", "2023-02-28"), ("today", "1970-03-01", "1970-03-01"),
      ("yesterday", "1970-02-28", "1970-02-28"), ("tomorrow", "1970-03-02", "1970-03-02"),
      ("-7d", "1970-02-22", "1970-02-22"), ("+2w", "1970-03-15", "1970-03-15"),
      ("-0d", "1970-03-01", "1970-03-01"),
    ])
  func periods(text: String, first: String, last: String) throws {
    let days = try #require(DayPeriod(text, today: 59))
    #expect(days.first.text == first && days.last.text == last)
    #expect(days.first.isDay && days.last == Timestamp(last))
  }

  @Test(
    "other texts are no short forms",
    arguments: [
      "", "-", "199", "19900", "1990-5", "1990-13", "0000", "-d", "7d", "-7h", "--7d", "-7",
      "1990-", "Today", "-999999d",
    ])
  func noPeriods(text: String) { #expect(DayPeriod(text, today: 0) == nil) }

  @Test(
    "filters take short forms where dates are civil, and else refuse them",
    arguments: [
      ("d:1990", "d:\"1990-01-01\"..\"1990-12-31\""), ("d:1990..", "d:\"1990-01-01\".."),
      ("d:..1990", "d:..\"1990-12-31\""),
      ("d:1990..2000-02", "d:\"1990-01-01\"..\"2000-02-29\""),
      ("d:>1990", "d:>\"1990-12-31\""), ("d:>=1990", "d:>=\"1990-01-01\""),
      ("d:<1990", "d:<\"1990-01-01\""), ("d:<=1990", "d:<=\"1990-12-31\""),
      ("d:=1990", "d:\"1990-01-01\"..\"1990-12-31\""),
      ("d:!=1990", "d:* AND NOT d:\"1990-01-01\"..\"1990-12-31\""),
      ("d:\"2024-05-31 10:00\"", "d:\"2024-05-31 10:00\""),
    ])
  func filters(text: String, meaning: String) throws {
    var schema = ListSchema([.init(name: "d", type: .date)])
    #expect(throws: FilterError.self) { try Filter(parsing: text, schema: schema) }
    schema.dates = .civil
    let filter = try #require(try Filter(parsing: text, schema: schema))
    #expect(filter == (try Filter(parsing: meaning, schema: schema)), "\(filter)")
  }

  @Test("a date that is none says how dates are written")
  func advice() {
    var schema = ListSchema([.init(name: "d", type: .date)])
    schema.dates = .civil
    let error = #expect(throws: FilterError.self) { try Filter(parsing: "d:x", schema: schema) }
    #expect(error?.sentence.contains("2024-05, 2024, today or -7d") == true)
  }
}
