internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import Workbench

/// The reasons why a scene command refuses its arguments or fails as a whole.
enum SceneUsage: CommandRefusal {
  case noScene
  /// No scene is given to `check`, which accepts only scenes.
  case noSceneAtAll
  case unknownPreset(String, suggestion: String?)
  case presetWithoutClass
  /// A scene, or nil for a list of scenes, in addition to the palette document of `palette set --in`.
  case sceneBesidePalette(String?)
  case renamedInShell(String)
  case paletteInTransaction(String)
  case personalInScript(String)
  case settingInTransaction
  case editorInScript
  case colorOfOtherScenes(String, file: String, scenes: Int, first: String)
  /// No script is given; `found` is a script among the scenes, if any.
  case noScript(found: String?)
  case presetWithoutSelector
  case noOutput(kind: String, example: String)
  case differentOutputs(String, String)
  case bothWantOutput(String, String)
  case bothGoToOutput
  // Edits.
  case outputInShell
  case backgroundWithOthers
  case backgroundInTemplates
  case transactionElsewhere
  case differentPlaces(String, String)
  case noPlaceToMoveTo
  case outputOfSeveral(scenes: Int)
  case notInPlace(scene: String)
  /// The edit matches nothing in any of several scenes.
  case foundNothing(AnyRefusal, scenes: Int)
  /// A palette name to set is unknown in all scenes, and new names are not added.
  case noColorToSet(AbsentColor, scenes: Int)
  /// A step of a script matches nothing in any of several scenes.
  case stepMatchesNothing(step: Int, String, scenes: Int)
  case noValuesToReplace
  case unknownType(String, known: [String])
  /// A plugin given on the command line does not load, so its hooks would not run.
  case pluginCannotBeUsed(AnyRefusal, undone: String)
  case notStored(String, of: String)
  /// Two scenes could not be compared, which `--exit-code` must not report as a difference.
  case noComparison(AnyRefusal)
  // Graphviz.
  case noGraphviz
  case graphvizNotStarted(errno: Int32)
  case graphvizTimedOut(seconds: Int)
  case graphvizFailed(remark: String?)
  // Queries.
  case nothingToFind
  case notAPoint(String)
  case noSelector(after: String)
  case nothingToShow(scene: String)
  case limitBelowOne
  case noDocument
  case presetOfPlaceholder
  case layersOfSeveral(Int)
  case depthBelowZero
  case twiceWithoutHooks
  case summaryOfLines(option: String)
  case noBaseline
  case noFindingPattern(String, suggestion: String?)
  // Palettes.
  case noNameToRemove
  case noNamesToRename
  /// The last argument is not a pair of a name and a colour.
  case noColor(last: String?)
  // Bundles.
  case outputAndVerify
  case effectiveVerify
  case bundleToOutput
  // Pictures.
  case severalObjects(second: String)
  case noFolder
  case scaleOutOfRange
  // The format of the picture.
  case notDrawn(ending: String)
  case noPictureName(String)
  case unknownFormat(String)
  case otherEnding(file: String, format: String)
  // Differences.
  /// Both scenes of a comparison are read from the standard input.
  case inputTwice
  /// A name in git's form `REVISION:PATH`, such as `HEAD:card.json`, that is not the name of a file. The message
  /// suggests a `diff` with the given arguments, which reads the revision from the standard input.
  case isRevision(String, arguments: String)
  case needsDiff(option: String)
  case diffOfOthers
  // Pictures that are redrawn after changes.
  case watchInShell
  case watchAsJSON
  case watchOfOthers
  // Overrides.
  case noOverrideToName(verb: String)
  case appliesToOne
  case nothingToExtract
  case nothingToBind(verb: String)
  case severalToBind([String])
  case inTemplateWithOthers

  // Diagrams.
  case severalScenes
  case depthBelowOne
  case unknownLayout(String)
  case classOfScene
  case noPaper(option: String)
  case unknownPaper(String)
  case tooManyBoxes(Int, limit: Int)

