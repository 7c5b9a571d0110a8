internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A snapshot of a scene's objects with their classes, names, stored values, colours, references and constraints. It is
/// used to check that an edit of several documents leaves them unchanged.
struct ShownScene {
  private var objects: [ShownObject] = []

  private struct ShownObject: Equatable {
    var id: String
    var className: String
    var name: String?
    var runtimeAttributes: [UInt8]

    /// The bindings in each document, starting with the scene's own.
    var bindings: [[UInt8]] = []

    /// The references in the constraints, with the ids that the objects are expected to get.
    var constraints: [ObjectReference] = []

    /// The named colours of properties and runtime attributes, by key.
    var colors: [ExactText: Color] = [:]

    /// The stored values as JSON texts. References to objects are replaced with the objects' ids in the scene.
    var values: [ExactText: [UInt8]]
  }

  /// Reads the objects of a scene.
  ///
  /// - Parameter id: returns the id that an object is expected to have after the edit.
  init(_ model: SceneModel, id: (NodeIndex) -> String) {
    let document = model.document
    // The model may still have the palette from before the edit.
    let palette = ScenePalette(document).colors
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
      var object = ShownObject(
        id: id(node), className: document.className(node), name: document.objectName(node),
        runtimeAttributes: document.runtimeAttributesText(of: node).map { Self.tokens($0.text) } ?? [], values: values)
      document.forEachBindingsText(of: node) { text, _, _, _ in object.bindings.append(Self.tokens(text)) }
      document.forEachReference(of: node) { reference, _ in
        var reference = reference
        if let target = document.node(id: reference.id) { reference.id = id(target) }
        object.constraints.append(reference)
      }
      if let binding = model.binding(of: node) {
        for place in binding.types.indices where binding.takesPaletteNames(place) {
          let key = ExactText(model.storedKey(node, binding, at: place))
          if let raw = object.values[key] { object.colors[key] = Self.name(raw).flatMap { palette[$0] } }
        }
      }
      model.visitRuntimeAttributes(of: node, .color) { keyPath, raw in
        object.colors[ExactText("runtime \(keyPath)")] = Self.name(raw).flatMap { palette[$0] }
      }
      return object
    }
  }

  /// Returns the text of a JSON string; nil for other values.
  private static func name(_ raw: [UInt8]) -> ExactText? { (try? JSON.parse(raw))?.stringValue.map(ExactText.init) }

  /// Returns a JSON text without the whitespace between its tokens, since inserted objects are reformatted.
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

  /// Returns the id of the first object that differs in another scene; nil if there is none.
  func firstDifference(from other: ShownScene) -> String? {
    if let pair = zip(objects, other.objects).first(where: { $0 != $1 }) { return pair.0.id }
    let count = min(objects.count, other.objects.count)
    return (objects.dropFirst(count).first ?? other.objects.dropFirst(count).first)?.id
  }
}
