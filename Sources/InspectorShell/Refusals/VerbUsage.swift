internal import CommandLineKit
internal import JSONText

/// The mistakes in the arguments of a shell-only command.
enum VerbUsage: UsageRefusal {
  case neitherOnNorOff(verb: String, String)
  case stepsBelowOne(verb: String)
  case tooManySteps(verb: String, Int)
  // Edits.
  case differentPlaces(String, String)
  case noPlaceToMoveTo
  case noIDToRename
  case noName
  case noClass
  // Files.
  case copyOfAll
  case bothSides
  case differentEnds
  case differentPartsOfHistory
  case appendToNoFile
  case tooManyScripts(String)
  // The terminal.
  case noAlias(String)
  case programInScript
  case previewForProgram
  case previewWithoutColors
  case backgroundOfNoPreview

  var message: String {
    switch self {
    case .neitherOnNorOff(let verb, let word): "'\(verb)' takes 'on' or 'off', not '\(word)'"
    case .stepsBelowOne(let verb): "'\(verb)' takes a number of steps above 0"
    case .tooManySteps(let verb, let count): "'\(verb)' takes fewer steps than \(count) here"
    case .differentPlaces(let first, let second):
      "'\(first)' and '\(second)' are different places; give one of them"
    case .noPlaceToMoveTo:
      "there is no place to move to; give '--in ID', '--before ID', '--after ID', '--first' or '--at N'"
    case .noIDToRename: "'rename' takes a selector and an id, or an id alone; quote ids with spaces"
    case .noName: "'name' takes a selector and a name, or a name alone; quote names with spaces"
    case .noClass: "'setclass' takes a selector and a class, or a class alone"
    case .copyOfAll: "'--all' saves scenes where they were read; leave the file out"
    case .bothSides: "'--ours' and '--theirs' are different sides; give one of them"
    case .differentEnds: "'--apply', '--discard' and '--to' are different ends; give one of them"
    case .differentPartsOfHistory: "'--since' and '--step' are different parts; give one of them"
    case .appendToNoFile: "'--append' is for a file; name one"
    case .tooManyScripts(let file):
      "'\(file)' would be the 17th nested script; make sure that none runs itself"
    case .noAlias(let text): "'\(text)' is not an alias; write NAME=COMMAND, in quotes if the command has spaces"
    case .programInScript:
      "'!' runs a program only at the beginning of a line typed at a terminal's prompt"
    case .previewForProgram: "a preview is for a person at a terminal; 'render -o FILE' writes a picture"
    case .previewWithoutColors: "a preview needs a terminal with colours; 'render -o FILE' writes a picture"
    case .backgroundOfNoPreview: "'--background' is for what is drawn; leave it out, or say 'on'"
    }
  }
}
