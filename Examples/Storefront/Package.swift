// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Storefront",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "StorefrontServer", targets: ["StorefrontServer"]),
    .library(name: "StorefrontServices", targets: ["StorefrontServices"]),
    .library(name: "StorefrontHarness", targets: ["StorefrontHarness"]),
    .executable(name: "storefront-server", targets: ["storefront-server"]),
    .executable(name: "storefront", targets: ["storefront"]),
    .executable(name: "storefront-browser", targets: ["storefront-browser"]),
    .executable(name: "storefront-screenshots", targets: ["storefront-screenshots"]),
  ],
  dependencies: [
    .package(name: "SelfManaged", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    // What the commands have in common.
    .target(name: "StorefrontCommand"),
    // Sockets that wait reliably, and HTTP requests within bounds.
    .target(
      name: "StorefrontSockets",
      dependencies: [.product(name: "FlyingSocks", package: "FlyingFox")]),
    // The messages that both ends share.
    .target(
      name: "StorefrontWire",
      dependencies: [.product(name: "SelfManaged", package: "SelfManaged")]),
    .target(
      name: "StorefrontServer",
      dependencies: [
        "StorefrontSockets", "StorefrontWire",
        .product(name: "SelfManaged", package: "SelfManaged"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      resources: [.embedInCode("Avatars")]),
    .executableTarget(
      name: "storefront-server",
      dependencies: [
        "StorefrontCommand", "StorefrontServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "StorefrontServices",
      dependencies: [
        "StorefrontSockets", "StorefrontWire",
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ]),
    .target(
      name: "StorefrontHarness",
      dependencies: ["StorefrontSockets", .product(name: "FlyingSocks", package: "FlyingFox")],
      path: "Tools/StorefrontHarness"),
    // A goods page in two modules that know nothing of each other, and nothing but Components.
    .target(
      name: "GoodsSections",
      dependencies: [.product(name: "Components", package: "SelfManaged")]),
    .target(
      name: "GoodsPage",
      dependencies: [.product(name: "Components", package: "SelfManaged")]),
    // A device: presses in, patches out. It knows nothing of browsers.
    .target(
      name: "StorefrontDevice",
      dependencies: [
        "GoodsPage", "GoodsSections", "StorefrontServices", "StorefrontWire",
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ]),
    // Devices behind a page in a browser.
    .target(
      name: "StorefrontBrowser",
      dependencies: [
        "StorefrontDevice", "StorefrontHarness", "StorefrontServer", "StorefrontSockets",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.copy("Page")]),
    // A real browser, for tests and pictures.
    .target(
      name: "StorefrontChromium", dependencies: ["StorefrontHarness"],
      path: "Tools/StorefrontChromium"),
    .executableTarget(
      name: "storefront-browser",
      dependencies: [
        "StorefrontBrowser", "StorefrontCommand", "StorefrontHarness", "storefront-server",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "storefront-screenshots",
      dependencies: [
        "StorefrontBrowser", "StorefrontChromium", "StorefrontCommand", "StorefrontHarness",
        "storefront-server",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/storefront-screenshots"),
    .executableTarget(
      name: "storefront",
      dependencies: [
        "GoodsPage", "GoodsSections", "StorefrontCommand", "StorefrontHarness", "StorefrontServer",
        "StorefrontServices", "StorefrontWire",
        "storefront-server",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ]),
    .testTarget(
      name: "StorefrontTests",
      dependencies: [
        "GoodsPage", "GoodsSections", "StorefrontDevice", "StorefrontHarness", "StorefrontServer",
        "StorefrontServices", "StorefrontSockets", "StorefrontWire",
        "storefront-server",
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "Fakes", package: "SelfManaged"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "SelfManaged", package: "SelfManaged"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "StorefrontBrowserTests",
      dependencies: [
        "StorefrontBrowser", "StorefrontChromium", "StorefrontDevice", "StorefrontHarness",
        "StorefrontServer", "StorefrontSockets", "storefront-browser", "storefront-server",
        .product(name: "Components", package: "SelfManaged"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }
}
