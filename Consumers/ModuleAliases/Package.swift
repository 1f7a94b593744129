// swift-tools-version: 6.2
import PackageDescription

// An app whose graph contains another package with a module called Components.
//
// SwiftPM matches an alias by the last component of the package's path or URL. So `.ci/consumers`
// provides SelfManaged under its real name. One alias applies to all products of the package.
let package = Package(
  name: "ModuleAliases",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(path: "../../.build-consumers/SelfManaged"),
    .package(path: "Clash"),
  ],
  targets: [
    .executableTarget(
      name: "aliases",
      dependencies: [
        .product(name: "Clash", package: "Clash"),
        .product(
          name: "SelfManaged", package: "SelfManaged",
          moduleAliases: ["Components": "SelfManagedComponents"]),
        .product(name: "Fakes", package: "SelfManaged"),
      ])
  ]
)
