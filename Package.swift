// swift-tools-version: 6.2

import PackageDescription

// The program that people have on Linux brings the runtime of Swift along, because loading it from
// many files takes longer than all else until rows are shown (Documentation/Decisions/0020). This
// is about the program alone: who uses the libraries links as they like.
let bringsRuntime =
  Context.environment["SHORTLIST_SHARED_RUNTIME"] == nil
  && Context.environment["SHORTLIST_TESTABLE"] == nil
let programLinking: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-use-ld=lld", "-l_FoundationCollections", "-lCoreFoundation",
      "-l_FoundationICU",
      "-l_FoundationCShims",
      // Nothing looks symbols of the program up by their names.
      "-Xlinker", "--no-export-dynamic",
    ],
    .when(platforms: [.linux], configuration: .release))
]

// The sanitizer that `Scripts/sanitize` builds for: `address` or `thread`.
let sanitizer = Context.environment["SHORTLIST_SANITIZER"]

// Scripts/check tests an optimized build: its tests run faster, and it does what only optimized
// code does, such as releasing objects early. It checks what a debug build checks, and has no debug
// information.
let isTestable = Context.environment["SHORTLIST_TESTABLE"] != nil
let testable = ["-enable-testing", "-assert-config", "Debug", "-gnone"]
// The modules in which the tests spend their time. Optimizing the others takes longer than it saves.
let optimizedForTests = [
  "Shortlist", "ShortlistCore", "ShortlistFiles", "ShortlistJSON", "ShortlistSQLite",
  "ShortlistSystem",
]

// Products of other packages. Without the trait, Swift does not resolve their package.
func products(_ names: [String], of package: String, for trait: String) -> [Target.Dependency] {
  names.map { .product(name: $0, package: package, condition: .when(traits: [trait])) }
}
func nio(_ names: String...) -> [Target.Dependency] {
  products(names, of: "swift-nio", for: "Program")
}
let grdb = products(["GRDB", "GRDBSQLite"], of: "GRDB.swift", for: "SQLite")

// What is checked about untrusted input (Documentation/Testing.md). With the address
// sanitizer this is a program, for which the compiler counts what every input reaches; otherwise it
// is tests, which replay the inputs that were kept.
let fuzzed: [Target.Dependency] = [
  "Shortlist", "ShortlistCore", "ShortlistFiles", "ShortlistJSON", "ShortlistPostgres",
  "ShortlistRPC", "ShortlistSQLite", "ShortlistTerminal", "ShortlistWeb",
]
let fuzzedLibraries = grdb + nio("NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOWebSocket")

