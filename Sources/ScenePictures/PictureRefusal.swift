internal import JSONText

/// A reason why a picture cannot be made.
enum PictureRefusal: Refusal {
  /// The file with the texts of a large picture can no longer be read.
  case textsLost

  var code: DiagnosticCode { .ioRead }
  var message: String { "the temporary file with the picture's texts cannot be read" }
}
