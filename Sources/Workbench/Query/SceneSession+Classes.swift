extension SceneSession {
  /// Whether a plugin that the scene accepts knows a class of the scene.
  public func knows(className: String) -> Bool {
    withModel { $0.definition(ofClass: className) != nil }
  }
}