// The benchmarks, which only their scripts build.
let benchmarks: [Target] = [
  // The lists that are measured, and the changes of them.
  .target(name: "Workloads", dependencies: ["Shortlist"], path: "Benchmarks/Sources/Workloads"),

  // The times of commits: a table for people, JSON for programs.
  .target(name: "CProcess", path: "Benchmarks/Sources/CProcess"),
  .executableTarget(
    name: "Commits", dependencies: ["CProcess", "Shortlist", "Workloads"],
    path: "Benchmarks/Sources/Commits"),

  // The times of requests to select.
  .executableTarget(
    name: "Selections", dependencies: ["Shortlist", "Workloads"],
    path: "Benchmarks/Sources/Selections"),

  // The times of a picker, on its actor and on the main thread.
  .executableTarget(
    name: "Pickers", dependencies: ["CProcess", "Shortlist", "Workloads"],
    path: "Benchmarks/Sources/Pickers"),

  // The times and the memory of a service.
  .executableTarget(
    name: "Services", dependencies: ["CProcess", "Shortlist", "Workloads"],
    path: "Benchmarks/Sources/Services"),

  // Two apps: a chat and a shop.
  .executableTarget(
    name: "Apps",
    dependencies: ["CProcess", "Shortlist", "ShortlistControls", "ShortlistSQLite", "Workloads"],
    path: "Benchmarks/Sources/Apps"),

  // The times of keystrokes.
  .executableTarget(
    name: "Keystrokes", dependencies: ["Shortlist", "ShortlistFiles", "Workloads"],
    path: "Benchmarks/Sources/Keystrokes"),

  // The best rows of searches, for `ranking`.
  .executableTarget(
    name: "Best", dependencies: ["Shortlist", "ShortlistFiles"], path: "Benchmarks/Sources/Best"),

  // The times of tables of SQLite files, beside those of GRDB's observations.
  .executableTarget(
    name: "Tables",
    dependencies: ["Shortlist", "ShortlistSQLite", "Workloads"] + grdb,
    path: "Benchmarks/Sources/Tables"),

  // The instructions of hot paths, which `check` compares with the thresholds.
  .target(name: "CCallgrind", path: "Benchmarks/Sources/CCallgrind"),
  .executableTarget(
    name: "Instructions", dependencies: ["CCallgrind", "Shortlist", "Workloads"],
    path: "Benchmarks/Sources/Instructions"),

  // The instructions of each piece of work, for `split`.
  .executableTarget(
    name: "Split", dependencies: ["CCallgrind", "Shortlist", "Workloads"],
    path: "Benchmarks/Sources/Split"),

  // Answers questions about a file, for `compare`.
  .executableTarget(
    name: "Answers", dependencies: ["Shortlist", "ShortlistFiles", "Workloads"],
    path: "Benchmarks/Sources/Answers"),
]

