internal import CommandLineKit
internal import JSONText

/// The mistakes in the arguments of a palette command.
enum PaletteUsage: UsageRefusal {
  case noNameToRemove
  case noNamesToRename
  /// The last argument is not a name with its color.
  case noColor(last: String?)

  var message: String {
    switch self {
    case .noNameToRemove: "expected a scene and a name, such as: palette remove card.json brand"
    case .noNamesToRename:
      "expected a scene, a name and a new name, such as: palette rename card.json brand accent"
    case .noColor(let last):
      "\(last.map { "'\($0)' is not a name with a colour" } ?? "nothing is given"); write a name with its colour after the scenes, such as 'brand=#3366FF'"
    }
  }
}
