import Foundation

/// Measures commits and prints what was found.
@main
enum CommitsCommand {
  static func main() throws {
    let options: Options
    do {
      options = try Options(Array(CommandLine.arguments.dropFirst()))
    } catch let error as WrongOption {
      FileHandle.standardError.write(Data("commits: \(error)\n".utf8))
      exit(2)
    }
    if options.wantsHelp {
      print(Options.help, terminator: "")
      return
    }
    var measurement = Measurement(options)
    try measurement.run()
    if options.isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(measurement.report), as: UTF8.self))
    } else {
      print(measurement.report.tables)
    }
  }
}
