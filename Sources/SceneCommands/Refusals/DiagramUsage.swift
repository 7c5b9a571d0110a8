internal import CommandLineKit
internal import JSONText

/// The mistakes in a command line that draws a diagram.
enum DiagramUsage: UsageRefusal {
  case severalScenes
  case depthBelowOne
  case unknownLayout(String)
  case classOfScene
  case noPaper(option: String)
  case unknownPaper(String)
  case tooManyBoxes(Int, limit: Int)

  var message: String {
    switch self {
    case .severalScenes: "a diagram takes one scene and at most one object in it"
    case .depthBelowOne: "'--depth' is a number from 1"
    case .unknownLayout(let name): "'--layout' is 'tidy' or 'dot', not '\(name)'"
    case .classOfScene: "'--class' is for diagrams of classes; leave the scene out"
    case .noPaper(let option): "'\(option)' needs '--paper', such as '--paper A4'"
    case .unknownPaper(let name):
      "'\(name)' is not a sheet size; write A0 to A6, or millimetres as 1000x1000mm, each from 50 to 5000"
    case .tooManyBoxes(let count, let limit):
      "the diagram has \(count) boxes, but at most \(limit) are drawn; name an object or a class, or show fewer levels with '--depth'"
    }
  }
}
