// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "SelfManaged", path: "..", traits: [])],
  targets: [
    .executableTarget(
      name: "FuzzReceiving",
      dependencies: [.product(name: "SelfManaged", package: "SelfManaged")],
      swiftSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? [])
    + [
      "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances",
      "InternalImportsByDefault", "MemberImportVisibility",
    ].map { .enableUpcomingFeature($0) }
}
