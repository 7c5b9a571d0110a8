internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The objects of a scene with their classes, stored values and references, for the check that an edit of several
/// documents leaves them as they are.
struct ShownScene {
  private var objects: [ShownObject] = []

  private struct ShownObject: Equatable {
    var id: String
    var className: String

    /// The stored values as JSON texts. In place of an id, a property that refers to an object has that object's id in
    /// the scene.
    var values: [ExactText: [UInt8]]
  }

  /// Reads the objects of a scene.
  ///
  /// - Parameter id: returns the id that an object is expected to have after the edit.
  init(_ model: SceneModel, id: (NodeIndex) -> String) {
    let document = model.document
    objects = document.objects.map { node in
      var values: [ExactText: [UInt8]] = [:]
      document.forEachAttribute(of: node) { key, value in
        values[ExactText(JSONString.decode(key))] = Self.tokens(value)
        return true
      }
      if model.hasReferences, let binding = model.binding(of: node) {
        for reference in model.references(of: node) {
          guard let target = document.node(id: reference.id) else { continue }
          values[ExactText(model.storedKey(node, binding, at: reference.place))] = Array(id(target).utf8)
        }
      }
      return ShownObject(id: id(node), className: document.className(node), values: values)
    }
  }

  /// Returns a JSON text without the blanks between its tokens: an object that is inserted is laid out like those around
  /// it.
  private static func tokens(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var (isString, isEscaped) = (false, false)
    return text.filter { byte in
      defer {
        isEscaped = isString && !isEscaped && byte == UInt8(ascii: "\\")
      }
      if byte == UInt8(ascii: "\""), !isEscaped { isString.toggle() }
      return isString || byte > UInt8(ascii: " ")
    }
  }

  /// Returns the id of the first object that another scene shows differently; nil if both show the same.
  func firstDifference(from other: ShownScene) -> String? {
    if let pair = zip(objects, other.objects).first(where: { $0 != $1 }) { return pair.0.id }
    let count = min(objects.count, other.objects.count)
    return (objects.dropFirst(count).first ?? other.objects.dropFirst(count).first)?.id
  }
}
