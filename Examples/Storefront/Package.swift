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
  ],
  dependencies: [
    .package(name: "SelfManaged", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .target(
      name: "StorefrontServer",
      dependencies: [
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .executableTarget(name: "storefront-server", dependencies: ["StorefrontServer"]),
    .target(
      name: "StorefrontServices",
      dependencies: [
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ]),
    .target(
      name: "StorefrontHarness",
      dependencies: [.product(name: "FlyingSocks", package: "FlyingFox")]),
    .executableTarget(
      name: "storefront",
      dependencies: [
        "StorefrontHarness", "StorefrontServer", "StorefrontServices", "storefront-server",
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ]),
    .testTarget(
      name: "StorefrontTests",
      dependencies: [
        "StorefrontHarness", "StorefrontServer", "StorefrontServices", "storefront-server",
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "Fakes", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }
}
