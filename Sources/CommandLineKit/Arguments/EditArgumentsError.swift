internal import JSONText

/// Why the arguments of `set` cannot be sorted into scenes, selector and assignments.
package enum EditArgumentsError: UsageRefusal {
  case nothing
  case noAssignment(last: String?)
  case notAnAssignment(String)
  case spacedOut(String)
  case noSelector(before: String)
  case noScene(selector: String)

  package var message: String {
    switch self {
    case .nothing: "expected a scene, a selector and what to change, such as: set scene.json StarView pointCount=7"
    case .noAssignment(nil):
      "nothing is to be changed; write an assignment such as 'pointCount=7', or '--unset NAME', or '--reset NAME'"
    case .noAssignment(let last?):
      "nothing is to be changed: '\(last)' is not an assignment; write one such as 'pointCount=7', or '--unset NAME', or '--reset NAME'"
    case .notAnAssignment(let text): "'\(text)' is not an assignment; write NAME=VALUE, in quotes where it has blanks"
    case .spacedOut(let text): "blanks stand around the sign of an assignment; write '\(text)' without them"
    case .noSelector(let name):
      "there is no selector before '\(name)'; write which objects are meant, such as StarView, '#badge' or '*'"
    case .noScene(let selector):
      "there is no scene before the selector '\(selector)'; write the scene's file first, or '-' for standard input"
    }
  }
}
