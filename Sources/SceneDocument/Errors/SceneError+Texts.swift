package import JSONText

// Files that are no scenes, but are read with the same care and the same words.
extension SceneError {
  /// An error about a place in a text that is no scene, such as a script.
  package static func about(_ text: [UInt8], at offset: Int, file: String, _ reason: any Refusal) -> SceneError {
    text.withUnsafeBytes { SceneFault(reason, at: offset).located(in: $0, file: file) }
  }

  /// What is wrong with a text that should be JSON; nil where it is.
  package static func syntaxError(in text: [UInt8], file: String) -> SceneError? {
    text.withUnsafeBytes { bytes in
      do throws(JSONSyntaxError) {
        try JSONSyntax.validate(bytes)
        return nil
      } catch {
        return SceneFault(error).located(in: bytes, file: file)
      }
    }
  }
}