  var code: DiagnosticCode {
    switch self {
    case .foundNothing(let reason, _): reason.code
    case .noColorToSet: .unknownColor
    case .stepMatchesNothing: .selectorEmpty
    case .notStored: .valueAbsent
    case .isRevision: .ioOpen
    case .noGraphviz, .graphvizNotStarted, .graphvizTimedOut, .graphvizFailed: .toolMissing
    case .pluginCannotBeUsed(let reason, _), .noComparison(let reason): reason.code
    default: .usage
    }
  }

  var status: ExitStatus {
    switch self {
    case .noGraphviz, .pluginCannotBeUsed: .noPlugin
    case .noComparison: .refused
    case .isRevision: .noInput
    default: code == .usage ? .usage : .findings
    }
  }

  var report: String? {
    guard case .pluginCannotBeUsed(_, let undone) = self else { return nil }
    return "inspector: nothing was \(undone), since a plugin given by '--plugin' cannot be used"
  }

  var message: String {
    switch self {
    case .noScene: "no scene was given; name a scene's file first, or '-' for standard input"
    case .sceneBesidePalette(let scene):
      "'--in' changes a palette document, and takes no scenes\(scene.map { "; leave '\($0)' out" } ?? "")"
    case .noScript(nil):
      "'edit' needs an edit script, such as '--script fix.json'; 'inspector help scripts' explains them"
    case .noScript(let file?):
      "'\(file)' is an edit script, not a scene; write '--script \(ShellLine.quoted(file))'"
    case .renamedInShell(let file):
      "scenes in a shell do not follow a colour of '\(file)' that is renamed; close the shell and run 'inspector palette rename --in', or add '--leave-dependents'"
    case .paletteInTransaction(let file):
      "'\(file)' would be written at once, and neither a transaction nor a scratch could take that back; end it first"
    case .personalInScript(let key):
      "a script cannot set '\(key)', which only you decide; type the command at a prompt, or run 'inspector settings'"
    case .settingInTransaction:
      "settings are written at once, and neither a transaction nor a scratch could take that back; end it first"
    case .editorInScript:
      "a script cannot open an editor; type the command at a prompt, or run 'inspector settings edit'"
    case .colorOfOtherScenes(let name, let file, let count, let first):
      "\(pluralised(count, "scene")) of the workspace \(count == 1 ? "has" : "have") '\(name)' from '\(file)', such as '\(first)'; change \(count == 1 ? "it" : "them") first, or add '--leave-dependents'"
    case .unknownPreset(let name, let suggestion):
      "no class has a preset '\(name)'\(suggestion == nil ? "; 'inspector plugin describe CLASS' lists those of a class" : DidYouMean.suffix(suggestion))"
    case .presetWithoutClass: "'--preset' needs the class that has the preset; add '--class NAME'"
    case .presetWithoutSelector:
      "'--preset' does not say which objects get the values; add a selector, such as '#torch'"
    case .noSceneAtAll: "no scene was given; name a scene's file, or '-' for standard input"
    case .noOutput(let kind, let example):
      "the output is missing; add '--output \(kind)', such as '--output \(example)'"
    case .differentOutputs(let first, let second): "'\(first)' and '\(second)' cannot be used together; choose one"
    case .bothWantOutput(let first, let second):
      "'\(first)' and '\(second)' both go to standard output; leave one out"
    case .bothGoToOutput: "'--json' and '-o -' both go to standard output; name a file"
    case .differentPlaces(let first, let second):
      "'\(first)' and '\(second)' each give a place; give only one of them"
    case .noPlaceToMoveTo:
      "the place to move to is missing; give '--in ID', '--before ID', '--after ID', '--first' or '--at N'"
    case .backgroundWithOthers:
      "'--background' takes the script and edits the current scene; leave out scenes, '--script' and '--dry-run', '--stat' and '--output'"
    case .backgroundInTemplates: "a script for templates edits files, which does not work in the background"
    case .outputInShell:
      "'--output' does not work in a shell, where edits stay in memory; 'save FILE' writes a copy"
    case .transactionElsewhere:
      "'--single-transaction' writes the scenes' own files, so it works neither with '--output' nor in a shell, where 'begin' starts a transaction"
    case .outputOfSeveral(let count): "'--output' takes one scene, but \(count) are given; edit them one by one"
    case .notInPlace(let scene):
      "'\(scene)' cannot be written in place, since it is not a file; add '--output FILE', or '--output -'"
    case .notAPoint(let text): "'\(text)' is not a point; write it as X,Y, such as 20,30"
    case .nothingToBind("bind"):
      "expected a scene, a property and a setting, such as: inspector bind scene.json badge.size user.size"
    case .nothingToBind(let verb): "expected a scene and a property, such as: inspector \(verb) scene.json badge.size"
    case .severalToBind(let words):
      "expected one property after the selector, found \(words.map { "'\($0)'" }.joined(separator: " "))"
    case .nothingToFind: "expected a scene and a selector, such as: inspector find scene.json 'StarView[pointCount>5]'"
    case .noSelector(let scene):
      "expected a selector after '\(scene)', such as 'StarView[pointCount>5]', or '*' for all objects"
    case .nothingToShow(let scene):
      "expected an object after '\(scene)': its id, such as 'badge', or a selector in quotes, such as '#badge' or '*'"
    case .limitBelowOne: "'--limit' must be 1 or more"
    case .layersOfSeveral(let count): "'--layers' is for one object, but the selector matches \(count)"
    case .noDocument: "expected a document, such as: inspector dependents buttons.scene.json#primary"
    case .presetOfPlaceholder: "'--preset' is for a class, but the new object shows one of another document"
    case .depthBelowZero: "'--depth' must be 0 or more"
    case .twiceWithoutHooks: "'--no-hooks' builds nothing, and '--twice' builds twice; choose one"
    case .noBaseline: "'--write-baseline' needs the name of the file; add '--baseline FILE'"
    case .noFindingPattern(let pattern, let suggestion):
      "'--ignore' must be CODE, CODE:CLASS or CODE:CLASS.PROPERTY, such as 'unknown.class:MapView', not '\(pattern)'\(DidYouMean.suffix(suggestion))"
    case .summaryOfLines(let option): "'--summary' covers all scenes, '\(option)' prints a line for each; choose one"
    case .noOverrideToName(let verb):
      "expected a scene and an object or one of its properties, such as: inspector overrides \(verb) card.json save/title.text"
    case .appliesToOne: "'overrides apply' takes one scene and writes its file; name one, and leave '--output' out"
    case .nothingToExtract:
      "expected a scene, an object and a file for the template, such as: inspector extract card.json badge -o badges.scene.json#badge"
    case .inTemplateWithOthers:
      "an edit in templates writes their files, so it does not work with '--output', '--stat', '--skip-refused' or '--skip-missing', nor in a shell, where you open the template's file and edit that"
    case .noNameToRemove: "expected a scene and a name, such as: inspector palette remove card.json brand"
    case .noNamesToRename:
      "expected a scene, a name and a new name, such as: inspector palette rename card.json brand accent"
    case .noColor(let last):
      "\(last.map { "'\($0)' is not a name with a colour" } ?? "nothing is given"); write a name with its colour after the scenes, such as 'brand=#3366FF'"
    case .outputAndVerify: "'--output' writes and '--verify' does not; leave one out"
    case .effectiveVerify: "the bundle itself states whether it is effective; leave '--effective' out"
    case .bundleToOutput: "a bundle is a folder and cannot go to standard output; name a folder"
    case .severalObjects(let second):
      "a picture shows one object; '\(second)' is one too many, and '--only' takes a selector of several"
    case .noFolder: "several scenes are drawn into a folder; end its name with '/', such as '-o pictures/'"
    case .scaleOutOfRange: "'--scale' must be greater than 0 and at most 100"
    case .notDrawn(let ending):
      "pictures are SVG, PNG or PDF; name a file that ends with '.png', and convert it to \(ending.uppercased()) with another program"
    case .noPictureName(let name): "'\(name)' is not the name of a picture; end it with '.svg', '.pdf' or '.png'"
    case .unknownFormat(let name): "'--format' must be 'svg', 'png' or 'pdf', not '\(name)'"
    case .otherEnding(let file, let format): "'\(file)' does not match the format \(format); end it with '.\(format)'"
    case .inputTwice: "'-' can be only one of the two scenes; give the other one as a file"
    case .isRevision(let name, let arguments):
      "'\(name)' is not a file; for a revision in git, write: git show \(name) | inspector diff \(arguments)"
    case .needsDiff(let option): "'\(option)' needs '--diff'"
    case .diffOfOthers:
      "'--diff' takes two scenes, the old one and the new one, and no '--selected', '--only' or '--grid'"
    case .watchInShell: "'--watch' is for files; 'preview on' draws after each edit"
    case .watchAsJSON: "'--watch' runs until it is stopped, so it cannot print a JSON document; leave '--json' out"
    case .watchOfOthers: "'--watch' needs one scene file, and '-o' with the name of a picture file"
    case .severalScenes: "a diagram takes one scene and at most one object in it"
    case .depthBelowOne: "'--depth' must be 1 or more"
    case .unknownLayout(let name): "'--layout' must be 'tidy' or 'dot', not '\(name)'"
    case .classOfScene: "'--class' is for diagrams of classes; leave the scene out"
    case .noPaper(let option): "'\(option)' needs '--paper', such as '--paper A4'"
    case .unknownPaper(let name):
      "'\(name)' is not a sheet size; write A0 to A6, or millimetres as 1000x1000mm, each from 50 to 5000"
    case .tooManyBoxes(let count, let limit):
      "the diagram has \(count) boxes, but at most \(limit) are drawn; name an object or a class, or show fewer levels with '--depth'"
    case .foundNothing(let reason, let count):
      "in \(pluralised(count, "scene")), \(reason.message)\(reason.code == .selectorEmpty ? "; \(SceneCommandRefusal.remedy)" : "")"
    case .noColorToSet(let color, let count):
      if let file = color.file {
        "'\(color.name)' is a colour of the palette document '\(file)', not of the scenes' own palettes; '--in' changes that document, '--add' gives each scene a colour of its own"
      } else {
        "in \(pluralised(count, "scene")), no palette has a colour '\(color.name)'\(color.suggestion == nil ? "; '--add' adds it" : DidYouMean.suffix(color.suggestion))"
      }
    case .stepMatchesNothing(let step, let summary, let count):
      "step \(step), '\(summary)', matches nothing in \(pluralised(count, "scene")); the other steps apply; \(SceneCommandRefusal.remedy)"
    case .noValuesToReplace:
      "expected a scene, the old value and the new one, such as: inspector replace card.json '#3366FF' tomato"
    case .unknownType(let name, let known):
      "unknown type '\(name)'; '--type' is one of \(known.joined(separator: ", "))\(DidYouMean.suffix(DidYouMean.suggestion(for: name, among: known)))"
    case .pluginCannotBeUsed(let reason, _), .noComparison(let reason): reason.message
    case .notStored(let property, let object): "nothing is stored for '\(object).\(property)'"
    case .noGraphviz:
      "'--layout dot' needs Graphviz, whose program 'dot' is not on the PATH; install it (Debian: graphviz), or leave '--layout' out"
    case .graphvizNotStarted(let error): Self.noLayout("it cannot be started: \(errnoText(error))")
    case .graphvizTimedOut(let seconds): Self.noLayout("it was stopped after \(seconds) seconds")
    case .graphvizFailed(let remark): Self.noLayout(remark ?? "it returned no layout")
    }
  }

  var suggestion: String? {
    switch self {
    case .pluginCannotBeUsed(let reason, _), .noComparison(let reason): reason.suggestion
    case .noFindingPattern(_, let suggestion): suggestion
    default: nil
    }
  }

  private static func noLayout(_ reason: String) -> String {
    "Graphviz's 'dot' did not lay out the diagram: \(reason); leave '--layout dot' out"
  }
}
