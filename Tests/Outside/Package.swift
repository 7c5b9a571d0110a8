// swift-tools-version: 6.2
import PackageDescription

// A plugin as its author has it: a package of its own that depends on InspectorKit and nothing else.
// `.ci/check-outside` builds it and uses it.
let package = Package(
  name: "hello",
  products: [.executable(name: "inspector-plugin-hello", targets: ["Hello"])],
  dependencies: [.package(name: "inspector-workbench", path: "../..")],
  targets: [
    .executableTarget(name: "Hello", dependencies: [.product(name: "InspectorKit", package: "inspector-workbench")])
  ]
)
