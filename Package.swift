// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SelfManaged",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Components", targets: ["Components"]),
    .library(name: "SelfManaged", targets: ["SelfManaged"]),
    .library(name: "Fakes", targets: ["Fakes"]),
  ],
  traits: [
    .default(enabledTraits: ["NotificationCenter"]),
    .trait(
      name: "NotificationCenter",
      description: "Responses can be posted to Foundation's NotificationCenter, also on Linux."),
    .trait(
      name: "SwiftUI", description: "Views of the components, and the session in the environment."),
  ],
  targets: [
    .target(name: "Components"),
    .target(name: "SelfManaged", dependencies: ["Components"]),
    .target(name: "Fakes", dependencies: ["Components", "SelfManaged"]),
    .target(name: "TestSupport", dependencies: ["Components"], path: "Tests/TestSupport"),
    .testTarget(name: "ComponentsTests", dependencies: ["Components", "Fakes", "TestSupport"]),
    .testTarget(
      name: "SelfManagedTests", dependencies: ["Components", "SelfManaged", "Fakes", "TestSupport"]),
    .testTarget(
      name: "FakesTests", dependencies: ["Components", "SelfManaged", "Fakes", "TestSupport"]),
    .testTarget(name: "GuideTests", dependencies: ["Components", "SelfManaged", "Fakes"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances",
    "InternalImportsByDefault", "MemberImportVisibility",
  ].map { .enableUpcomingFeature($0) }
}
