// swift-tools-version: 6.2

import PackageDescription

// An app for macOS and iOS. Open this folder in Xcode and run the scheme ContactsApp, or use
// `swift run` on macOS.
let package = Package(
  name: "ContactsApp",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "shortlist", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "ContactsApp", dependencies: [.product(name: "ShortlistUI", package: "shortlist")])
  ],
  swiftLanguageModes: [.v6]
)
