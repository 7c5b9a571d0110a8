internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import Workbench

/// The reasons why a plugin command refuses its arguments, or the plugin that they name.
enum PluginRefusal: CommandRefusal {
  case safeModeNamesPlugin(String)
  case noPluginOrClass(String, suggestion: String?)
  case noPluginFile(String, suggestion: String?)
  case ambiguousClass(String, places: [String], fullName: String?)
  case noPlugin(String, suggestion: String?)
  case noPluginIn(String)
  case severalPluginsIn(String, [String])
  case notBuilt(String)
  case noFileOrFolder
  case noFile
  /// A folder is given instead of a plugin's file; `files` are the plugins in it.
  case isFolder(String, isPackage: Bool, files: [String])
  case notAPlugin(String, UnusedPlugin?)
  /// The plugin cannot be checked because of the nested reason. The refusal has the code and message of that reason.
  case cannotBeChecked(AnyRefusal)
  // Refusals of installing and removing plugins.
  case hasNoPluginName(String)
  case isInstalled(String)
  case tooLong(String, bytes: Int, limit: Int)
  case hasResources(String, [String])
  case unsafeFolder(UnusedPlugin)
  case noUserFolder
  case severalInstalled(String, [String])
  case installedElsewhere(String, at: String, folder: String)
  case notInstalled(String, suggestion: String?, folder: String)
  // Refusals of packing plugins.
  case noPluginProduct(String)
  case noProduct(String, [String])
  case severalProducts([String])
  case buildFailed(String)
  case badFileName(String, right: String)
  case noSwift
  // Refusals of creating plugins.
  case badPluginName(String)
  case longPluginName(String)
  case takenPluginName(String, String)
  case noPackage(String)
  case packageWithoutVersion(String)
  case unknownPackage
  case folderIsThere(String)
  case nothingToDescribe(scenes: Int)

  var code: DiagnosticCode {
    switch self {
    case .safeModeNamesPlugin, .noUserFolder, .badPluginName, .longPluginName, .takenPluginName, .noPackage,
      .packageWithoutVersion, .unknownPackage:
      .usage
    case .noPluginOrClass, .noPluginFile, .noPlugin, .noPluginIn, .notBuilt, .notAPlugin, .installedElsewhere,
      .notInstalled, .noPluginProduct, .noProduct:
      .pluginMissing
    case .ambiguousClass, .severalPluginsIn, .severalInstalled, .severalProducts: .pluginAmbiguous
    case .hasNoPluginName, .unsafeFolder, .tooLong, .hasResources, .badFileName: .pluginRefused
    case .nothingToDescribe: .pluginRefused
    case .noFileOrFolder: .ioOpen
    case .noFile, .isFolder: .ioRead
    case .isInstalled, .folderIsThere: .ioExists
    case .noSwift: .toolMissing
    case .buildFailed: .buildFailed
    case .cannotBeChecked(let reason): reason.code
    }
  }

  var status: ExitStatus {
    switch self {
    case .noFileOrFolder, .noFile, .isFolder: .noInput
    case .cannotBeChecked, .noSwift: .noPlugin
    case .isInstalled, .folderIsThere: .cannotCreate
    case .noUserFolder: .findings
    default: code == .usage ? .usage : .findings
    }
  }

