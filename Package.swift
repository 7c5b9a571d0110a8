// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// Targets stand lowest first: each depends only on targets above it.

let features: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// Whether another package names this one by a URL. SwiftPM then reads this file twice: from the repository, as if it lay
/// in `/`, to see on what it depends, and from the checkout. Both must say the same.
let isUsedByURL = Context.packageDirectory == "/" || Context.packageDirectory.contains("/checkouts/")

// The macros are built against the toolchain's own swift-syntax (seconds) where this package is the root or a path
// dependency, and against the swift-syntax package (minutes) where it is used by URL, since SwiftPM refuses unsafe
// flags there; by a branch it allows them. `INSPECTOR_SWIFT_SYNTAX=toolchain|package` decides by hand.
let toolchainSyntax: String? = {
  let choice = Context.environment["INSPECTOR_SWIFT_SYNTAX"]
  if choice == "package" { return nil }
  if choice != "toolchain", isUsedByURL { return nil }
  for folder in (Context.environment["PATH"] ?? "").split(separator: ":") {
    let compiler = URL(fileURLWithPath: "\(folder)/swiftc").resolvingSymlinksInPath()
    let host = compiler.deletingLastPathComponent().appendingPathComponent("../lib/swift/host").standardized.path
    if FileManager.default.fileExists(atPath: "\(host)/SwiftSyntax.swiftmodule") { return host }
  }
  return nil
}()

let macros: Target =
  if let toolchainSyntax {
    .macro(
      name: "InspectorMacros",
      // It runs while others are compiled, on short texts: compiling it without optimisation is what costs least.
      swiftSettings: features + [.unsafeFlags(["-I", toolchainSyntax, "-Onone"])],
      linkerSettings: [.unsafeFlags(["-L", toolchainSyntax, "-Xlinker", "-rpath", "-Xlinker", toolchainSyntax])])
  } else {
    .macro(
      name: "InspectorMacros",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
      ],
      swiftSettings: features + [.define("SWIFT_SYNTAX_PACKAGE")])
  }

/// Folders of `Tests/Broken` that hold a script.
let brokenScripts = [
  "AnswersOutOfOrder", "AnswersTooMuch", "BadHandshake", "NeverAnswers", "NewerProtocol", "TextOnStdout",
]

/// `make fuzz` builds the laws of `Tests/Fuzz` into a fuzzer; else they are tests over its corpus.
let isFuzzing = Context.environment["INSPECTOR_FUZZ"] != nil
let fuzzed: [Target.Dependency] = [
  "Workbench", "SceneSessions", "SceneExport", "SceneComparing", "Journaling", "SceneEditing", "SceneQuery",
  "ComponentModel", "PluginHost", "SceneFormats", "SceneDocument", "InspectorKit", "JSONText", "CJSONC", "TestSupport",
]

/// `make build` links what is installed with archives only. It starts faster and needs less memory, for there is nothing
/// to look for, to load and to relocate; and it runs where these libraries are not.
let isStatic = Context.environment["INSPECTOR_STATIC"] == "1"
let installed: [LinkerSetting] =
  isStatic
  ? [
    .unsafeFlags([
      "-static-executable", "-use-ld=lld", "-Xclang-linker", "-static-pie", "-Xlinker", "-z", "-Xlinker",
      "pack-relative-relocs",
      // One segment with the code: the kernel then maps less around what is touched.
      "-Xlinker", "--no-rosegment",
    ])
  ] : []

/// Components are touched for every value of every object, from one thread: what is shipped does without the checks that guard
/// against overlapping access, which tests make.
let unchecked: [SwiftSetting] = isStatic && !isUsedByURL ? [.unsafeFlags(["-enforce-exclusivity=unchecked"])] : []

/// `.ci/build-tests` optimises what tests and checks run as `make build` does, and keeps shared libraries and assertions.
let isTested = Context.environment["INSPECTOR_TESTED"] == "1"

