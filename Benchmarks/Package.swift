// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "shortlist", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // The lists that are measured, and the changes of them.
    .target(name: "Workloads", dependencies: [.product(name: "Shortlist", package: "shortlist")]),

    // The times of commits: a table for people, JSON for programs.
    .target(name: "CProcess"),
    .executableTarget(
      name: "Commits",
      dependencies: [
        "CProcess", "Workloads", .product(name: "Shortlist", package: "shortlist"),
      ]),

    // The times of requests to select.
    .executableTarget(
      name: "Selections",
      dependencies: ["Workloads", .product(name: "Shortlist", package: "shortlist")]),

    // The times of a picker, on its actor and on the main thread.
    .executableTarget(
      name: "Pickers",
      dependencies: [
        "CProcess", "Workloads", .product(name: "Shortlist", package: "shortlist"),
      ]),

    // The times of keystrokes.
    .executableTarget(
      name: "Keystrokes",
      dependencies: [
        "Workloads", .product(name: "Shortlist", package: "shortlist"),
        .product(name: "ShortlistFiles", package: "shortlist"),
      ]),

    // The best rows of searches, for `ranking`.
    .executableTarget(
      name: "Best",
      dependencies: [
        .product(name: "Shortlist", package: "shortlist"),
        .product(name: "ShortlistFiles", package: "shortlist"),
      ]),

    // The times of tables of SQLite files, beside those of GRDB's observations.
    .executableTarget(
      name: "Tables",
      dependencies: [
        "Workloads", .product(name: "Shortlist", package: "shortlist"),
        .product(name: "ShortlistSQLite", package: "shortlist"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),

    // The instructions of commits, which `check` holds against the thresholds.
    .target(name: "CCallgrind"),
    .executableTarget(
      name: "Instructions",
      dependencies: [
        "CCallgrind", "Workloads", .product(name: "Shortlist", package: "shortlist"),
      ]),

    // Answers questions about a file, for `compare`.
    .executableTarget(
      name: "Answers",
      dependencies: [
        "Workloads", .product(name: "Shortlist", package: "shortlist"),
        .product(name: "ShortlistFiles", package: "shortlist"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where !["CCallgrind", "CProcess"].contains(target.name) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
}
