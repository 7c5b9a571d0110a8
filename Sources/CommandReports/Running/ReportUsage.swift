package import CommandLineKit
package import InspectorKit
package import JSONText
package import SceneSessions

/// The refusals of arguments, files and tools that several commands share.
package enum ReportUsage: CommandRefusal {
  case noClassOfPreset(String, suggestion: String?)
  /// The class has no preset of this name; the list contains the names of its presets. `--skip-missing` is suggested if
  /// another selected class has the preset.
  case noPreset(String, of: String, [String], canBeSkipped: Bool)
  case noFormat(String, suggestion: String?)
  case paletteIsNoFile(String)
  case noSceneIsOpen
  case backgroundOutsideShell
  case idForSelector(String)
  case badSelector(SelectorError)
  /// A condition without brackets where a selector is expected.
  case bareCondition(String, selector: String)
  /// A scene file after the words that it should precede, where `xargs` puts it.
  case sceneAtEnd(String)
  /// Several words that are not scenes, where one selector is expected.
  case severalSelectors([String])
  /// A scene file after a word that is not a scene.
  case sceneAfter(String, scene: String, canBeListed: Bool)
  case noBackground(PropertyValueError)
  case countHasNoColumns
  case countHasNoLimit
  case isThere(String)
  // Failures of the program that makes pictures.
  case noPictureProgram(String)
  case pictureProgramNotStarted(String, errno: Int32)
  case pictureProgramTimedOut(String, seconds: Int)
  case noPixels(String)
  case pictureProgramFailed(String, remark: String?)
  // Wrong arguments of `set`.
  case nothing
  case noAssignment(last: String?)
  case notAnAssignment(String, afterSelector: Bool)
  /// An option without its dashes, with its value.
  case optionWithoutDashes(String, value: String?)
  case spacedOut(name: String, sign: String, value: String)
  case noSelector(before: String)
  case noScene(selector: String)
  // Wrong arguments of `unset` and `reset`.
  case nothingNamed
  case noSelectorAfterScenes
  /// No property is named. `selector` is the given selector; nil if the default selector is used.
  case noName(selector: String?)
  // Wrong arguments of `run`.
  case nothingToRun
  case noSelectorBeforeAction(String)
  case noAction(after: String, String)

  // Wrong arguments of the commands that change structure.
  case otherWords(WordForm, hasScene: Bool)

  package var code: DiagnosticCode {
    switch self {
    case .isThere: .ioExists
    case .noPictureProgram, .pictureProgramNotStarted, .pictureProgramTimedOut, .noPixels,
      .pictureProgramFailed:
      .toolMissing
    default: .usage
    }
  }

  package var status: ExitStatus {
    switch self {
    case .noPictureProgram: .noPlugin
    case .isThere: .findings
    default: code == .usage ? .usage : .cannotWrite
    }
  }

  package var report: String? { code == .toolMissing ? "inspector: \(TerminalText.escapedLines(message))" : nil }

  package var message: String {
    switch self {
    case .backgroundOutsideShell:
      "'--background' works in a shell, where scenes stay open; give the script with '--script'"
    case .noSceneIsOpen: "no scene is open; 'open FILE' opens one"
    case .idForSelector(let id): "'\(id)' is an id, not a selector; write '\(Selector(ids: [id]).text)'"
    case .badSelector(let error): error.text
    case .bareCondition(let text, let selector):
      "'\(text)' is a condition, and conditions go in brackets; write '\(selector)', or a class instead of '*'"
    case .sceneAtEnd(let scene):
      "the scene '\(scene)' is at the end; write scenes first, or pass their names to '--files-from -'"
    case .severalSelectors(let words):
      "'\(words[0])' is not a scene; write several selectors as one quoted argument: '\(words.joined(separator: ", "))'"
    case .sceneAfter(let word, let scene, let canBeListed):
      "the scene '\(scene)' comes after '\(word)'; write scenes first\(canBeListed ? ", or pass their names to '--files-from -'" : "")"
    case .noBackground(let error): "'--background': \(error.message)"
    case .countHasNoColumns:
      "'--count' prints no objects, so '--columns' and '--sort' have no effect; leave them out"
    case .countHasNoLimit:
      "'--count' prints one number, so '--limit' has no effect; leave it out, or add '--group'"
    case .isThere(let path): "'\(path)' already exists; name another file"
    case .noPictureProgram(let name):
      "PNG, PDF and outlines need '\(name)', which is not beside 'inspector'; run 'make all', or write SVG"
    case .pictureProgramNotStarted(let name, let error): "'\(name)' cannot be started: \(errnoText(error))"
    case .pictureProgramTimedOut(let name, let seconds): "'\(name)' was stopped after \(seconds) seconds"
    case .noPixels(let name): "'\(name)' returned no pixels"
    case .pictureProgramFailed(let name, let remark): remark ?? "'\(name)' ended without a picture"
    case .paletteIsNoFile(let path):
      "'\(path)' is not a regular file, which '--palette' needs, since each scene reads it"
    case .noFormat(let name, let suggestion):
      "no format is named '\(name)'\(suggestion == nil ? "; 'inspector format list' lists those that were found" : DidYouMean.suffix(suggestion))"
    case .noClassOfPreset(let name, let suggestion):
      "no plugin knows the class '\(name)', so it has no presets\(DidYouMean.suffix(suggestion))"
    case .noPreset(let name, let className, _, canBeSkipped: true):
      "'\(className)' has no preset '\(name)'; '--skip-missing' leaves such objects out"
    case .noPreset(_, let className, let all, _) where all.isEmpty:
      "'\(className)' has no presets; leave '--preset' out"
    case .noPreset(let name, let className, let all, _):
      "'\(className)' has no preset '\(name)'\(Self.remedy(forPreset: name, all))"
    case .nothing: "expected a scene, a selector and a change, such as: inspector set scene.json StarView pointCount=7"
    case .noAssignment(nil):
      "no assignment was given; write an assignment such as 'pointCount=7', or '--unset NAME', or '--reset NAME'; on the command line, quote a selector such as '#badge'"
    case .noAssignment(let last?):
      "no assignment was given: '\(last)' is not an assignment; write one such as 'pointCount=7', or '--unset NAME', or '--reset NAME'"
    case .notAnAssignment(let text, let afterSelector):
      "'\(text)' is not an assignment; write NAME=VALUE, in quotes if it has spaces\(afterSelector ? ", and a selector before all assignments" : "")"
    case .optionWithoutDashes(let name, let value):
      "'\(name)' is an option; write '--\(name)\(value.map { " \(ShellLine.quoted($0))" } ?? "")'"
    case .spacedOut(let name, let sign, let value):
      "'\(name) \(sign) \(value)' has spaces around '\(sign)'; write '\(name)\(sign)\(value)'"
    case .noSelector(let name):
      "there is no selector before '\(name)'; write one, such as StarView, '#badge' or '*'"
    case .noScene(let selector):
      "no scene was given before the selector '\(selector)'; name a scene's file first, or '-' for standard input"
    case .nothingNamed:
      "expected a scene, a selector and names of properties, such as: inspector reset scene.json StarView tag"
    case .noSelectorAfterScenes:
      "there is no selector after the scenes; write one, such as StarView, '#badge' or '*'"
    case .noName(nil): "no property was given; name one, such as 'tag'"
    case .noName(let selector?): "no property follows the selector '\(selector)'; name one, such as 'tag'"
    case .nothingToRun: "expected a scene, a selector and an action, such as: inspector run scene.json StarView reset"
    case .noSelectorBeforeAction(let action):
      "there is no selector before '\(action)'; write one, such as StarView, '#badge' or '*'"
    case .otherWords(let form, let hasScene): form.expectation(hasScene: hasScene)
    case .noAction(let first, let second):
      "expected a scene, a selector and an action, found only '\(first)' and '\(second)'; write all three in this order"
    }
  }

  private static func remedy(forPreset name: String, _ all: [String]) -> String {
    let near = DidYouMean.suggestion(for: name, among: all)
    return near == nil ? "; it has \(all.map { "'\($0)'" }.joined(separator: ", "))" : DidYouMean.suffix(near)
  }
}
