internal import CommandLineKit
internal import JSONText

/// The mistakes in a command line that draws a picture.
enum RenderUsage: UsageRefusal {
  case severalObjects(second: String)
  case noFolder
  case scaleOutOfRange
  // The format of the picture.
  case notDrawn(ending: String)
  case noPictureName(String)
  case unknownFormat(String)
  case otherEnding(file: String, format: String)
  // Differences.
  case needsDiff(option: String)
  case diffOfOthers
  // Pictures that are redrawn after changes.
  case watchInShell
  case watchAsJSON
  case watchOfOthers

  var message: String {
    switch self {
    case .severalObjects(let second):
      "a picture shows one object; '\(second)' is one too many, and '--only' takes a selector of several"
    case .noFolder: "several scenes are drawn into a folder; end its name with '/', such as '-o pictures/'"
    case .scaleOutOfRange: "'--scale' is a number above 0, and at most 100"
    case .notDrawn(let ending):
      "pictures are SVG, PNG or PDF; name a file that ends with '.png', and convert it to \(ending.uppercased()) with another program"
    case .noPictureName(let name): "'\(name)' is not the name of a picture; end it with '.svg', '.pdf' or '.png'"
    case .unknownFormat(let name): "'--format' is 'svg', 'png' or 'pdf', not '\(name)'"
    case .otherEnding(let file, let format): "'\(file)' does not fit the format \(format); end it with '.\(format)'"
    case .needsDiff(let option): "'\(option)' needs '--diff'"
    case .diffOfOthers:
      "'--diff' takes two scenes, the old one and the new one, and no '--selected', '--only' or '--grid'"
    case .watchInShell: "'--watch' is for files; 'preview on' draws after each edit"
    case .watchAsJSON: "'--watch' never ends, so it has no JSON document; leave '--json' out"
    case .watchOfOthers: "'--watch' takes the file of one scene, and the file of a picture with '-o'"
    }
  }
}
