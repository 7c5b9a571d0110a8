import JSONText
import SceneDocument
import SceneFormats
import TestSupport

/// Laws of foreign documents: reading keeps every byte, edits are read back as made, and undo restores every byte.
enum ForeignLaws {
  /// The formats of the repository.
  private static let formats: [any ForeignFormat] = {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Plugins"
    return fileNames(in: root).flatMap { folder in
      fileNames(in: "\(root)/\(folder)").filter { $0.hasSuffix(".inspector-format.json") }.compactMap {
        try? FormatFile.format(at: "\(root)/\(folder)/\($0)")
      }
    }
  }()

  static func check(_ bytes: [UInt8]) throws {
    try law(formats.count > 3, "the formats are missing")
    var input = FuzzInput(bytes)
    guard let scene = try? document(input.text), scene.foreignFormat != nil else { return }
    try law(scene.bytes() == input.text, "loading changes bytes")
    for _ in 0..<12 where !input.choices.isEmpty && scene.objectCount > 0 {
      let before = scene.bytes()
      do {
        try edit(scene, &input.choices, before)
      } catch let error as SceneError {
        try law(scene.bytes() == before, "a refused edit changes bytes: \(error)")
      }
    }
  }

  private static func document(_ text: [UInt8]) throws(SceneError) -> SceneDocument {
    try SceneDocument(bytes: text, name: "foreign", of: ForeignFormats { formats })
  }

  /// Makes an edit, and checks the laws. Throws the reason for refusing the edit, or a violation.
  private static func edit(_ scene: SceneDocument, _ choices: inout Choices, _ before: [UInt8]) throws {
    let node = NodeIndex(choices.number(below: scene.objectCount))
    var keys: [String] = []
    scene.forEachAttribute(of: node) { key, _ in
      keys.append(JSONString.decode(key))
      return true
    }
    // The class and the values of such an object are known only after the document has been read again.
    keys.removeAll { $0 == "gid" || $0 == "template" }
    switch choices.number(below: 8) {
    case 0: try restructure(scene, .remove(node), before)
    case 1: try restructure(scene, .duplicate(node, id: nil, at: nil), before)
    case 2: try restructure(scene, .setName(choices.text(), of: node), before)
    case 3: try restructure(scene, .setID(choices.text(), of: node), before)
    case 4:
      guard !keys.isEmpty else { return }
      try apply(scene, [.remove(key: choices.one(of: keys))], to: node, before)
    default:
      guard !keys.isEmpty else { return }
      let value = choices.one(of: values + [JSONString.quoted(choices.text())])
      try apply(scene, [.set(key: choices.one(of: keys), value: value)], to: node, before)
    }
  }

  /// The JSON texts of values to set.
  private static let values = [
    "0", "-1.5", "12", "true", "false", "\"#102030\"", "\"tomato\"", #"{"x": 1, "y": 2.5}"#,
    #"{"width": 3, "height": 4}"#, #"{"x": 1, "y": 2, "width": 3, "height": 4}"#,
  ].map { Array($0.utf8) }

  private static func apply(
    _ scene: SceneDocument, _ changes: [AttributeChange], to node: NodeIndex, _ before: [UInt8]
  ) throws {
    let undo = try scene.apply(changes, to: node)
    let edited = scene.bytes()
    try expectSame(scene, "\(changes)")
    let redo = scene.restore(undo)
    try law(scene.bytes() == before, "undo of \(changes)")
    _ = scene.restore(redo)
    try law(scene.bytes() == edited, "redo of \(changes)")
  }

  private static func restructure(
    _ scene: SceneDocument, _ change: StructureChange, _ before: [UInt8]
  ) throws {
    let undo = try scene.restructure([change])
    let edited = scene.bytes()
    try expectSame(scene, "\(change)")
    let redo = try scene.restore(undo)
    try law(scene.bytes() == before, "undo of \(change)")
    _ = try scene.restore(redo)
    try law(scene.bytes() == edited, "redo of \(change)")
  }

  /// Checks that reading the document's text results in the same scene.
  private static func expectSame(_ scene: SceneDocument, _ edit: String) throws {
    let again = try document(scene.bytes())
    let (old, new) = (lines(scene), lines(again))
    let place = zip(old, new).prefix { $0 == $1 }.count
    try law(
      old == new, "after \(edit): \(old.dropFirst(place).prefix(1)) is read as \(new.dropFirst(place).prefix(1))")
  }

  /// Returns a description of each object of a scene.
  private static func lines(_ scene: SceneDocument) -> [String] {
    scene.objects.map { node in
      var attributes: [String] = []
      scene.forEachAttribute(of: node) { key, value in
        attributes.append("\(JSONString.decode(key))=\(String(decoding: value, as: UTF8.self))")
        return true
      }
      let place = scene.parent(node).map { "\($0.number)" } ?? "-"
      return "\(place) \(scene.id(node)) \(scene.className(node)) \(scene.objectName(node) ?? "-") "
        + attributes.sorted().joined(separator: " ")
    }
  }
}
