// swift-tools-version: 6.2
import PackageDescription

// `WITH_NOTIFICATION_CENTER=1 swift build` takes the library as it comes; else the trait is left out.
let traits: Set<Package.Dependency.Trait> =
  Context.environment["WITH_NOTIFICATION_CENTER"] == nil ? [] : [.defaults]

let package = Package(
  name: "Hello",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "SelfManaged", path: "../..", traits: traits)],
  targets: [
    .executableTarget(
      name: "hello",
      dependencies: [
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
