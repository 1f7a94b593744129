// swift-tools-version: 6.2
import PackageDescription

// Targets that use the products as other packages do: in three language modes, and linked to an
// app. `.ci/consumers` builds and tests this package.

let components: Target.Dependency = .product(name: "Components", package: "SelfManaged")
let selfManaged: Target.Dependency = .product(name: "SelfManaged", package: "SelfManaged")
let fakes: Target.Dependency = .product(name: "Fakes", package: "SelfManaged")

/// The default traits, or none if the environment variable WITHOUT_TRAITS is set.
let traits: Set<Package.Dependency.Trait> =
  Context.environment["WITHOUT_TRAITS"] == nil ? [.defaults] : []

/// Xcode's "approachable concurrency", with the main actor as the default isolation.
let mainActorByDefault: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
  name: "Consumers",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [
    .package(name: "SelfManaged", path: "..", traits: traits)
  ],
  targets: [
    .target(
      name: "Swift5", dependencies: [components, selfManaged],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "Swift6", dependencies: [components, selfManaged],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .target(
      name: "MainActorByDefault", dependencies: [components, selfManaged],
      swiftSettings: mainActorByDefault),
    .testTarget(
      name: "Swift5Tests", dependencies: ["Swift5", components, selfManaged, fakes],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "Swift6Tests", dependencies: ["Swift6", components, selfManaged, fakes],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "MainActorByDefaultTests",
      dependencies: ["MainActorByDefault", components, selfManaged, fakes],
      swiftSettings: mainActorByDefault),
    // An app whose loaded libraries `.ci/consumers` checks.
    .executableTarget(name: "app", dependencies: [components, selfManaged]),
  ]
)
