internal import JSONText

// Why a picture is not made.
extension Refusal {
  static var textsLost: Self { Self(.ioRead, "the temporary file with the picture's texts cannot be read") }
}
