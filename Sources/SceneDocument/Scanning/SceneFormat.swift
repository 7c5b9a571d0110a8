/// The constants of the scene format.
enum SceneFormat {
  static let current = "inspector-scene/1"

  /// The keys of objects that are reserved for later versions. An object with one of these keys cannot be edited.
  static let reservedKeys = ["ref", "overrides", "bindings"]
}
