import Workloads

/// The figures of a run; times are in microseconds.
struct Report: Codable {
  /// Commits of one kind, on all lengths.
  struct Commits: Codable {
    let order: ListOrder
    let window: ListWindow
    let kind: Workload.Kind
    /// Rows changed by a commit.
    let batch: Int
    /// A time for each length, in the order of the options.
    let times: [Statistics]

    /// The median on the longest list as a multiple of that on the shortest.
    let ratio: Double

    init(
      _ order: ListOrder, _ window: ListWindow, _ kind: Workload.Kind, _ batch: Int,
      times: [Statistics]
    ) {
      self.order = order
      self.window = window
      self.kind = kind
      self.batch = batch
      self.times = times
      ratio = times[times.count - 1].median / times[0].median
    }
  }

  /// One row moved, everything visible: the commit, and the standard library's comparison of the
  /// ids before and after.
  struct Difference: Codable {
    let rows: Int
    let commit: Statistics
    /// The commit right after a comparison, with cold caches.
    let coldCommit: Statistics
    let difference: Statistics

    /// How many commits take as long as one comparison.
    let ratio: Double

    init(rows: Int, commit: Statistics, coldCommit: Statistics, difference: Statistics) {
      self.rows = rows
      self.commit = commit
      self.coldCommit = coldCommit
      self.difference = difference
      ratio = difference.median / commit.median
    }
  }

  /// What a list takes.
  struct List: Codable {
    let order: ListOrder
    let rows: Int
    /// Bytes of memory for a row of the table.
    let tableBytes: Double
    /// Bytes for a row of all else: the order and its index, the selection, results kept.
    let listBytes: Double
    /// The first commit after the list got its order, which makes the index of it.
    let firstCommit: Double
  }

  let options: Options
  /// Load averages over one minute, before and after.
  var load: [Double]
  var lists: [List] = []
  var commits: [Commits] = []
  var differences: [Difference] = []
  /// The most memory that the process held, in bytes.
  var peakBytes = 0
}
