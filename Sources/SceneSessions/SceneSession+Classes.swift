internal import InspectorKit
internal import SceneDocument

extension SceneSession {
  /// Whether a plugin that the scene accepts knows a class of the scene, or the base as which its objects are inspected.
  ///
  /// - Parameter classID: the class's place among the document's `classNames`.
  public func knows(classID: Int) -> Bool {
    withModel { if case .known = $0.meaning(ofClass: classID) { true } else { false } }
  }

  /// Whether the scene or a plugin has a class of that name.
  public func hasClass(named name: String) -> Bool {
    withModel { $0.hasClass(name) }
  }

  /// The class that a name was most likely meant for, or nil.
  public func suggestedClass(for name: String) -> String? {
    withModel { model in
      DidYouMean.suggestion(for: name, among: model.document.classNames + model.registry.classNames)
    }
  }
}
