internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import Workbench

// Why a plugin is not made, packed, installed or removed.
extension Refusal {
  // A new plugin.
  static func badPluginName(_ name: String) -> Self {
    Self(
      .usage,
      "'\(name)' is no name for a plugin; begin with a letter, and use letters, digits and dashes, such as 'status-light'"
    )
  }
  static func longPluginName(_ name: String) -> Self {
    Self(.usage, "'\(name)' is too long for a plugin's name; use at most \(PluginName.longest) characters")
  }
  static func takenPluginName(_ name: String, _ type: String) -> Self {
    Self(
      .usage,
      "'\(type)' is a name that Swift or InspectorKit has already; choose another, such as 'my-\(name.lowercased())'")
  }
  static func noPackage(_ path: String) -> Self {
    Self(
      .usage,
      "'\(path)' holds no Package.swift; '--package' is the folder of inspector-workbench, or its URL with a version: URL#VERSION"
    )
  }
  static func packageWithoutVersion(_ url: String) -> Self {
    Self(.usage, "'\(url)' has no version; add it, or a branch, after '#': URL#1.0.0 or URL#main")
  }
  static let unknownPackage = Self(
    .usage,
    "a Swift plugin is built with the package inspector-workbench, and this program does not lie in it; name it with '--package PATH' or '--package URL#VERSION'"
  )
  static func folderIsThere(_ path: String) -> Self {
    Self(.ioExists, "'\(path)' is there already, and is no empty folder; name another with '-o'")
  }

  // Packing.
  static func noPluginProduct(_ folder: String) -> Self {
    Self(
      .pluginMissing,
      "the package in '\(folder)' has no executable product whose name begins with 'inspector-plugin-'; add one to 'products' in Package.swift"
    )
  }
  static func noProduct(_ name: String, _ products: [String]) -> Self {
    Self(
      .pluginMissing,
      "the package has no plugin '\(name)'\(DidYouMean.suffix(for: name, among: products)); write the whole name of the product"
    )
  }
  static func severalProducts(_ products: [String]) -> Self {
    Self(
      .pluginAmbiguous,
      "the package has several plugins; choose with '--product' one of \(products.map { "'\($0)'" }.joined(separator: ", "))"
    )
  }
  static func buildFailed(_ folder: String) -> Self {
    Self(.buildFailed, "the package in '\(folder)' was not built; fix what 'swift build' reports above")
  }
  static func badFileName(_ path: String, _ file: PluginFile) -> Self {
    Self(
      .pluginRefused,
      "'\(path)' is not a name by which this plugin is found; call it '\(file.fileName)', or name a folder")
  }

  // Installing and removing.
  static func noPluginFile(_ path: String) -> Self {
    Self(
      .pluginRefused,
      "'\(path)' has no name of a plugin; call it 'inspector-plugin-NAME' without an ending, or 'NAME.inspector-plugin.json'"
    )
  }
  static func isInstalled(_ path: String) -> Self {
    Self(.ioExists, "'\(path)' is installed already; replace it with '--force'")
  }
  static func unsafeFolder(_ words: String) -> Self { Self(.pluginRefused, words) }
  static let noUserFolder = Self(
    .usage, "neither HOME nor XDG_DATA_HOME names a folder for your plugins; set one of them to a whole path")
  static func severalInstalled(_ name: String, _ files: [PluginFile]) -> Self {
    Self(
      .pluginAmbiguous,
      "'\(name)' is the name of several plugins; write one of \(files.map { "'\($0.fileName)'" }.joined(separator: ", "))"
    )
  }
  static func installedElsewhere(_ name: String, _ path: String, folder: String) -> Self {
    Self(
      .pluginMissing,
      "'\(name)' is not in your folder '\(folder)', but at '\(path)'; remove that as it was put there")
  }
  static func notInstalled(_ name: String, hint: String, folder: String) -> Self {
    Self(
      .pluginMissing,
      "no plugin '\(name)' is in your folder '\(folder)'\(hint.isEmpty ? "; 'inspector plugin list' shows those that are found" : hint)"
    )
  }
}

extension CommandFailure {
  /// There is no Swift to build with.
  static let noSwift: CommandFailure = {
    var failure = refused(
      Refusal(
        .toolMissing,
        "a Swift package is packed with 'swift', which is not on the PATH; install it from https://swift.org/install"))
    failure.status = .noPlugin
    return failure
  }()
}
