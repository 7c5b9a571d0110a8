internal import CommandLineKit
internal import InspectorKit
internal import JSONText

/// The mistakes in a shell's input line or in the options that start a shell.
enum ShellUsage: UsageRefusal {
  case unknownCommand(String, suggestion: String?)
  case noVerb(of: String, verbs: [String])
  case isTheShell
  case inputAsScene
  case notOpen(scene: String)
  // Lines.
  case otherPipe
  case badAlias(String, ShellLineError)
  case aliasOfItself(String)
  // Options of the program that a shell's commands do not accept.
  case filesFrom
  case optionOfShell(String)
  case optionOfTrace(String)
  // Options that start the shell.
  case commandAndScript
  case transactionGoesOn
  case transactionAtPrompt

  var message: String {
    switch self {
    case .unknownCommand(let name, nil): "unknown command '\(name)'; 'help' lists the commands"
    case .unknownCommand(let name, let suggestion): "unknown command '\(name)'\(DidYouMean.suffix(suggestion))"
    case .noVerb(let group, let verbs):
      "'\(group)' takes one of \(verbs.joined(separator: ", ")); 'help \(group)' explains them"
    case .isTheShell: "this is the shell; 'open FILE' opens another scene"
    case .inputAsScene: "'-' cannot be opened in a shell, which may read its commands from there; name a file"
    case .notOpen(let scene):
      "'\(scene)' is not open here, where commands act on the current scene; 'open FILE' opens another"
    case .otherPipe:
      "'|' works only with the pager, as in 'show | pager'; quote the character '|'"
    case .badAlias(let name, let error): "the alias '\(name)': \(error.message)"
    case .aliasOfItself(let name): "the alias '\(name)' stands for itself; 'unalias' removes it"
    case .filesFrom: "'--files-from' does not work in a shell, where commands act on the current scene"
    case .optionOfShell(let option): "'\(option)' applies to the whole shell; give it when you start the shell"
    case .optionOfTrace(let option):
      "'\(option)' applies to the whole shell; 'trace on' traces components"
    case .commandAndScript: "'--command' and '--script' each give a script; use one of them"
    case .transactionGoesOn:
      "'--single-transaction' ends at the first command that fails; leave '--no-stop-on-error' out"
    case .transactionAtPrompt:
      "'--single-transaction' is for scripts; at the prompt there are 'begin', 'commit' and 'rollback'"
    }
  }

  var suggestion: String? { if case .unknownCommand(_, let name) = self { name } else { nil } }
}
