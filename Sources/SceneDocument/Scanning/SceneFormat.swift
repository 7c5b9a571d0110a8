/// The constants of the scene format.
enum SceneFormat {
  static let current = "inspector-scene/1"

  /// The keys that only placeholders have. In a scene that is not composed, an object with such a key cannot be edited.
  static let reservedKeys = ["ref", "overrides"]
}
