internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import Workbench

/// A formatter that turns a diagnosis into lines of text.
struct DiagnosisText {
  let style: Style

  /// True if the steps that succeeded are listed, too.
  let listsAll: Bool

  /// The width of the terminal; nil, to wrap nothing, if the output is not a terminal.
  let width: Int?

  /// Returns the lines: each place with its files, then the scene's requirements if a scene is given, then a summary.
  func lines(_ diagnosis: PluginDiagnosis, scene: String?) -> [String] {
    var lines = diagnosis.places.flatMap(self.lines)
    if let scene {
      lines.append(style.bold("\(TerminalText.escaped(scene))  (the scene)"))
      lines += diagnosis.requirements.flatMap { self.lines($0, message: FileName.shown($0.message)) }
      if diagnosis.requirements.isEmpty { lines.append("  needs no plugin by its name") }
    }
    return lines + [summary(diagnosis)]
  }

  private func lines(_ place: PluginDiagnosis.Place) -> [String] {
    let origin =
      switch place.place.origin {
      case .option: "named by '--plugin'"
      case .program: "beside the program"
      case .variable: "INSPECTOR_PLUGIN_PATH"
      case .setting: "the setting 'plugins.paths'"
      case .user: "your own plugins"
      case .workspace: "the workspace"
      }
    let path = place.place.path.isEmpty ? "''" : TerminalText.escaped(place.place.path)
    var lines = [style.bold("\(path)  (\(origin))")]
    lines += place.findings.flatMap { self.lines($0, message: $0.message) } + place.files.flatMap(self.lines)
    if lines.count == 1 { lines.append(place.place.kind == nil ? "  not there" : "  no plugins") }
    return lines
  }

  private func lines(_ file: PluginDiagnosis.File) -> [String] {
    let verdicts = Set(file.findings.map(\.verdict))
    let worst = [DoctorFinding.Verdict.error, .warning].first(where: verdicts.contains) ?? .ok
    let plugin = file.isUsed ? file.plugin?.description.map { "  \($0.name) \($0.version)" } ?? "" : "  not used"
    let name = file.path.parts(between: "/").last { !$0.isEmpty } ?? file.path
    var lines = ["  \(mark(worst))  \(TerminalText.escaped(name + plugin))"]
    for finding in file.findings where listsAll || finding.verdict != .ok {
      let lead = listsAll ? "    \(mark(finding.verdict))  " : Self.margin
      lines += indented("\(finding.step.rawValue): \(finding.message)", finding.remedy, after: lead)
    }
    return lines
  }

  private func lines(_ finding: DoctorFinding, message: String) -> [String] {
    indented(message, finding.remedy, after: "  \(mark(finding.verdict))  ")
  }

  private static let margin = "           "

  /// Returns the lines of a message, the first one after `lead` and the rest indented, followed by the remedy.
  private func indented(_ message: String, _ remedy: DoctorFinding.Remedy?, after lead: String) -> [String] {
    var lines = wrapped(TerminalText.escapedLines(message))
    lines = lines.enumerated().map { "\($0 == 0 ? lead : Self.margin)\($1)" }
    switch remedy {
    // A command is copied, so it stays whole.
    case .command(let text): lines.append("\(Self.margin)→ \(style.new(TerminalText.escaped(text)))")
    case .advice(let text): lines += wrapped("→ \(TerminalText.escaped(text))").map { Self.margin + $0 }
    case nil: break
    }
    return lines
  }

  private func wrapped(_ text: String) -> [String] {
    let room = width.map { max($0 - Self.margin.utf8.count, 20) }
    return Style.wrappedMessage(text, to: room).split(separator: "\n").map(String.init)
  }

  private func mark(_ verdict: DoctorFinding.Verdict) -> String {
    switch verdict {
    case .ok: style.new("ok     ")
    case .warning: style.warning("warning")
    case .error: style.error("error  ")
    }
  }

  private func summary(_ diagnosis: PluginDiagnosis) -> String {
    let files = diagnosis.places.flatMap(\.files)
    let used = files.count(where: \.isUsed)
    let unused = files.count - used
    return "\(pluralised(files.count, "file")): \(used) used" + (unused > 0 ? ", \(unused) not used" : "")
  }
}
