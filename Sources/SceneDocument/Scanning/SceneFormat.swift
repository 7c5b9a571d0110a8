/// The constants of the scene format.
enum SceneFormat {
  static let current = "inspector-scene/1"

  /// The keys that only placeholders have. An object that has one in a scene that is not composed cannot be edited.
  static let reservedKeys = ["ref", "overrides"]
}
