internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The objects of a scene with their classes and stored values, for the check that an edit of several documents leaves
/// them as they are.
struct ShownScene: Equatable {
  private var objects: [ShownObject] = []

  private struct ShownObject: Equatable {
    var id: String
    var className: String
    var attributes: [ExactText: [UInt8]]
  }

  /// Reads the objects of a scene.
  ///
  /// - Parameter id: returns the id that an object is expected to have after the edit.
  init(_ document: SceneDocument, id: (NodeIndex) -> String) {
    objects = document.objects.map { node in
      var attributes: [ExactText: [UInt8]] = [:]
      document.forEachAttribute(of: node) { key, value in
        attributes[ExactText(JSONString.decode(key))] = Array(value)
        return true
      }
      return ShownObject(id: id(node), className: document.className(node), attributes: attributes)
    }
  }

  /// Returns the id of the first object that another scene shows differently; nil if both show the same.
  ///
  /// - Parameter keys: for an object's id, the keys whose values may differ.
  func firstDifference(from other: ShownScene, apartFrom keys: [ExactText: Set<ExactText>] = [:]) -> String? {
    for (one, two) in zip(objects, other.objects) where one != two {
      guard one.id.isExactly(two.id), one.className == two.className, let left = keys[ExactText(one.id)],
        one.attributes.filter({ !left.contains($0.key) }) == two.attributes.filter({ !left.contains($0.key) })
      else { return one.id }
    }
    let count = min(objects.count, other.objects.count)
    return (objects.dropFirst(count).first ?? other.objects.dropFirst(count).first)?.id
  }
}
