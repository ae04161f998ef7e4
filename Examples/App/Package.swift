// swift-tools-version: 6.2

import PackageDescription

// An app for macOS: open this folder in Xcode and run the scheme ContactsApp, or use `swift run`.
// For iOS, copy the sources into a target for apps that has the product ShortlistUI.
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
