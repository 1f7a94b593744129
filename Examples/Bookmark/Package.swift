// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Bookmark",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "SelfManaged", path: "../..")],  // in your app: its url
  targets: [
    .target(
      name: "Bookmark",
      dependencies: [
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "SelfManaged", package: "SelfManaged"),
      ]),
    .testTarget(
      name: "BookmarkTests",
      dependencies: [
        "Bookmark",
        .product(name: "Components", package: "SelfManaged"),
        .product(name: "Fakes", package: "SelfManaged"),
      ]),
  ]
)
