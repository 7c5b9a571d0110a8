internal import JSONText

/// Why the arguments of `unset` and `reset` cannot be read.
package enum NameArgumentsError: UsageRefusal {
  case nothing
  case noSelector
  /// Nil where there need be none.
  case noName(selector: String?)

  package var message: String {
    switch self {
    case .nothing: "expected a scene, a selector and names of properties, such as: scene.json StarView tag"
    case .noSelector:
      "there is no selector after the scenes; write which objects are meant, such as StarView, '#badge' or '*'"
    case .noName(nil): "no property is named; write one, such as 'tag'"
    case .noName(let selector?): "no property is named after the selector '\(selector)'; write one, such as 'tag'"
    }
  }
}
