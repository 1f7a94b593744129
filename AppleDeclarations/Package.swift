// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The library and its snippets, compiled against declarations of Apple's API. `.ci/apple` builds and
// tests this package on Linux. No other package depends on it.

/// The modules that are declared here, which Apple's systems provide.
let declarations: [Target] = [
  .target(name: "Network", path: "Declarations/Network"),
  .target(name: "SwiftUI", dependencies: ["UIKit"], path: "Declarations/SwiftUI"),
  .target(name: "UIKit", path: "Declarations/UIKit"),
]

let apple: [Target.Dependency] = ["Network", "SwiftUI", "UIKit"]
let library: [Target.Dependency] = ["Components", "SelfManaged", "Fakes"]

/// Each snippet for Apple's systems, as a module, so that tests can use its declarations.
let snippets = [
  "AppLifecycle", "SwiftUIFields", "SwiftUIViews", "UIKitCells", "UIKitFields", "UIKitNavigator",
]

/// All files of the snippets.
let files = try FileManager.default.contentsOfDirectory(
  atPath: Context.packageDirectory + "/Links/Snippets")

let package = Package(
  name: "AppleDeclarations",
  targets: declarations + [
    .target(name: "Components", dependencies: apple, path: "Links/Sources/Components"),
    .target(
      name: "SelfManaged", dependencies: apple + ["Components"], path: "Links/Sources/SelfManaged"),
    .target(
      name: "Fakes", dependencies: apple + ["Components", "SelfManaged"],
      path: "Links/Sources/Fakes"),
  ]
    + snippets.map { name in
      .target(
        name: name, dependencies: apple + library, path: "Links/Snippets",
        exclude: files.filter { $0 != "\(name).swift" }, sources: ["\(name).swift"])
    } + [
      .testTarget(
        name: "AppleTests", dependencies: apple + library + snippets.map { .byName(name: $0) })
    ],
  swiftLanguageModes: [.v6]
)

// The same as in the package of the library, where snippets have no settings.
for target in package.targets where !snippets.contains(target.name) {
  target.swiftSettings = [
    "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances",
    "InternalImportsByDefault", "MemberImportVisibility",
  ].map { .enableUpcomingFeature($0) }
}

// On Apple's systems, responses can be posted to the notification center without a trait. The views of
// the other trait are compiled too.
for target in package.targets where target.name == "SelfManaged" {
  target.swiftSettings? += [.define("NotificationCenter"), .define("SwiftUI")]
}

// As a snippet of an app that turns the trait on.
for target in package.targets where target.name == "SwiftUIViews" {
  target.swiftSettings = [.define("SwiftUI")]
}

// The module Testing has a part for the real UIKit.
for target in package.targets where target.type == .test {
  target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]))
}
