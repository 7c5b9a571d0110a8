internal import CommandLineKit
internal import InspectorKit
internal import JSONText

/// The usage errors of a shell's commands, and of the options that start a shell.
enum ShellUsage: CommandRefusal {
  case unknownCommand(String, suggestion: String?)
  case noVerb(of: String, verbs: [String])
  case isTheShell
  /// A command line of the program, typed in the shell.
  case programInShell(command: String)
  /// A redirection to a file that has the name of a class or an object. Such a word is more likely part of a selector.
  case redirectedSelector(String)
  /// A redirection operator joined to a word.
  case joinedRedirection(String)
  case inputAsScene
  case notOpen(scene: String)
  // The syntax of command lines.
  case programForOutput
  case fileForOutput(sign: String)
  case otherProgram
  case otherFile(sign: String)
  case badAlias(String, CommandLineRefusal)
  case aliasOfItself(String)
  // Options of the program that a shell's commands do not accept.
  case filesFrom
  case optionOfShell(String)
  case optionOfTrace(String)
  // Options that start the shell.
  case commandAndScript
  case transactionGoesOn
  case transactionAtPrompt
  // Arguments of the commands.
  case neitherOnNorOff(verb: String, String)
  case stepsBelowOne(verb: String)
  case tooManySteps(verb: String, Int)
  // Arguments about files and the history.
  case copyOfAll
  case bothSides
  case differentScratches
  case blankScratch
  case differentEnds
  case differentPartsOfHistory
  case appendToNoFile
  case tooManyScripts(String)
  // Aliases, programs and previews.
  case noAlias(String)
  case programInScript
  case editorInScript
  case previewForProgram
  case previewWithoutColors
  case backgroundOfNoPreview

  var message: String {
    switch self {
    case .unknownCommand(let name, nil): "unknown command '\(name)'; 'help' lists the commands"
    case .unknownCommand(let name, let suggestion): "unknown command '\(name)'\(DidYouMean.suffix(suggestion))"
    case .noVerb(let group, let verbs):
      "'\(group)' takes one of \(verbs.joined(separator: ", ")); 'help \(group)' explains them"
    case .programInShell(let command): "the shell's commands are typed without 'inspector': '\(command)'"
    case .redirectedSelector(let name):
      "'\(name)' is the name of a class or an object; quote a selector with '>', or write './\(name)' for a file"
    case .joinedRedirection(let word):
      "'\(word)' joins a redirection to a word; put spaces around '|', '>' and '>>', or quote the word"
    case .isTheShell: "this is the shell; 'open FILE' opens another scene"
    case .inputAsScene: "'-' cannot be opened in a shell, which may read its commands from there; name a file"
    case .notOpen(let scene):
      "'\(scene)' is not open here, where commands act on the current scene; 'open FILE' opens another"
    case .programForOutput:
      "'|' takes a program only at a terminal's prompt, and elsewhere 'pager', as in 'show | pager'; quote the character '|'"
    case .fileForOutput(let sign):
      "'\(sign)' writes to a file only at a terminal's prompt; elsewhere, redirect the output of the whole shell, as in 'inspector shell card.json -c ls \(sign) out.txt', and quote a selector, as in 'find \"View > StarView\"'"
    case .otherProgram:
      "'|' stands between a command and a program, as in 'find StarView | sort'; quote the character '|'"
    case .otherFile(let sign):
      "'\(sign)' stands between a command and the name of one file, as in 'find StarView \(sign) stars.txt'; quote a selector, as in 'find \"View > StarView\"'"
    case .badAlias(let name, let error): "the alias '\(name)': \(error.message)"
    case .aliasOfItself(let name): "the alias '\(name)' stands for itself; 'unalias' removes it"
    case .filesFrom: "'--files-from' does not work in a shell, where commands act on the current scene"
    case .optionOfShell(let option): "'\(option)' applies to the whole shell; give it when you start the shell"
    case .optionOfTrace(let option):
      "'\(option)' applies to the whole shell; 'trace on' traces components"
    case .commandAndScript: "'--command' and '--script' each give a script; use one of them"
    case .transactionGoesOn:
      "a script with '--single-transaction' ends at the first command that fails; leave out '--no-stop-on-error'"
    case .transactionAtPrompt:
      "'--single-transaction' is for scripts; at the prompt there are 'begin', 'commit' and 'rollback'"
    case .neitherOnNorOff(let verb, let word): "'\(verb)' takes 'on' or 'off', not '\(word)'"
    case .stepsBelowOne(let verb):
      "'\(verb)' takes a number of steps above 0\(["undo", "redo"].contains(verb) ? ", or 'all'" : "")"
    case .tooManySteps(let verb, let count): "'\(verb)' takes fewer steps than \(count) here"
    case .copyOfAll: "'--all' saves scenes where they were read; leave the file out"
    case .bothSides: "'--ours' and '--theirs' cannot be used together; choose one"
    case .blankScratch: "a scratch needs a name that can be read; leave it out for 'scratch'"
    case .differentScratches: "'--scene' and '--list' stand alone; leave out the other arguments"
    case .differentEnds: "'--apply', '--discard' and '--to' cannot be used together; choose one"
    case .differentPartsOfHistory: "'--since' and '--step' cannot be used together; choose one"
    case .appendToNoFile: "'--append' needs a file; name one"
    case .tooManyScripts(let file):
      "'\(file)' would be the 17th nested script; make sure that none runs itself"
    case .noAlias(let text): "'\(text)' is not an alias; write NAME=COMMAND, in quotes if the command has spaces"
    case .programInScript:
      "'!' runs a program only at the beginning of a line typed at a terminal's prompt"
    case .editorInScript: "'editor' works only at the prompt of a terminal; in a script, write 'set PROPERTY=TEXT'"
    case .previewForProgram: "a preview is for a person at a terminal; 'render -o FILE' writes a picture"
    case .previewWithoutColors: "a preview needs a terminal with colours; 'render -o FILE' writes a picture"
    case .backgroundOfNoPreview: "'--background' has no effect when nothing is drawn; leave it out, or write 'on'"
    }
  }

  var suggestion: String? { if case .unknownCommand(_, let name) = self { name } else { nil } }
}
