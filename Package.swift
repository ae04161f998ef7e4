// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "shortlist",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "shortlist", targets: ["ShortlistProgram"]),
    .library(name: "Shortlist", targets: ["Shortlist"]),
    .library(name: "ShortlistFiles", targets: ["ShortlistFiles"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The engine, and the actor that owns a list.
    .target(name: "ShortlistCore"),
    .target(name: "Shortlist", dependencies: ["ShortlistCore"]),

    // Sources of rows.
    .target(name: "ShortlistJSON"),
    .target(name: "ShortlistFiles", dependencies: ["ShortlistCore", "ShortlistJSON"]),

    // Front ends.
    .target(name: "ShortlistRPC", dependencies: ["Shortlist", "ShortlistJSON"]),
    .target(name: "ShortlistTerminal", dependencies: ["Shortlist"]),

    // The program. (Its module is not called `shortlist`: on a file system that ignores case
    // that would be the folder of `Shortlist`.)
    .executableTarget(
      name: "ShortlistProgram",
      dependencies: [
        "Shortlist",
        "ShortlistFiles",
        "ShortlistJSON",
        "ShortlistRPC",
        "ShortlistTerminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),

    // Examples; their output is tested.
    .executableTarget(name: "Chat", dependencies: ["Shortlist"], path: "Examples/Chat"),
    .executableTarget(name: "Countries", dependencies: ["Shortlist"], path: "Examples/Countries"),
    .executableTarget(name: "Guests", dependencies: ["Shortlist"], path: "Examples/Guests"),
    .executableTarget(name: "Shop", dependencies: ["Shortlist"], path: "Examples/Shop"),
    .executableTarget(name: "Tags", dependencies: ["Shortlist"], path: "Examples/Tags"),

    // What several modules' tests use.
    .target(name: "ShortlistTestSupport", path: "Tests/ShortlistTestSupport"),

    .testTarget(
      name: "ShortlistCoreTests", dependencies: ["ShortlistCore", "ShortlistTestSupport"]),
    .testTarget(
      name: "ShortlistTests",
      dependencies: [
        "Chat", "Countries", "Guests", "Shop", "Shortlist", "ShortlistTestSupport", "Tags",
      ]),
    .testTarget(
      name: "ShortlistJSONTests", dependencies: ["ShortlistJSON", "ShortlistTestSupport"]),
    .testTarget(
      name: "ShortlistFilesTests",
      dependencies: [
        "ShortlistCore", "ShortlistFiles", "ShortlistJSON", "ShortlistTestSupport",
      ]),
    .testTarget(
      name: "ShortlistProgramTests", dependencies: ["ShortlistCore", "ShortlistProgram"]),
    .testTarget(
      name: "ShortlistRPCTests", dependencies: ["Shortlist", "ShortlistJSON", "ShortlistRPC"]),
    .testTarget(
      name: "ShortlistTerminalTests",
      dependencies: ["Shortlist", "ShortlistTerminal", "ShortlistTestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .define("SHORTLIST_CHECKS", .when(configuration: .debug)),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
}
