// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "EditCost",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "inspector-workbench", path: "../..")],
  targets: [
    .executableTarget(
      name: "EditCost",
      dependencies: [
        .product(name: "SceneDocument", package: "inspector-workbench"),
        .product(name: "Workbench", package: "inspector-workbench"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
