internal import CommandLineKit
internal import InspectorKit

/// The usage errors for unknown commands, and for unknown names after `help`.
enum ProgramUsage: CommandRefusal {
  case unknownCommand(String, suggestion: String?)
  /// A file where a command is expected.
  case fileForCommand(String)
  case unknownVerb(String, suggestion: String?, verbs: [String])
  case noHelp(String, suggestion: String?)

  var message: String {
    switch self {
    case .unknownCommand(let name, nil): "unknown command '\(name)'; 'inspector help' lists the commands"
    case .fileForCommand(let name):
      "'\(name)' is a file, not a command; 'inspector shell \(ShellLine.quoted(name))' opens a scene"
    case .unknownVerb(let name, nil, let verbs):
      "unknown command '\(name)'; the commands are \(verbs.joined(separator: ", "))"
    case .unknownCommand(let name, let suggestion), .unknownVerb(let name, let suggestion, _):
      "unknown command '\(name)'\(DidYouMean.suffix(suggestion))"
    case .noHelp(let name, nil):
      "there is no command, topic, property or class '\(name)'; 'inspector help' lists commands and topics"
    case .noHelp(let name, let suggestion):
      "there is no command, topic, property or class '\(name)'\(DidYouMean.suffix(suggestion))"
    }
  }

  var suggestion: String? {
    switch self {
    case .unknownCommand(_, let name), .unknownVerb(_, let name, _), .noHelp(_, let name): name
    case .fileForCommand: nil
    }
  }
}
