// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ProductCard",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "SelfManaged", path: "../..")],  // in your app: its url
  targets: [
    .target(
      name: "ProductCard",
      dependencies: [
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ]),
    .testTarget(
      name: "ProductCardTests",
      dependencies: [
        "ProductCard",
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "Fakes", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ],
      resources: [.copy("Recordings")]),
  ]
)
