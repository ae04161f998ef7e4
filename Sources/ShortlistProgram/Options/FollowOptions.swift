import ArgumentParser

/// Whether the list follows its source.
struct FollowOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Go on with what is appended to the source: a log, a pipe.",
      discussion: """
        The screen starts at the last row, and goes along while the cursor is on it. Anywhere else \
        it holds still and says how many rows are new; End goes back.
        """))
  var follow = false
}