/// What works at the speed of a person, or a few times a scene at most, and waits for the modules above, is compiled in a
/// third of the time.
let unoptimised: [SwiftSetting] = (isStatic || isTested) && !isUsedByURL ? [.unsafeFlags(["-Onone"])] : []

/// What runs a few times a scene, and not for each object, is compiled for size, in nine tenths of the time.
let compact: [SwiftSetting] = (isStatic || isTested) && !isUsedByURL ? [.unsafeFlags(["-Osize"])] : []

/// What every module that works on scenes imports.
let sceneText: [Target.Dependency] = ["SceneDocument", "InspectorKit", "JSONText"]

let pluginNames = ["Basics", "Shapes", "Samples", "Ratings", "Tags", "Layers", "Scrolling"]

let package = Package(
  name: "inspector-workbench",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "inspector", targets: ["inspector"]),
    .library(name: "InspectorKit", targets: ["InspectorKit"]),
    .library(name: "InspectorTesting", targets: ["InspectorTesting"]),
    .library(name: "SceneDocument", targets: ["SceneDocument"]),
    .library(name: "Workbench", targets: ["Workbench"]),
  ]
    + pluginNames.map { .executable(name: "inspector-plugin-\($0.lowercased())", targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ] + (toolchainSyntax == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")] : []),
  targets: [
    .systemLibrary(name: "CJSONC", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CSystem"),
    .systemLibrary(name: "CLibEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    .target(name: "JSONText", dependencies: ["CJSONC"], swiftSettings: features),
    macros,
    .target(name: "CFontTable"),
    .target(
      name: "InspectorKit", dependencies: ["JSONText", "CNettle", "CFontTable", "InspectorMacros"],
      swiftSettings: features + unchecked),
    .target(
      name: "PluginConformance", dependencies: ["InspectorKit", "JSONText"], swiftSettings: features + unoptimised),
    .target(
      name: "InspectorTesting", dependencies: ["PluginConformance", "InspectorKit", "JSONText"],
      swiftSettings: features),
    .target(name: "SceneDocument", dependencies: ["JSONText", "CSystem", "CExpat"], swiftSettings: features),
    .target(name: "CLauncher"),
    .target(name: "WorkbenchSupport", dependencies: ["JSONText", "CLauncher"], swiftSettings: features),
    .target(
      name: "Selectors", dependencies: ["WorkbenchSupport", "InspectorKit", "JSONText"], swiftSettings: features),
    .target(
      name: "SceneFormats", dependencies: ["Selectors", "SceneDocument", "InspectorKit", "JSONText"],
      swiftSettings: features),
    .target(
      name: "PluginHost",
      dependencies: [
        "SceneFormats", "Selectors", "WorkbenchSupport", "SceneDocument", "InspectorKit", "JSONText", "CSystem",
        "CLauncher",
      ],
      swiftSettings: features + compact),
    .target(
      name: "ComponentModel", dependencies: ["PluginHost", "Selectors", "WorkbenchSupport"] + sceneText,
      swiftSettings: features),
    .target(
      name: "Settings", dependencies: ["ComponentModel", "PluginHost", "WorkbenchSupport"] + sceneText,
      swiftSettings: features),
    .target(
      name: "ScenePictures", dependencies: ["ComponentModel", "WorkbenchSupport"] + sceneText, swiftSettings: features),
    .target(
      name: "SceneQuery", dependencies: ["ComponentModel"] + sceneText, swiftSettings: features),
    .target(
      name: "SceneEditing", dependencies: ["SceneQuery"] + sceneText, swiftSettings: features),
    .target(
      name: "Journaling", dependencies: ["ComponentModel"] + sceneText, swiftSettings: features + unoptimised),
    .target(
      name: "SceneComparing", dependencies: ["SceneEditing"] + sceneText, swiftSettings: features + compact),
    .target(
      name: "SceneExport", dependencies: ["ComponentModel", "CSystem"] + sceneText, swiftSettings: features),
    .target(
      name: "SceneSessions", dependencies: ["SceneComparing", "Journaling"] + sceneText,
      swiftSettings: features + compact),
    .target(
      name: "Workbench", dependencies: ["SceneSessions", "SceneExport", "ScenePictures"] + sceneText,
      swiftSettings: features + compact),
    .target(name: "CLineEdit", dependencies: ["CLibEdit"]),
    .target(name: "LineEditing", dependencies: ["CLineEdit"], swiftSettings: features),
    .target(
      name: "CommandLineKit",
      dependencies: [
        "Settings", "LineEditing", "PluginHost", "Selectors", "WorkbenchSupport", "SceneDocument", "InspectorKit",
        "JSONText", "CSystem", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: features),
    .target(
      name: "CommandReports",
      dependencies: [
        "CommandLineKit", "Settings", "SceneSessions", "SceneDocument", "InspectorKit", "JSONText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: features),
    .target(
      name: "SceneCommands",
      dependencies: [
        "CommandReports", "CommandLineKit", "Settings", "Workbench", "SceneDocument", "InspectorKit", "JSONText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: features + unoptimised),
    .target(
      name: "InspectorShell",
      dependencies: [
        "CommandReports", "Settings", "CommandLineKit", "LineEditing", "Workbench", "SceneDocument", "InspectorKit",
        "JSONText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: features + unoptimised),
    .target(
      name: "PluginCommands",
      dependencies: [
        "PluginConformance", "CommandReports", "CommandLineKit", "Workbench", "SceneDocument", "InspectorKit",
        "JSONText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: features + unoptimised),
    .target(
      name: "InspectorCommands",
      dependencies: [
        "SceneCommands", "PluginCommands", "InspectorShell", "CommandReports", "CommandLineKit", "Workbench",
        "InspectorKit", "JSONText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: features),
    .executableTarget(
      name: "inspector", dependencies: ["InspectorCommands"], swiftSettings: features,
      // What libedit and expat need themselves.
      linkerSettings: installed
        + (isStatic ? [.linkedLibrary("tinfo"), .linkedLibrary("bsd"), .linkedLibrary("md")] : [])),
  ]
    + pluginNames.map {
      .executableTarget(
        name: $0, dependencies: ["InspectorKit"], path: "Plugins/\($0)", swiftSettings: features,
        linkerSettings: installed)
    }
    + [
      // An example of a plugin, which is not shipped.
      .executableTarget(
        name: "Level", dependencies: ["InspectorKit"], path: "Examples/level", exclude: ["level.scene.json"],
        swiftSettings: features),
      .executableTarget(
        name: "Hostile", dependencies: ["InspectorKit"], path: "Tests/Broken/Hostile", swiftSettings: features),
      .executableTarget(
        name: "Broken", dependencies: ["InspectorKit"], path: "Tests/Broken",
        exclude: ["Hostile", "messages.py"] + brokenScripts, swiftSettings: features),
      .target(
        name: "TestSupport", dependencies: ["JSONText", "SceneDocument"], path: "Tests/TestSupport",
        swiftSettings: features),
      .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "TestSupport"], swiftSettings: features),
      .testTarget(
        name: "SceneDocumentTests", dependencies: ["SceneDocument", "JSONText", "CSystem", "TestSupport"],
        swiftSettings: features),
      .testTarget(
        name: "SceneFormatsTests",
        dependencies: ["PluginCommands", "SceneFormats", "SceneDocument", "InspectorKit", "JSONText", "TestSupport"],
        exclude: ["Fixtures"], swiftSettings: features),
      .executableTarget(
        name: "ScanProbe", dependencies: ["SceneDocument", "JSONText", "TestSupport"], path: "Tests/Tools/ScanProbe",
        swiftSettings: features),
      .testTarget(
        name: "InspectorKitTests", dependencies: ["InspectorKit", "JSONText", "TestSupport"], swiftSettings: features),
      .testTarget(
        name: "InspectorTestingTests",
        dependencies: ["InspectorTesting", "PluginConformance", "InspectorKit", "JSONText"], swiftSettings: features),
      .testTarget(
        name: "MacroTests", dependencies: ["InspectorKit"], exclude: ["Fixtures"], swiftSettings: features),
      .testTarget(
        name: "PluginTests",
        dependencies: [
          "InspectorTesting", "InspectorKit", "JSONText", "TestSupport", "Basics", "Shapes", "Samples", "Ratings",
          "Tags", "Layers",
          "Scrolling",
        ],
        swiftSettings: features),
      .testTarget(
        name: "WorkbenchTests",
        dependencies: [
          "Workbench", "ScenePictures", "SceneSessions", "SceneExport", "SceneComparing", "Journaling", "SceneEditing",
          "SceneQuery",
          "ComponentModel", "PluginHost", "SceneDocument", "InspectorKit", "InspectorTesting", "JSONText",
          "TestSupport",
          "Hostile", "Broken", "Basics", "Shapes", "Samples", "Ratings", "Tags", "Layers", "Scrolling",
        ],
        swiftSettings: features),
      // Sees what programs of other packages see.
      .testTarget(name: "EmbeddingTests", dependencies: ["Workbench", "InspectorKit"], packageAccess: false),
      .testTarget(
        name: "CommandTests",
        dependencies: [
          "InspectorCommands", "SceneCommands", "PluginCommands", "CommandReports", "CommandLineKit", "Settings",
          "Workbench", "WorkbenchSupport", "InspectorKit",
          "JSONText", "TestSupport", "inspector", "Broken", "Hostile", "Level",
        ]
          + pluginNames.map { .byName(name: $0) },
        swiftSettings: features),
      isFuzzing
        ? .executableTarget(
          name: "FuzzTests", dependencies: fuzzed, path: "Tests/Fuzz",
          exclude: ["Corpus", "run", "marks.dict", "FuzzTests.swift"],
          swiftSettings: features, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
        : .testTarget(
          name: "FuzzTests", dependencies: fuzzed, path: "Tests/Fuzz",
          exclude: ["Corpus", "run", "marks.dict", "Fuzzer.swift"],
          swiftSettings: features),
    ],
  swiftLanguageModes: [.v6]
)

if isStatic {
  // Tests and their tools are built otherwise, and not with what is shipped.
  package.targets.removeAll {
    let isElsewhere = $0.path.map { $0.hasPrefix("Tests/") || $0.hasPrefix("Examples/") } ?? false
    return $0.type == .test || isElsewhere || $0.name == "InspectorTesting"
  }
  package.products.removeAll { $0.name == "InspectorTesting" }
}

if isTested {
  // Most of the time of tests is spent in what they test.
  for target in package.targets where target.type == .test || target.path?.hasPrefix("Tests/") == true {
    target.swiftSettings = (target.swiftSettings ?? []) + unoptimised
  }
}

// `make all` builds the program that makes PNG and PDF of pictures. It needs librsvg, which nothing else does, so that
// the package has it only where it is asked for.
if Context.environment["INSPECTOR_PICTURES"] == "1" {
  package.targets += [
    .systemLibrary(name: "CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
    .executableTarget(name: "inspector-picture", dependencies: ["CRsvg"], swiftSettings: features),
  ]
}

if isFuzzing {
  // All that the fuzzer runs counts its edges and looks after its memory; what it looks into is built to be tested.
  for target in package.targets where target.type != .macro && target.type != .system {
    target.swiftSettings?.append(
      .unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing", "-assert-config", "Debug"]))
  }
}

// CI builds with this. Without it a warning of a later compiler stops nobody who builds the package.
if Context.environment["INSPECTOR_WARNINGS"] == "error", !isUsedByURL {
  for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
    target.cSettings = (target.cSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
