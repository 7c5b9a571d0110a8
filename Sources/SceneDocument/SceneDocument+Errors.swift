package import JSONText

extension SceneDocument {
  /// An error or warning about the place at `offset`, with its line shown.
  package func error(_ reason: any Refusal, at offset: Int) -> SceneError {
    SceneFault(reason, at: offset).located(in: source.buffer, file: name, map: map)
  }
}
