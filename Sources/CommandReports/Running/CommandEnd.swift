package import CommandLineKit
internal import InspectorKit
package import JSONText
package import SceneDocument
internal import SceneSessions

// The conversion of an error that ended a command, or its work on one scene, into an exit status and a text.

extension ExitStatus {
  /// Creates the exit status of a command that ended with the error.
  package init(_ error: Diagnostic) {
    switch (error.code, error.reason.base) {
    case (.cancelled, _): self = .interrupted
    case (_, let refusal as any CommandRefusal): self = refusal.status
    case (_, let script as ScriptedRefusal): self.init(Diagnostic(script.reason, file: script.script))
    case (.bundleOpen, is BundleError): self = .noInput
    case (_, is BundleError): self = .badDocument
    // A scene error without a file is a refused edit, which a later case covers.
    case (let code, is SceneError) where error.file != nil:
      self =
        switch code {
        case .ioOpen, .ioRead: .noInput
        case .ioChanged, .ioLocked: .changedUnderneath
        case .ioCreate, .ioExists: .cannotCreate
        case .ioWrite: .cannotWrite
        default: .badDocument
        }
    case (.usage, _): self = .usage
    case (.paletteDisputed, _): self = .badDocument
    case _ where Self.isOfTemplate(error.details.first ?? error): self = .badDocument
    default: self = error.isPluginFailure ? .noPlugin : .findings
    }
  }

  /// Returns true if an answer or edit failed because the template of a placeholder is not available.
  private static func isOfTemplate(_ error: Diagnostic) -> Bool {
    switch error.reason.base {
    case CompositionRefusal.unresolved, CompositionRefusal.incomplete, CompositionRefusal.cannotUnpack: true
    default: false
    }
  }
}

extension Diagnostic {
  /// The errors in the text of an unreadable scene, by line and column; empty for any other diagnostic.
  package var faults: [SceneError] {
    guard let error = reason.base as? SceneError else { return [] }
    return ([error] + error.others).sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
  }

  /// True if the scene was read and its edit was refused; false for failures of files and of the command itself.
  var isRefusalOfEdit: Bool {
    !isCancelled && file != nil && !(reason.base is SceneError) && !(reason.base is any CommandRefusal)
  }

  /// The maximum number of refusals shown for one scene; further refusals are only counted.
  private static let shownRefusals = 10

  /// The text for the standard error; it may have several lines.
  package var report: String {
    switch reason.base {
    case let refusal as any CommandRefusal:
      if let report = refusal.report { return report }
    case let refusal as ScriptedRefusal:
      var error = self
      error.reason = refusal.reason
      guard let place = refusal.place, file != nil else {
        error.file = refusal.place == nil ? refusal.script : nil
        return error.report
      }
      let name = TerminalText.escaped(refusal.script)
      return error.report
        + "\n\(name):\(place.line):\(place.column): in step \(place.step), \(TerminalText.escaped(place.path))"
        + place.excerpt.split(separator: "\n").map { "\n    \($0)" }.joined()
    case let error as SceneError where file != nil: return error.description
    case let error as BundleError: return TerminalText.escapedLines(error.description)
    default: break
    }
    guard let file else { return "inspector: \(TerminalText.escapedLines(message))" }
    // A single refusal is printed with its line and column; several refusals follow a line that counts them.
    if details.count == 1, details[0].code == code { return details[0].shown() }
    let shown = details.prefix(Self.shownRefusals).map { $0.shown() }
    let rest = details.count - shown.count
    let head = "\(TerminalText.escaped(file)): \(TerminalText.escapedLines(message))"
    return ([head] + shown + (rest > 0 ? ["… and \(rest) more"] : [])).joined(separator: "\n")
  }

  /// The error as the `error` member of a scene's record or of an `inspector-error/1` document.
  package var record: JSON {
    var members: [(String, JSON)] = [("code", .string(code.rawValue)), ("message", .string(FileName.shown(message)))]
    if let file { members += FileName.members("scene", file) }
    if let line { members.append(("line", .int(line))) }
    if let column { members.append(("column", .int(column))) }
    guard let script = reason.base as? ScriptedRefusal else { return JSON(members: members) }
    members += FileName.members("script", script.script)
    if let place = script.place {
      members.append(("step", .int(place.step)))
      members.append(("path", .string(place.path)))
      members.append(("scriptLine", .int(place.line)))
      members.append(("scriptColumn", .int(place.column)))
    }
    return JSON(members: members)
  }

  /// Returns the error as an `inspector-error/1` document.
  package func document(_ status: ExitStatus) -> JSON {
    ["format": "inspector-error/1", "exitCode": .int(Int(status.rawValue)), "error": record]
  }
}
