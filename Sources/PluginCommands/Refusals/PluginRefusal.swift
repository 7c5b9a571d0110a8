internal import InspectorKit
internal import JSONText
internal import Workbench

/// The reasons a plugin command refuses its arguments.
enum PluginRefusal: Refusal {
  case noPluginOrClass(String, suggestion: String?)
  case noPluginFile(String, suggestion: String?)
  case ambiguousClass(String, places: [String], fullName: String?)
  case noPlugin(String, suggestion: String?)
  case noPluginIn(String)
  case severalPluginsIn(String, [String])
  case notBuilt(String)
  case noFileOrFolder
  case noFile
  case notAPlugin(String, UnusedPlugin?)

  var code: DiagnosticCode {
    switch self {
    case .noPluginOrClass, .noPluginFile, .noPlugin, .noPluginIn, .notBuilt, .notAPlugin: .pluginMissing
    case .noFileOrFolder: .ioOpen
    case .noFile: .ioRead
    case .ambiguousClass, .severalPluginsIn: .pluginAmbiguous
    }
  }

  var message: String {
    switch self {
    case .noPluginOrClass(let name, let suggestion):
      "no plugin or class is named '\(name)'\(suggestion == nil ? "; 'inspector plugin list' lists the plugins that were found" : DidYouMean.suffix(suggestion))"
    case .noPluginFile(let name, let suggestion):
      "no plugin is named '\(name)', nor a file that could be one\(suggestion == nil ? "; a path has a '/' in it: './\(name)'" : DidYouMean.suffix(suggestion))"
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
    case .noFileOrFolder: "there is no such file or folder"
    case .noFile: "there is no such file, or it cannot be read"
    case .notAPlugin(let path, let reason): reason?.message ?? "'\(path)' is not a plugin"
    }
  }
}
