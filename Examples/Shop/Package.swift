// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "SelfManaged", path: "../..")],  // in your app: its url
  targets: [
    .target(
      name: "Shop",
      dependencies: [
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ]),
    .testTarget(
      name: "ShopTests",
      dependencies: [
        "Shop",
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "Fakes", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ],
      resources: [.copy("Recordings")]),
  ]
)
