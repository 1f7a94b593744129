// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "benchmarks", targets: ["benchmarks"]),
    .executable(name: "instructions", targets: ["instructions"]),
  ],
  dependencies: [
    .package(name: "SelfManaged", path: ".."),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(name: "CAllocations"),
    .target(name: "Harness", dependencies: ["CAllocations"]),
    .target(
      name: "ByHand", dependencies: [.product(name: "SelfManaged", package: "SelfManaged")]),
    .executableTarget(
      name: "instructions",
      dependencies: [
        "ByHand",
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ]),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "ByHand", "Harness",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CAllocations" {
  target.swiftSettings = [
    "ExistentialAny", "ImmutableWeakCaptures", "InternalImportsByDefault", "MemberImportVisibility",
  ].map { .enableUpcomingFeature($0) }
}
