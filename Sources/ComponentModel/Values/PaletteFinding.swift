package import JSONText
package import SceneDocument

/// A finding about the palette documents of a scene.
package enum PaletteFinding: Refusal {
  /// A palette document cannot be read. The position refers to that document.
  case wrong(file: String, SourcePosition?, AnyRefusal)

  /// A colour of a palette document is invalid. The finding is the same for all scenes that use the document.
  case color(AnyRefusal)

  /// A colour of a palette document is unused, because the scene's own palette or, if `first` names a document, that
  /// earlier palette document defines the same name.
  case hidden(String, file: String, first: String?)

  /// A colour name of a palette already has a meaning in a foreign document; the document's meaning takes precedence.
  case known(String)

  /// An edit adds a name to the scene's own palette that hides a colour of the same name in another document.
  case hides(String, file: String, isPalette: Bool)

  package var code: DiagnosticCode {
    switch self {
    case .wrong(_, _, let reason), .color(let reason): reason.code
    case .hidden, .known, .hides: .paletteHidden
    }
  }

  package var message: String {
    switch self {
    case .wrong(let file, let position, let reason):
      "\(file)\(position.map { ":\($0)" } ?? ""): \(reason.message)"
    case .color(let reason): reason.message
    case .hidden(let name, let file, nil):
      "the scene's own palette also has '\(name)', which hides the one in '\(file)'; remove one of them"
    case .hidden(let name, let file, let first?):
      "'\(first)' comes first and also has '\(name)', which hides the one in '\(file)'; remove one of them"
    case .known(let name):
      "'\(name)' keeps the meaning that it has in files of other programs; rename this colour"
    case .hides(let name, let file, let isPalette):
      "'\(name)' hides the colour of '\(file)' in this scene from now on"
        + (isPalette ? "; to change it in all scenes, set it with '--in \(file)'" : "")
    }
  }

  package var suggestion: String? {
    switch self {
    case .wrong(_, _, let reason), .color(let reason): reason.suggestion
    case .hidden, .known, .hides: nil
    }
  }
}
