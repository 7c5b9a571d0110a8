internal import JSONText

/// The reasons for a refusal to create a new plugin.
enum NewPluginRefusal: Refusal {
  case badPluginName(String)
  case longPluginName(String)
  case takenPluginName(String, String)
  case noPackage(String)
  case packageWithoutVersion(String)
  case unknownPackage
  case folderIsThere(String)

  var code: DiagnosticCode {
    switch self {
    case .badPluginName, .longPluginName, .takenPluginName, .noPackage, .packageWithoutVersion, .unknownPackage: .usage
    case .folderIsThere: .ioExists
    }
  }

  var message: String {
    switch self {
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
      "a Swift plugin is built with the package inspector-workbench, and this program is not in it; name it with '--package PATH' or '--package URL#VERSION'"
    case .folderIsThere(let path): "'\(path)' already exists, and is not an empty folder; name another with '-o'"
    }
  }
}