  var message: String {
    switch self {
    case .safeModeNamesPlugin(let path):
      "'--safe-mode' runs no plugins, but '\(path)' names one; leave '--safe-mode' out"
    case .noPluginOrClass(let name, let suggestion):
      "no plugin or class is named '\(name)'\(suggestion == nil ? "; 'inspector plugin list' lists the plugins that were found" : DidYouMean.suffix(suggestion))"
    case .noPluginFile(let name, let suggestion):
      "there is no plugin '\(name)', and no file of that name that could be one\(suggestion == nil ? "; to give a path, include a '/', as in './\(name)'" : DidYouMean.suffix(suggestion))"
    case .ambiguousClass(let name, let places, let fullName):
      "the class '\(name)' is registered by plugins \(places.joined(separator: " and ")); "
        + (fullName.map { "write '\($0)'" } ?? "remove one of the files")
    case .noPlugin(let name, let suggestion):
      "no plugin is named '\(name)'\(suggestion == nil ? "; 'inspector plugin list' lists the plugins that were found" : DidYouMean.suffix(suggestion))"
    case .noPluginIn(let folder):
      "the folder '\(folder)' holds neither a Package.swift nor a plugin; a plugin's file is called 'inspector-plugin-NAME' or 'NAME.inspector-plugin.json'"
    case .severalPluginsIn(let folder, let files):
      "the folder '\(folder)' holds several plugins; name one of them: \(files.map { "'\($0)'" }.joined(separator: ", "))"
    case .notBuilt(let folder): "no plugin was built from the package in '\(folder)'; run 'swift build' there"
    case .noFileOrFolder: "no such file or folder; check the path"
    case .noFile: "no such file, or it cannot be read; check the path"
    case .isFolder(let folder, true, _):
      "this is a folder with a Swift package; 'inspector plugin pack \(ShellLine.quoted(folder))' makes the file of its plugin"
    case .isFolder(_, false, let files) where !files.isEmpty:
      "this is a folder; name the plugin's file in it: \(files.map { "'\($0)'" }.joined(separator: ", "))"
    case .isFolder:
      "this is a folder without a plugin; a plugin's file is called 'inspector-plugin-NAME' or 'NAME.inspector-plugin.json'"
    case .cannotBeChecked(let reason): reason.message
    case .notAPlugin(let path, let reason): reason?.message ?? "'\(path)' is not a plugin"
    case .hasNoPluginName(let path):
      "'\(path)' does not have a plugin's file name; call it 'inspector-plugin-NAME', without a file extension, or 'NAME.inspector-plugin.json'"
    case .isInstalled(let path): "'\(path)' is already installed; replace it with '--force'"
    case .tooLong(let path, let bytes, let limit):
      "'\(path)' has \(bytes) bytes, but a plugin's file may have at most \(limit); use a smaller build, or split the description"
    case .hasResources(let path, let names):
      "'\(path)' reads \(names.map { "'\($0)'" }.joined(separator: ", ")) beside it, but only one file is installed; put everything into a folder of its own, and name that in INSPECTOR_PLUGIN_PATH"
    case .unsafeFolder(let fault): fault.message
    case .noUserFolder:
      "neither HOME nor XDG_DATA_HOME names a folder for your plugins; set one of them to an absolute path"
    case .severalInstalled(let name, let files):
      "'\(name)' is the name of several plugins; write one of \(files.map { "'\($0)'" }.joined(separator: ", "))"
    case .installedElsewhere(let name, let path, let folder):
      "'\(name)' is not in your folder '\(folder)', but at '\(path)'; remove it the way it was put there"
    case .notInstalled(let name, let suggestion, let folder):
      "no plugin '\(name)' is in your folder '\(folder)'\(suggestion == nil ? "; 'inspector plugin list' lists those that were found" : DidYouMean.suffix(suggestion))"
    case .noPluginProduct(let folder):
      "the package in '\(folder)' has no executable product whose name begins with 'inspector-plugin-'; add one to 'products' in Package.swift"
    case .noProduct(let name, let products):
      "the package has no plugin '\(name)'\(DidYouMean.suffix(for: name, among: products)); write the product's full name"
    case .severalProducts(let products):
      "the package has several plugins; choose with '--product' one of \(products.map { "'\($0)'" }.joined(separator: ", "))"
    case .buildFailed(let folder): "the package in '\(folder)' was not built; fix what 'swift build' reports above"
    case .badFileName(let path, let name):
      "'\(path)' is not a name under which this plugin is found; call it '\(name)', or name a folder"
    case .noSwift:
      "a Swift package is packed with 'swift', which is not on the PATH; install it from https://swift.org/install"
    case .badPluginName(let name):
      "'\(name)' is not a name for a plugin; begin with a letter, and use letters, digits and dashes, such as 'status-light'"
    case .longPluginName(let name):
      "'\(name)' is too long for a plugin's name; use at most \(PluginName.longest) characters"
    case .takenPluginName(let name, let type):
      "'\(type)' is already a name in Swift or InspectorKit; choose another, such as 'my-\(name.lowercased())'"
    case .noPackage(let path):
      "'\(path)' holds no Package.swift; '--package' is the folder of inspector-workbench, or its URL with a version: URL#VERSION"
    case .packageWithoutVersion(let url):
      "'\(url)' has no version; add it, or a branch, after '#': URL#1.0.0 or URL#main"
    case .unknownPackage:
      "a Swift plugin needs the package inspector-workbench, and this program is not inside a clone of it; name the package with '--package PATH' or '--package URL#VERSION'"
    case .nothingToDescribe(let count):
      "the plugins already declare all classes and properties of \(count == 1 ? "the scene" : "the \(count) scenes"); leave out '--from' for an example to start from"
    case .folderIsThere(let path): "'\(path)' already exists, and is not an empty folder; name another with '-o'"
    }
  }
}
