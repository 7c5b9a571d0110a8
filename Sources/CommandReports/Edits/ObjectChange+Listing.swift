internal import SceneSessions

extension ObjectChange {
  /// True if nothing is different afterwards.
  var isIdle: Bool { old == new && renamedFrom == nil && effectiveBefore == effective && effects.isEmpty }

  /// True if it is listed under its property: what was refused, and what is different.
  var isListed: Bool { !property.isEmpty && (rejected != nil || !isIdle) }
}

extension ObjectChange.Effect {
  /// True if layout and no hook makes the value another.
  var isOfLayout: Bool { property == SceneModel.layoutFrame }
}
