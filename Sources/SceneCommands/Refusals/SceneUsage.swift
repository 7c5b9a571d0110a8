internal import CommandLineKit
internal import JSONText
internal import Workbench

/// The refusals of scene commands that concern no object.
enum SceneUsage: CommandRefusal {
  case noScene
  /// A command that takes only scenes was given none.
  case noSceneAtAll
  case noOutput(kind: String, example: String)
  case differentOutputs(String, String)
  case bothWantOutput(String, String)
  case bothGoToOutput
  // Edits.
  case outputInShell
  case outputOfSeveral(scenes: Int)
  case notInPlace(scene: String)
  case matchesNothing(scenes: Int)
  /// A plugin of the command line does not load, so that its hooks would not run.
  case pluginCannotBeUsed(AnyRefusal)
  // Queries.
  case notStored(String, of: String)
  /// Two scenes could not be compared, which is no difference between them.
  case noComparison(AnyRefusal)
  // Graphviz.
  case noGraphviz
  case graphvizNotStarted(errno: Int32)
  case graphvizTimedOut(seconds: Int)
  case graphvizFailed(remark: String?)

  var code: DiagnosticCode {
    switch self {
    case .matchesNothing: .selectorEmpty
    case .notStored: .valueAbsent
    case .noGraphviz, .graphvizNotStarted, .graphvizTimedOut, .graphvizFailed: .toolMissing
    case .pluginCannotBeUsed(let reason), .noComparison(let reason): reason.code
    default: .usage
    }
  }

  var status: ExitStatus {
    switch self {
    case .noGraphviz, .pluginCannotBeUsed: .noPlugin
    case .noComparison: .refused
    default: code == .usage ? .usage : .findings
    }
  }

  var report: String? {
    guard case .pluginCannotBeUsed = self else { return nil }
    return "inspector: nothing is edited, since a plugin of '--plugin' cannot be used"
  }

  var message: String {
    switch self {
    case .noScene: "there is no scene; write the scene's file first, or '-' for standard input"
    case .noSceneAtAll: "there is no scene; write the scene's file, or '-' for standard input"
    case .noOutput(let kind, let example): "where to is missing; add '--output \(kind)', such as '-o \(example)'"
    case .differentOutputs(let first, let second): "'\(first)' and '\(second)' are different outputs; choose one"
    case .bothWantOutput(let first, let second):
      "'\(first)' and '\(second)' both want the standard output; leave one out"
    case .bothGoToOutput: "'--json' and '-o -' both go to the standard output; name a file"
    case .outputInShell:
      "'--output' is not for the shell, where an edit is in memory only; 'save FILE' writes a copy"
    case .outputOfSeveral(let count): "'--output' takes one scene, and \(count) are given; edit them one by one"
    case .notInPlace(let scene):
      "'\(scene)' cannot be written in place, since it is not a file; add '--output FILE', or '--output -'"
    case .matchesNothing(let count):
      "the selector matches nothing in \(pluralised(count, "scene")); \(SceneCommandRefusal.remedy)"
    case .pluginCannotBeUsed(let reason), .noComparison(let reason): reason.message
    case .notStored(let property, let object): "nothing is stored for '\(object).\(property)'"
    case .noGraphviz:
      "'--layout dot' needs Graphviz, whose program 'dot' is not on PATH; install it (Debian: graphviz), or leave '--layout' out"
    case .graphvizNotStarted(let error): Self.noLayout("it cannot be started: \(errnoText(error))")
    case .graphvizTimedOut(let seconds): Self.noLayout("it was ended after \(seconds) seconds")
    case .graphvizFailed(let remark): Self.noLayout(remark ?? "it answers no layout")
    }
  }

  var suggestion: String? {
    switch self {
    case .pluginCannotBeUsed(let reason), .noComparison(let reason): reason.suggestion
    default: nil
    }
  }

  private static func noLayout(_ reason: String) -> String {
    "Graphviz's 'dot' lays out no diagram: \(reason); leave '--layout dot' out"
  }
}
