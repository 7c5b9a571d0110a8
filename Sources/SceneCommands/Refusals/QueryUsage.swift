internal import CommandLineKit
internal import JSONText

/// The mistakes in the arguments of a command that only reads scenes.
enum QueryUsage: UsageRefusal {
  case nothingToFind
  case noSelector(after: String)
  case limitBelowOne
  case depthBelowZero
  case twiceWithoutHooks
  case summaryOfLines

  var message: String {
    switch self {
    case .nothingToFind: "expected a scene and a selector, such as: find scene.json 'StarView[pointCount>5]'"
    case .noSelector(let scene):
      "expected a selector after '\(scene)', such as 'StarView[pointCount>5]', or '*' for all objects"
    case .limitBelowOne: "'--limit' is a number above 0"
    case .depthBelowZero: "'--depth' is a number of levels, 0 or above"
    case .twiceWithoutHooks: "'--no-hooks' builds nothing, and '--twice' builds twice; choose one"
    case .summaryOfLines: "'--summary' covers all scenes, '--ndjson' prints a line for each; choose one"
    }
  }
}
