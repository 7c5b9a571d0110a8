internal import InspectorKit
internal import JSONText
internal import Workbench

/// The reasons for a refusal to install or remove a plugin.
enum InstallingRefusal: Refusal {
  case noPluginFile(String)
  case isInstalled(String)
  case tooLong(String, bytes: Int, limit: Int)
  case hasResources(String, [String])
  case unsafeFolder(UnusedPlugin)
  case noUserFolder
  case severalInstalled(String, [String])
  case installedElsewhere(String, at: String, folder: String)
  case notInstalled(String, suggestion: String?, folder: String)

  var code: DiagnosticCode {
    switch self {
    case .noPluginFile, .unsafeFolder, .tooLong, .hasResources: .pluginRefused
    case .isInstalled: .ioExists
    case .noUserFolder: .usage
    case .severalInstalled: .pluginAmbiguous
    case .installedElsewhere, .notInstalled: .pluginMissing
    }
  }

  var message: String {
    switch self {
    case .noPluginFile(let path):
      "'\(path)' is not named like a plugin; call it 'inspector-plugin-NAME' without an ending, or 'NAME.inspector-plugin.json'"
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
    }
  }
}
