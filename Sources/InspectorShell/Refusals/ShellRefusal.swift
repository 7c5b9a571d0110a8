internal import InspectorKit
internal import JSONText

/// The reasons for a shell's refusal of a name, or of a command that finds nothing to act on.
enum ShellRefusal: Refusal {
  case noScene(String)
  case noneIsCurrent
  case noneWasFound
  case holdsNone(String, holder: String?)
  /// The history has fewer steps than requested; those available are made.
  case historyEnds(verb: String, made: Int, of: Int)
  case noAlias(String)
  case noWatch(String)
  case noHelp(String, suggestion: String?)
  case noPlugin(String, suggestion: String?)
  case noMemoryForPrompt

  var code: DiagnosticCode {
    switch self {
    case .noScene: .sceneClosed
    case .noneIsCurrent, .noneWasFound: .objectNone
    case .holdsNone: .unknownObject
    case .historyEnds: .historyEnd
    case .noAlias: .aliasUnknown
    case .noWatch: .watchUnknown
    case .noHelp: .unknownName
    case .noPlugin: .pluginMissing
    case .noMemoryForPrompt: .memory
    }
  }

  var message: String {
    switch self {
    case .noScene(let name): "no scene '\(name)' is open; 'scenes' lists the open ones"
    case .noneIsCurrent: "no object is current; 'cd ID' makes one current, 'find' selects some, or give a selector"
    case .noneWasFound: "no objects are selected; 'find SELECTOR' selects what it finds"
    case .holdsNone(let name, let holder):
      "\(holder.map { "'\($0)'" } ?? "the scene") holds no object '\(name)'; 'ls' lists what it holds"
    case .historyEnds(let verb, 0, _): "there is nothing to \(verb)"
    case .historyEnds(let verb, let made, let wanted):
      "\(made) of \(wanted) steps \(made == 1 ? "is" : "are") \(verb == "undo" ? "undone" : "redone"); there is nothing more to \(verb)"
    case .noAlias(let name): "there is no alias '\(name)'; 'alias' lists all aliases"
    case .noWatch(let name): "there is no watch '\(name)'; 'watches' lists all of them"
    case .noHelp(let name, let suggestion):
      "there is no command, property or class '\(name)'\(DidYouMean.suffix(suggestion))"
    case .noPlugin(let name, nil): "no plugin is named '\(name)'; 'plugin list' lists the plugins that were found"
    case .noPlugin(let name, let suggestion): "no plugin is named '\(name)'\(DidYouMean.suffix(suggestion))"
    case .noMemoryForPrompt: "there is not enough memory for a prompt; close other programs"
    }
  }

  var suggestion: String? {
    switch self {
    case .noHelp(_, let name), .noPlugin(_, let name): name
    default: nil
    }
  }
}
