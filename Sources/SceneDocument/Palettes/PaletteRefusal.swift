import JSONText

/// The reasons for rejecting a text as a palette document.
enum PaletteRefusal: Refusal {
  case notAPalette(found: String)
  case noFormat
  case otherFormat(String)
  case noColors

  var code: DiagnosticCode { .sceneFormat }

  var message: String {
    switch self {
    case .notAPalette(let found):
      "a palette is an object, found \(found); begin with {\"format\": \"\(PaletteDocument.format)\""
    case .noFormat: "the palette has no 'format'; add \"format\": \"\(PaletteDocument.format)\""
    case .otherFormat(let found):
      "this is not a palette: its format is \(found), and a palette has \"format\": \"\(PaletteDocument.format)\""
    case .noColors: "the palette has no 'colors'; add \"colors\": { \"brand\": \"#3366FF\" }"
    }
  }
}
