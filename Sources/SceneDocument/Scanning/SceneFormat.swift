/// The constants of the scene format.
enum SceneFormat {
  static let current = "inspector-scene/1"

  /// The keys of objects that are reserved for later versions; an object with one of them cannot be edited.
  static let reservedKeys = ["ref", "overrides", "bindings"]
}
