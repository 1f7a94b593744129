// swift-tools-version: 6.2
import PackageDescription

/// A package that has a module of the same name.
let package = Package(
  name: "Clash",
  products: [.library(name: "Clash", targets: ["Components"])],
  targets: [.target(name: "Components")]
)
