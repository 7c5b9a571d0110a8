internal import InspectorKit
internal import JSONText
internal import SceneDocument

// The check of the palettes from which a scene takes colours.
extension SceneModel {
  /// The findings about the scene's palette documents.
  var paletteFindings: [Diagnostic] {
    var found: [Diagnostic] = []
    let isForeign = document.foreignFormat != nil
    func add(
      _ finding: any Refusal, _ severity: Diagnostic.Severity, _ source: PaletteSource,
      _ entry: SharedPalette.Entry? = nil
    ) {
      found.append(diagnostic(finding, severity, source, entry))
    }
    var first: [ExactText: String?] = Dictionary(
      document.written.palette.map { (ExactText($0.name), nil) }, uniquingKeysWith: { first, _ in first })
    for source in palette.sources {
      if let problem = source.problem { add(problem, .error, source) }
      for (name, problem) in source.palette?.problems ?? [] {
        var diagnostic = Diagnostic(problem, severity: .error)
        (diagnostic.file, diagnostic.property) = (source.shownPath, name)
        found.append(diagnostic)
      }
      for entry in source.palette?.entries ?? [] {
        if isForeign, !palette.isGiven(entry.name) {
          add(PaletteFinding.known(entry.name), .warning, source, entry)
        } else if let other = first[ExactText(entry.name)] {
          add(PaletteFinding.hidden(entry.name, file: source.path, first: other), .warning, source, entry)
        } else {
          first[ExactText(entry.name)] = .some(source.path)
        }
      }
    }
    for (name, text) in document.templateColors where first[name] == nil {
      guard var problem = ScenePalette.problem(of: text, as: name.text) else { continue }
      let place = document.templateColorPlace(name.text)
      (problem.file, problem.line, problem.column) = (place?.file, place?.position.line, place?.position.column)
      problem.property = name.text
      found.append(problem)
    }
    return found
  }

  /// Returns a finding about a palette document, located at the scene's reference to the document. A foreign document has
  /// no such reference, so the finding is located in the palette document.
  private func diagnostic(
    _ finding: any Refusal, _ severity: Diagnostic.Severity, _ source: PaletteSource, _ entry: SharedPalette.Entry?
  ) -> Diagnostic {
    var diagnostic: Diagnostic
    if document.foreignFormat == nil {
      diagnostic = Diagnostic(document.source.error(finding, at: source.offset), severity: severity)
    } else if let entry {
      let position = entry.position
      diagnostic = Diagnostic(
        finding, severity: severity, file: source.shownPath, line: position.line, column: position.column)
    } else {
      diagnostic = source.fault.map { Diagnostic($0, severity: severity) } ?? Diagnostic(finding, severity: severity)
      diagnostic.file = source.shownPath
    }
    diagnostic.property = entry?.name
    return diagnostic
  }
}
