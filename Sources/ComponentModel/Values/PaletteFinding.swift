package import JSONText
package import SceneDocument

/// A finding about the palette documents that a scene names.
package enum PaletteFinding: Refusal {
  /// The document cannot be read. The place is in the document.
  case wrong(file: String, SourcePosition?, AnyRefusal)

  /// A colour of the document is wrong. The finding is about the document's own text, whatever scene names it.
  case color(AnyRefusal)

  /// The name has a colour in the document that is not used, because the name is also in the scene's own palette or,
  /// if `first` names a document, in that document, which comes first.
  case hidden(String, file: String, first: String?)

  /// The name has a different meaning in documents of another program, which keep it.
  case known(String)

  /// An edit adds a name to the scene's own palette, which another document has, too.
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
      "'\(name)' keeps the meaning that it has in files of other programs; rename this color"
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
