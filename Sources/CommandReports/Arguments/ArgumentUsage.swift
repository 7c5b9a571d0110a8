internal import CommandLineKit
internal import JSONText

/// The reasons the arguments of a command cannot be sorted into scenes, selector and changes.
package enum ArgumentUsage: CommandRefusal {
  // The arguments of `set`.
  case nothing
  case noAssignment(last: String?)
  case notAnAssignment(String)
  case spacedOut(String)
  case noSelector(before: String)
  case noScene(selector: String)
  // The arguments of `unset` and `reset`.
  case nothingNamed
  case noSelectorAfterScenes
  /// Nil where there need be none.
  case noName(selector: String?)
  // The arguments of `run`.
  case nothingToRun
  case noSelectorBeforeAction(String)
  case noAction(after: String, String)

  package var message: String {
    switch self {
    case .nothing: "expected a scene, a selector and a change, such as: set scene.json StarView pointCount=7"
    case .noAssignment(nil):
      "no change is given; write an assignment such as 'pointCount=7', or '--unset NAME', or '--reset NAME'"
    case .noAssignment(let last?):
      "no change is given: '\(last)' is not an assignment; write one such as 'pointCount=7', or '--unset NAME', or '--reset NAME'"
    case .notAnAssignment(let text): "'\(text)' is not an assignment; write NAME=VALUE, in quotes if it has spaces"
    case .spacedOut(let text): "the sign of an assignment has spaces around it; write '\(text)' without them"
    case .noSelector(let name):
      "there is no selector before '\(name)'; write one, such as StarView, '#badge' or '*'"
    case .noScene(let selector):
      "there is no scene before the selector '\(selector)'; write the scene's file first, or '-' for standard input"
    case .nothingNamed: "expected a scene, a selector and names of properties, such as: scene.json StarView tag"
    case .noSelectorAfterScenes:
      "there is no selector after the scenes; write one, such as StarView, '#badge' or '*'"
    case .noName(nil): "no property is named; write one, such as 'tag'"
    case .noName(let selector?): "no property is named after the selector '\(selector)'; write one, such as 'tag'"
    case .nothingToRun: "expected a scene, a selector and an action, such as: run scene.json StarView reset"
    case .noSelectorBeforeAction(let action):
      "there is no selector before '\(action)'; write one, such as StarView, '#badge' or '*'"
    case .noAction(let first, let second):
      "expected a scene, a selector and an action, found only '\(first)' and '\(second)'; write all three in this order"
    }
  }
}
