internal import CommandLineKit
package import SceneSessions

extension CommandFailure {
  /// Adds the position of the refused step in a script.
  package mutating func locate(_ error: Diagnostic, in script: EditScript) {
    guard let place = script.place(of: error) else { return }
    self.script = script.name
    step = ScriptStep(number: place.step, path: place.path, line: place.line, column: place.column)
    let name = TerminalText.escaped(script.name)
    text += "\n\(name):\(place.line):\(place.column): in step \(place.step), \(TerminalText.escaped(place.path))"
    text += place.excerpt.split(separator: "\n").map { "\n    \($0)" }.joined()
  }

  /// Creates the failure for a refused query or edit.
  package init(_ error: Diagnostic, scene: String) {
    let status: ExitStatus =
      switch error.code {
      case .cancelled: .interrupted
      case .usage: .usage
      default: error.isPluginFailure ? .noPlugin : .findings
      }
    self.init(
      error.reason, status: status, scene: scene, text: Self.text(error, scene: scene),
      diagnostics: error.details)
    isRefusal = !isCancelled
    if error.details.count == 1 { (line, column) = (error.details[0].line, error.details[0].column) }
  }

  /// The largest number of refusals shown for one scene.
  private static let shownRefusals = 10

  private static func text(_ error: Diagnostic, scene: String) -> String {
    let head = "\(TerminalText.escaped(scene)): \(TerminalText.escapedLines(error.message))"
    // A single refusal is printed with its place; several follow a line that counts them.
    if error.details.count == 1, error.details[0].code == error.code {
      return DiagnosticText.text(error.details[0])
    }
    let shown = error.details.prefix(shownRefusals).map(DiagnosticText.text)
    let rest = error.details.count - shown.count
    return ([head] + shown + (rest > 0 ? ["… and \(rest) more"] : [])).joined(separator: "\n")
  }
}
