// swift-tools-version: 6.2
import PackageDescription

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let database: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let components: Target.Dependency = .product(name: "Components", package: "SelfManaged")
let selfManaged: Target.Dependency = .product(name: "SelfManaged", package: "SelfManaged")
let nio: [Target.Dependency] = ["NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket"]
  .map { .product(name: $0, package: "swift-nio") }

let package = Package(
  name: "Storefront",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "SelfManaged", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    // What the commands have in common.
    .target(name: "StorefrontCommand"),
    // Servers on the loopback interface, and HTTP requests within bounds.
    .target(name: "StorefrontNetwork", dependencies: nio),
    // The messages that both ends share.
    .target(name: "StorefrontWire", dependencies: [selfManaged]),
    .target(
      name: "StorefrontServer",
      dependencies: ["StorefrontNetwork", "StorefrontWire", database, selfManaged] + nio,
      resources: [.embedInCode("Avatars")]),
    .executableTarget(
      name: "storefront-server",
      dependencies: ["StorefrontCommand", "StorefrontNetwork", "StorefrontServer", argumentParser]),
    .target(
      name: "StorefrontServices",
      dependencies: ["StorefrontNetwork", "StorefrontWire", components, selfManaged] + nio),
    .target(
      name: "StorefrontHarness", dependencies: ["StorefrontNetwork"] + nio,
      path: "Tools/StorefrontHarness"),
    // A goods page in two modules that know nothing of each other, and nothing but Components.
    .target(name: "GoodsSections", dependencies: [components]),
    .target(name: "GoodsPage", dependencies: [components]),
    // A device: presses in, patches out. It knows nothing of browsers.
    .target(
      name: "StorefrontDevice",
      dependencies: [
        "GoodsPage", "GoodsSections", "StorefrontServices", "StorefrontWire", components,
        selfManaged,
      ]),
    // Devices behind a page in a browser.
    .target(
      name: "StorefrontBrowser",
      dependencies: [
        "StorefrontDevice", "StorefrontHarness", "StorefrontNetwork", "StorefrontServer",
      ] + nio,
      resources: [.copy("Page")]),
    // A real browser, for tests and pictures.
    .target(
      name: "StorefrontChromium", dependencies: ["StorefrontHarness"],
      path: "Tools/StorefrontChromium"),
    .executableTarget(
      name: "storefront-browser",
      dependencies: [
        "StorefrontBrowser", "StorefrontCommand", "StorefrontHarness", "storefront-server",
        argumentParser,
      ]),
    .executableTarget(
      name: "storefront-screenshots",
      dependencies: [
        "StorefrontBrowser", "StorefrontChromium", "StorefrontCommand", "StorefrontHarness",
        "storefront-server", argumentParser,
      ],
      path: "Tools/storefront-screenshots"),
    .executableTarget(
      name: "storefront",
      dependencies: [
        "GoodsPage", "GoodsSections", "StorefrontCommand", "StorefrontDevice", "StorefrontHarness",
        "StorefrontServer", "StorefrontServices", "StorefrontWire", "storefront-server",
        argumentParser, components, selfManaged,
      ]),
    .testTarget(
      name: "StorefrontTests",
      dependencies: [
        "GoodsPage", "GoodsSections", "StorefrontDevice", "StorefrontHarness", "StorefrontNetwork",
        "StorefrontServer", "StorefrontServices", "StorefrontWire", "storefront-server", components,
        database, selfManaged, .product(name: "Fakes", package: "SelfManaged"),
      ] + nio),
    .testTarget(
      name: "StorefrontBrowserTests",
      dependencies: [
        "StorefrontBrowser", "StorefrontChromium", "StorefrontDevice", "StorefrontHarness",
        "StorefrontNetwork", "StorefrontServer", "storefront-browser", "storefront-server",
        components, .product(name: "NIOEmbedded", package: "swift-nio"),
      ] + nio),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }
}
