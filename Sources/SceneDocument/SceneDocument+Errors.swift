public import JSONText

extension SceneDocument {
  /// An error or warning about the place at `offset`, with its line shown.
  public func error(code: DiagnosticCode, message: String, at offset: Int) -> SceneError {
    SceneFault(code: code, offset: offset, message: message).located(in: source.buffer, file: name, map: map)
  }
}
