internal import InspectorKit
internal import JSONText

/// A fault in the installed plugins, or a plugin's failure with its circumstances.
enum PluginFinding: Refusal {
  case unused(UnusedPlugin)
  case classLeftOut(AnyRefusal)
  case otherBase(String, other: String, className: String)
  case noneToDebug(String, suggestion: String?)
  case broken(String, AnyRefusal)
  case notBuiltAtAll(String, AnyRefusal)
  case whileMaking(String, AnyRefusal)
  case lastWords(String, AnyRefusal)
  case unsteady(String, [DescriptionChange])
  case needsResource(String, AnyRefusal)

  var code: DiagnosticCode {
    switch self {
    case .unused: .pluginRefused
    case .otherBase: .pluginBase
    case .noneToDebug: .pluginMissing
    case .unsteady: .pluginDefault
    case .classLeftOut(let reason), .broken(_, let reason), .notBuiltAtAll(_, let reason), .whileMaking(_, let reason),
      .lastWords(_, let reason), .needsResource(_, let reason):
      reason.code
    }
  }

  var message: String {
    switch self {
    case .unused(let plugin): plugin.message
    case .classLeftOut(let reason): "\(reason.message); the class is left out"
    case .otherBase(let plugin, let other, let className):
      "plugins '\(plugin)' and '\(other)' were built with different versions of '\(className)'; rebuild both"
    case .noneToDebug(let plugin, let suggestion):
      "'--attach-debugger' names '\(plugin)', but no plugin has that name\(suggestion == nil ? "; 'inspector plugin list' lists those that were found" : DidYouMean.suffix(suggestion))"
    case .broken(let plugin, let reason):
      "the scene needs plugin '\(plugin)', which does not work: \(reason.message)"
    case .notBuiltAtAll(let className, let reason):
      "\(reason.message), even for a '\(className)' without attributes; no more objects of this class are built"
    case .whileMaking(let className, let reason): "\(reason.message), while building '\(className)'"
    case .unsteady(let plugin, let changes):
      "plugin '\(plugin)' describes itself differently in each of its processes\(changes.inParentheses); give each default a fixed value, independent of chance and time"
    case .lastWords(let text, let reason): "\(reason.message); its last output: \(text)"
    case .needsResource(let file, let reason):
      "\(reason.message); in the sandbox a plugin reads its own file and those that its description lists as 'resources': list '\(file)' there and read it when a component is made, or write '# inspector-resources: \(file)' into the first lines of a script"
    }
  }

  var suggestion: String? {
    if case .noneToDebug(_, let name) = self { name } else { nil }
  }
}
