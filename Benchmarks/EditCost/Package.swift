// swift-tools-version: 6.2
import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "EditCost",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "inspector-plugin-hangs", targets: ["HangingPlugin"])],
  dependencies: [.package(name: "inspector-workbench", path: "../..")],
  targets: [
    .executableTarget(
      name: "EditCost",
      dependencies: [
        .product(name: "SceneDocument", package: "inspector-workbench"),
        .product(name: "Workbench", package: "inspector-workbench"),
      ],
      swiftSettings: features),
    .executableTarget(
      name: "HangingPlugin",
      dependencies: [.product(name: "InspectorKit", package: "inspector-workbench")],
      swiftSettings: features),
  ],
  swiftLanguageModes: [.v6]
)
