// swift-tools-version: 6.2
import PackageDescription

/// A package with a module that is also called Components.
let package = Package(
  name: "Clash",
  products: [.library(name: "Clash", targets: ["Components"])],
  targets: [.target(name: "Components")]
)
