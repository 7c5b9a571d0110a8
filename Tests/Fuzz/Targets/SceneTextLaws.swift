import JSONText
import SceneDocument

/// Laws that compare the fast scanner of scenes with the exact one and with rules applied to a tree, and the index with
/// this tree.
enum SceneTextLaws {
  static func check(_ text: [UInt8]) throws {
    let verdict = ScannerVerdict(text)
    let isRight = verdict.syntaxFault == nil && verdict.ruleFault == nil
    try law(
      verdict.fastPassAccepts == isRight,
      "the fast pass says \(verdict.fastPassAccepts), the exact ones \(verdict.syntaxFault as Any) \(verdict.ruleFault as Any)"
    )
    if verdict.syntaxFault == nil, let model = try SceneModelText(text) {
      try law(
        (verdict.ruleFault == nil) == (model.fault == nil),
        "the rules say \(verdict.ruleFault as Any), the tree \(model.fault as Any)")
      try checkDocument(text, model)
    } else {
      // A text without a syntax error is too deep for a tree, or has numbers that a tree cannot represent.
      try expectRefused(text, as: verdict.syntaxFault == nil ? "" : "json.")
    }
    // Any text may also be inserted as an object.
    if let fault = SceneDocument.fault(ofObject: text) {
      try law((0...text.count).contains(fault.offset), "a fault at \(fault.offset) of \(text.count)")
    }
  }

  private static func expectRefused(_ text: [UInt8], as code: String) throws {
    do {
      _ = try SceneDocument(bytes: text, name: "scene")
    } catch {
      try law(error.code.rawValue.hasPrefix(code), "refused as \(error.code)")
      try law(!error.description.isEmpty && !error.description.contains("report this file"), error.description)
      try law(
        (error.line ?? 1) >= 1 && (error.column ?? 1) >= 1, "line \(error.line as Any), column \(error.column as Any)")
    }
  }

  private static func checkDocument(_ text: [UInt8], _ model: SceneModelText) throws {
    guard model.fault == nil, model.twice == nil else {
      return try expectRefused(text, as: model.fault == nil ? "scene.duplicate-id" : "")
    }
    let scene = try SceneDocument(bytes: text, name: "scene")
    try law(scene.bytes() == text, "loading changes bytes")
    try law(scene.objectCount == model.objects.count, "\(scene.objectCount) objects for \(model.objects.count)")
    for (node, object) in zip(scene.objects, model.objects) {
      try law(scene.id(node).utf8.elementsEqual(object.id.utf8), "the id of \(node.number)")
      try law(scene.className(node).utf8.elementsEqual(object.className.utf8), "the class of \(node.number)")
      try law(scene.parent(node)?.number == object.parent, "the parent of \(node.number)")
      try law(scene.node(id: object.id) == node, "\(node.number) is not found by its id")
      var attributes: [JSON.Member] = []
      try scene.forEachAttribute(of: node) { key, value in
        attributes.append(.init(JSONString.decode(key), try JSONLaws.read(value)))
        return true
      }
      try law(attributes == object.attributes, "the attributes of \(node.number)")
    }
    _ = (scene.warnings, scene.palette.count, scene.plugins.count, scene.sceneName)
  }
}

/// A scene's rules and objects, determined from a tree as simply as possible.
struct SceneModelText {
  struct Object {
    var id: String
    var className: String
    var parent: Int?
    var attributes: [JSON.Member]
  }

  private(set) var objects: [Object] = []
  private(set) var fault: String?
  /// An id that occurs twice.
  private(set) var twice: String?

  /// Reads a text; nil if it is too deep for a tree, or contains numbers that a tree cannot represent.
  init?(_ text: [UInt8]) throws {
    guard let tree = try? text.withUnsafeBytes({ try JSONLaws.read($0) }) else { return nil }
    do {
      try scene(tree)
    } catch {
      fault = "\(error)"
      return
    }
    var ids = Set<[UInt8]>()
    twice = objects.first { !ids.insert(Array($0.id.utf8)).inserted }?.id
  }

  private mutating func scene(_ tree: JSON) throws {
    guard case .object = tree else { throw Difference("a scene is an object") }
    guard let format = member("format", tree)?.stringValue, format.utf8.elementsEqual("inspector-scene/1".utf8) else {
      throw Difference("the format")
    }
    guard let list = member("objects", tree)?.arrayValue else { throw Difference("the objects") }
    try text("name", tree)
    if let plugins = member("plugins", tree) {
      guard let members = plugins.objectValue, members.allSatisfy({ $0.value.stringValue != nil }) else {
        throw Difference("the plugins")
      }
    }
    if let palette = member("palette", tree), palette.objectValue == nil { throw Difference("the palette") }
    for object in list { try self.object(object, nil) }
  }

  private mutating func object(_ tree: JSON, _ parent: Int?) throws {
    guard case .object = tree else { throw Difference("an object") }
    guard let id = member("id", tree)?.stringValue, !id.isEmpty else { throw Difference("the id") }
    guard let name = member("class", tree)?.stringValue, !name.isEmpty else { throw Difference("the class") }
    try text("name", tree)
    var attributes: [JSON.Member] = []
    if let given = member("attributes", tree) {
      guard let members = given.objectValue else { throw Difference("the attributes") }
      attributes = members
    }
    let number = objects.count
    objects.append(Object(id: id, className: name, parent: parent, attributes: attributes))
    guard let children = member("children", tree) else { return }
    guard let list = children.arrayValue else { throw Difference("the children") }
    for child in list { try object(child, number) }
  }

  private func text(_ key: String, _ tree: JSON) throws {
    if let value = member(key, tree), value.stringValue == nil { throw Difference("the \(key)") }
  }

  /// Returns the member with exactly these bytes as its key, since keys that look alike may differ.
  private func member(_ key: String, _ tree: JSON) -> JSON? {
    tree.objectValue?.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }
}
