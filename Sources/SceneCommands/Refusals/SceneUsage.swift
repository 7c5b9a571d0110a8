internal import CommandLineKit
internal import JSONText

/// The contradictions between the scenes and outputs of a scene command.
enum SceneUsage: UsageRefusal {
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

  var message: String {
    switch self {
    case .noScene: "there is no scene; write the scene's file first, or '-' for standard input"
    case .noSceneAtAll: "there is no scene; write the scene's file, or '-' for standard input"
    case .noOutput(let kind, let example): "the output is missing; add '--output \(kind)', such as '-o \(example)'"
    case .differentOutputs(let first, let second): "'\(first)' and '\(second)' are different outputs; choose one"
    case .bothWantOutput(let first, let second):
      "'\(first)' and '\(second)' both go to the standard output; leave one out"
    case .bothGoToOutput: "'--json' and '-o -' both go to the standard output; name a file"
    case .outputInShell:
      "'--output' does not work in a shell, where edits stay in memory; 'save FILE' writes a copy"
    case .outputOfSeveral(let count): "'--output' takes one scene, and \(count) are given; edit them one by one"
    case .notInPlace(let scene):
      "'\(scene)' cannot be written in place, since it is not a file; add '--output FILE', or '--output -'"
    }
  }
}
