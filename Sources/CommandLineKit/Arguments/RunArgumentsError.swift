internal import JSONText

/// Why the arguments of `run` cannot be read.
package enum RunArgumentsError: UsageRefusal {
  case nothing
  case noSelector(action: String)
  case noAction(after: String, String)

  package var message: String {
    switch self {
    case .nothing: "expected a scene, a selector and an action, such as: run scene.json StarView reset"
    case .noSelector(let action):
      "there is no selector before '\(action)'; write which objects are meant, such as StarView, '#badge' or '*'"
    case .noAction(let first, let second):
      "expected a scene, a selector and an action, found only '\(first)' and '\(second)'; write them in this order"
    }
  }
}
