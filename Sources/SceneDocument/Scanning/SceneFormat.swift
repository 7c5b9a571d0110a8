/// The names that the scene format defines.
enum SceneFormat {
  static let current = "inspector-scene/1"

  /// Keys of objects that later versions will define; objects that carry one are not edited.
  static let reservedKeys = ["ref", "overrides", "bindings"]
}