let package = Package(
  name: "shortlist",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "shortlist", targets: ["ShortlistProgram"]),
    .library(name: "Shortlist", targets: ["Shortlist"]),
    .library(name: "ShortlistControls", targets: ["ShortlistControls"]),
    .library(name: "ShortlistFiles", targets: ["ShortlistFiles"]),
    .library(name: "ShortlistPostgres", targets: ["ShortlistPostgres"]),
    .library(name: "ShortlistSQLite", targets: ["ShortlistSQLite"]),
    .library(name: "ShortlistUI", targets: ["ShortlistUI"]),
  ],
  traits: [
    .trait(name: "Program", description: "The program, which needs ArgumentParser and SwiftNIO."),
    .trait(name: "SQLite", description: "The library ShortlistSQLite, which needs GRDB."),
    .default(enabledTraits: ["Program", "SQLite"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // The engine, and the actor that owns a list.
    .target(name: "ShortlistCore", dependencies: ["ShortlistPlatform"]),
    .target(name: "Shortlist", dependencies: ["ShortlistCore", "ShortlistPlatform"]),

    // Controls around a list, with the names that users of other libraries know.
    .target(name: "ShortlistControls", dependencies: ["Shortlist", "ShortlistCore"]),

    // Views for SwiftUI, and adapters for UIKit and AppKit; on Linux only what needs none of them.
    .target(
      name: "ShortlistUI", dependencies: ["Shortlist", "ShortlistControls", "ShortlistCore"]),

    // The C library, whose module has another name on each platform.
    .target(name: "ShortlistPlatform"),

    // Calls into the system.
    .target(name: "ShortlistSystem", dependencies: ["ShortlistPlatform"]),

    // Sources of rows.
    .target(name: "ShortlistJSON", dependencies: ["ShortlistCore"]),
    .target(
      name: "ShortlistFiles",
      dependencies: ["ShortlistCore", "ShortlistJSON", "ShortlistSystem"]),

    // It loads libpq when it is used.
    .target(
      name: "ShortlistPostgres",
      dependencies: [
        "Shortlist", "ShortlistCore", "ShortlistJSON", "ShortlistPlatform", "ShortlistSystem",
      ]),

    .target(
      name: "ShortlistSQLite",
      dependencies: [
        "Shortlist", "ShortlistCore", "ShortlistJSON", "ShortlistPlatform", "ShortlistSystem",
      ] + grdb),

    // Front ends.
    .target(
      name: "ShortlistRPC",
      dependencies: [
        "Shortlist", "ShortlistFiles", "ShortlistJSON", "ShortlistPlatform", "ShortlistSystem",
      ]),
    .target(
      name: "ShortlistTerminal",
      dependencies: ["Shortlist", "ShortlistPlatform", "ShortlistSystem"]),
    .target(
      name: "ShortlistWeb",
      dependencies: [
        "CPage", "Shortlist", "ShortlistJSON", "ShortlistPlatform", "ShortlistRPC",
        "ShortlistSystem",
      ]
        + nio("NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket"),
      exclude: ["Page"]
    ),

    // The files of the page, which the compiler of C embeds a hundred times as fast as Swift's.
    .target(name: "CPage"),

    // Empty data of ICU, for a program that brings Foundation along.
    .target(
      name: "CEmptyICU",
      cSettings: bringsRuntime
        ? [
          .define("SHORTLIST_BRINGS_RUNTIME", .when(platforms: [.linux], configuration: .release))
        ] : []),

    // The program. (Its module is not called `shortlist`: on a file system that ignores case
    // that would be the folder of `Shortlist`.)
    .executableTarget(
      name: "ShortlistProgram",
      dependencies: [
        "CEmptyICU",
        "Shortlist",
        "ShortlistFiles",
        "ShortlistJSON",
        "ShortlistPlatform",
        "ShortlistPostgres",
        "ShortlistRPC",
        "ShortlistSQLite",
        "ShortlistSystem",
        "ShortlistTerminal",
        "ShortlistWeb",
      ] + products(["ArgumentParser"], of: "swift-argument-parser", for: "Program"),
      resources: [.embedInCode("Shell")],
      linkerSettings: bringsRuntime ? programLinking : []
    ),

    // Examples; their output is tested.
    .executableTarget(name: "Chat", dependencies: ["Shortlist"], path: "Examples/Chat"),
    .executableTarget(
      name: "Countries", dependencies: ["Shortlist", "ShortlistControls"],
      path: "Examples/Countries"),
    .executableTarget(name: "Guests", dependencies: ["Shortlist"], path: "Examples/Guests"),
    .executableTarget(
      name: "Shop", dependencies: ["Shortlist", "ShortlistControls"], path: "Examples/Shop"),
    .executableTarget(name: "Service", dependencies: ["Shortlist"], path: "Examples/Service"),
    .executableTarget(
      name: "Tags", dependencies: ["Shortlist", "ShortlistControls"], path: "Examples/Tags"),

    // What several modules' tests use.
    .target(
      name: "ShortlistTestSupport", dependencies: ["ShortlistCore", "ShortlistPlatform"],
      path: "Tests/ShortlistTestSupport"),

    .testTarget(
      name: "ShortlistCoreTests", dependencies: ["ShortlistCore", "ShortlistTestSupport"]),
    .testTarget(
      name: "ShortlistTests",
      dependencies: ["Shortlist", "ShortlistControls", "ShortlistTestSupport"]),
    .testTarget(
      name: "ShortlistControlsTests",
      dependencies: [
        "Chat", "Countries", "Guests", "Service", "Shop", "Shortlist", "ShortlistControls",
        "ShortlistTestSupport", "Tags",
      ]),
    // The samples of the five sources (Documentation/Sources.md).
    .testTarget(name: "SourceSamples", dependencies: ["Shortlist", "ShortlistControls"]),
    .testTarget(
      name: "ShortlistJSONTests", dependencies: ["ShortlistJSON", "ShortlistTestSupport"]),
    .testTarget(
      name: "ShortlistFilesTests",
      dependencies: [
        "ShortlistCore", "ShortlistFiles", "ShortlistJSON", "ShortlistSystem",
        "ShortlistTestSupport",
      ]),
    .testTarget(
      name: "ShortlistProgramTests", dependencies: ["ShortlistCore", "ShortlistProgram"]),
    .testTarget(
      name: "ShortlistRPCTests",
      dependencies: [
        "Shortlist", "ShortlistJSON", "ShortlistPlatform", "ShortlistRPC", "ShortlistSystem",
        "ShortlistTestSupport",
      ]),
    .testTarget(
      name: "ShortlistPostgresTests",
      dependencies: ["Shortlist", "ShortlistControls", "ShortlistPostgres", "ShortlistTestSupport"]),

    // Lets SQLite's calls fail.
    .target(
      name: "FaultySQLite", path: "Tests/FaultySQLite", linkerSettings: [.linkedLibrary("sqlite3")]),

    .testTarget(
      name: "ShortlistSQLiteTests",
      dependencies: [
        "FaultySQLite",
        "Shortlist",
        "ShortlistFiles",
        "ShortlistPlatform",
        "ShortlistSQLite",
        "ShortlistTestSupport",
      ] + grdb),
    .testTarget(
      name: "ShortlistTerminalTests",
      dependencies: ["Shortlist", "ShortlistTerminal", "ShortlistTestSupport"]),
    .testTarget(
      name: "ShortlistUITests", dependencies: ["ShortlistTestSupport", "ShortlistUI"]),
    .testTarget(
      name: "ShortlistWebTests",
      dependencies: ["ShortlistWeb"]
        + nio("NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOWebSocket")),
  ],
  swiftLanguageModes: [.v6]
)

if sanitizer == "address" {
  package.targets += [
    .target(name: "CFuzzer", path: "Fuzzing/CFuzzer"),
    .executableTarget(
      name: "Fuzzing", dependencies: fuzzed + fuzzedLibraries + ["CFuzzer"], path: "Fuzzing",
      exclude: ["CFuzzer", "Corpus", "Dictionaries", "Replaying"],
      linkerSettings: [.linkedLibrary("stdc++")]),
  ]
} else {
  package.targets.append(
    .testTarget(
      name: "FuzzingTests", dependencies: fuzzed + fuzzedLibraries, path: "Fuzzing",
      exclude: ["CFuzzer", "Corpus", "Dictionaries", "Driving"]))
}

// With the environment variable, only these tests are built, what they need, and the fuzzers.
if let tests = Context.environment["SHORTLIST_TESTS"]?.split(separator: " ").map(String.init) {
  var unvisited = tests + ["Fuzzing"]
  var needed: Set<String> = []
  while let name = unvisited.popLast() {
    guard needed.insert(name).inserted,
      let target = package.targets.first(where: { $0.name == name })
    else { continue }
    for case .byNameItem(let name, _) in target.dependencies { unvisited.append(name) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}

if Context.environment["SHORTLIST_BENCHMARKS"] != nil { package.targets += benchmarks }

// What libFuzzer is guided by.
let coverage =
  "-sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table"

let targetsOfC = ["CCallgrind", "CEmptyICU", "CFuzzer", "CPage", "CProcess"]
for target in package.targets where !targetsOfC.contains(target.name) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .define("SHORTLIST_CHECKS", .when(configuration: .debug)),
    .strictMemorySafety(),
  ]
  // Elsewhere, a warning of a newer SDK must not stop the build of an app that has this package by
  // path.
  #if os(Linux)
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  #endif
  if isTestable {
    target.swiftSettings? += [
      .define("SHORTLIST_CHECKS", .when(configuration: .release)),
      .unsafeFlags(testable, .when(configuration: .release)),
    ]
    if !optimizedForTests.contains(target.name) {
      target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
    }
  }
  if sanitizer == "address" && target.type != .test {
    target.swiftSettings?.append(.unsafeFlags([coverage]))
  }
  if sanitizer == "thread" { target.swiftSettings?.append(.define("SHORTLIST_THREAD_SANITIZER")) }
}
