import SceneDocument

/// A scene to save, before and after an edit.
enum SavingSamples {
  static let card = LoadingTests.card
  static let edited = card.replacing("\"pointCount\": 5", with: "\"pointCount\": 7")

  /// Loads the scene and edits it.
  static func loadAndEdit(_ path: String) throws -> SceneDocument {
    let scene = try SceneDocument.load(path: path)
    _ = try scene.apply([.set(key: "pointCount", value: Array("7".utf8))], to: 1)
    return scene
  }

  /// Returns the thrown scene error; nil if none is thrown.
  static func refusal(_ body: () throws -> Void) -> SceneError? {
    do {
      try body()
      return nil
    } catch {
      return error as? SceneError
    }
  }
}
