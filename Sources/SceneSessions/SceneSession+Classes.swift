package import InspectorKit
package import SceneDocument

extension SceneSession {
  /// Whether a plugin that the scene accepts knows a class of the scene, or the base as which its objects are inspected.
  ///
  /// - Parameter classID: the class's place among the document's `classNames`.
  public func knows(classID: Int) -> Bool {
    withModel { if case .known = $0.meaning(ofClass: classID) { true } else { false } }
  }

  /// The classes of some objects, each once; objects of a class that no plugin knows have that of their base, if any.
  package func classes(of nodes: some Sequence<NodeIndex>) -> [ComponentDefinition] {
    withModel { model in
      Set(nodes.map(model.document.classID)).sorted().compactMap { classID in
        if case .known(let binding) = model.meaning(ofClass: classID) { binding.definition } else { nil }
      }
    }
  }

  /// The classes of the scene that no plugin knows and that are inspected as their bases.
  package var basedClasses: [ComponentDefinition] { withModel { $0.basedEntries.map(\.definition) } }

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
