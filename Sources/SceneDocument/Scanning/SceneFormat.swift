/// The words of the scene format.
enum SceneFormat {
  static let current = "inspector-scene/1"

  /// Keys of objects that later versions give a meaning; objects that carry one are not edited.
  static let reservedKeys = ["ref", "overrides", "bindings"]
}
