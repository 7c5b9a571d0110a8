/// The template of a new plugin in Swift: a separate package with tests.
struct SwiftTemplate: PluginTemplate {
  let name: PluginName

  /// The source of InspectorKit for the package.
  let kit: KitSource

  var files: [TemplateFile] {
    [
      TemplateFile(path: "Package.swift", text: manifest),
      TemplateFile(path: "Sources/\(type)/\(type)Plugin.swift", text: plugin),
      TemplateFile(path: "Sources/\(type)/\(type).swift", text: component),
      TemplateFile(path: "Tests/\(type)Tests/\(type)Tests.swift", text: tests),
      TemplateFile(path: "Tests/\(type)Tests/ShowTests.swift", text: showTests),
      TemplateFile(path: "Tests/\(type)Tests/show.txt", text: TemplateFile.shownExample(name)),
      TemplateFile(path: "scene.json", text: TemplateFile.exampleScene(name)),
      TemplateFile(path: "README.md", text: readme),
      TemplateFile(path: "ci.sh", text: script, isExecutable: true),
      TemplateFile(
        path: ".github/workflows/ci.yml", text: TemplateFile.workflow(container: "swift:6.3", note: note)),
      TemplateFile(path: ".gitignore", text: ".build/\nPackage.resolved\n"),
    ]
  }

  var commands: [String] {
    [
      "swift build",
      "inspector show --plugin .build/debug/\(name.productName) scene.json \(name.fileName)",
      "swift test",
      "inspector plugin pack",
    ]
  }

  var type: String { name.typeName }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(name.fileName)",
      platforms: [.macOS(.v15)],
      products: [
        // The name by which inspector finds the plugin begins with `inspector-plugin-`.
        .executable(name: "\(name.productName)", targets: ["\(type)"])
      ],
      dependencies: [
        \(kit.dependency)
      ],
      targets: [
        .executableTarget(
          name: "\(type)",
          dependencies: [.product(name: "InspectorKit", package: "\(kit.package)")]),
        .testTarget(
          name: "\(type)Tests",
          dependencies: ["\(type)", .product(name: "InspectorTesting", package: "\(kit.package)")],
          exclude: ["show.txt"]),
      ]
    )

    """
  }

  private var plugin: String {
    """
    import InspectorKit

    /// The plugin: its name, its version, and its components.
    @main struct \(type)Plugin: InspectorPlugin {
      static var name: String { "\(type)" }
      static var version: String { "0.1.0" }
      static var components: [Component.Type] { [\(type).self] }
    }

    """
  }

  private var component: String {
    #"""
    import InspectorKit

    /// A level on a scale.
    @Component final class \#(type): View {
      /// The name of the level.
      @Inspectable var caption = "Level"

      /// The highest level.
      @Inspectable(range: 1...1000, unit: "%") var maximum = 100.0

      /// The present level, at most the maximum. `dependsOn` sets the maximum first.
      @Inspectable(range: 0..., step: 5, unit: "%", dependsOn: ["maximum"]) var level = 50.0 {
        didSet {
          if level > maximum {
            warn("a level of \(level) is above the maximum, \(maximum)")
            level = maximum
          }
        }
      }

      /// The number of lines of the scale.
      @Inspectable(range: 2...100) var tickCount = 5

      /// True if the lines are drawn.
      @Inspectable var showsTicks = true

      /// The colour of the bar up to the level.
      @Inspectable var barColor = Color.red

      /// True if nothing more fits; computed, and so read-only.
      @Inspectable(readOnly: true) var isFull: Bool { level >= maximum }
    }

    """#
  }

  private var note: String {
    kit.isFolder
      ? "# Package.swift names a folder on your machine; replace it by a URL so that this works elsewhere.\n" : ""
  }

  private var script: String {
    """
    #!/bin/sh
    # Builds and tests the plugin. CI runs this script; run it before a commit, too.
    set -eu
    cd "$(dirname "$0")"
    # The libraries that InspectorKit needs to build.
    if ! pkg-config --exists json-c nettle 2>/dev/null; then
      [ "$(id -u)" = 0 ] || { echo 'ci: missing: apt-get install libjson-c-dev nettle-dev pkg-config' >&2; exit 1; }
      apt-get update -q && apt-get install -qy libjson-c-dev nettle-dev pkg-config
    fi
    swift build --build-tests
    swift test --skip-build

    """
  }
}
