internal import CommandLineKit
internal import CommandReports
internal import JSONText

/// The reasons why `plugin dev` refuses its arguments.
enum PluginDevRefusal: CommandRefusal {
  case asJSON
  case notSVG(String)

  var code: DiagnosticCode { .usage }

  var message: String {
    switch self {
    case .asJSON: "'plugin dev' runs until it is stopped, so it cannot print a JSON document; leave '--json' out"
    case .notSVG(let path): "'\(path)' does not end with '.svg', and 'plugin dev' draws SVG; name another file"
    }
  }
}
