// swift-tools-version: 6.2
import PackageDescription

// An app in whose graph another package has a module called Components.
//
// Aliases are matched by the name of the package's directory, as they are by the last part of its
// address; so `.ci/consumers` lets this package see it under its real name. One alias holds for all
// products of the package.
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
