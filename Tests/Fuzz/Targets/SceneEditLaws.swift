import JSONText
import SceneDocument
import TestSupport

/// Laws of single-attribute edits: only the bytes of the value change, the written text is read back as edited, and
/// undo and redo are exact.
enum SceneEditLaws {
  static func check(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    guard let scene = scene(&input), scene.objectCount > 0 else { return }
    let original = scene.bytes()
    var undos: [(restore: SpliceRestore, bytes: [UInt8])] = []
    repeat {
      let before = scene.bytes()
      let node = NodeIndex(input.choices.number(below: scene.objectCount))
      let change = self.change(of: node, in: scene, &input.choices)
      let others = snapshot(scene)
      let old = value(change, node, scene)
      let oldKey = writtenKey(change, node, scene)
      do {
        undos.append((try scene.apply([change], to: node), before))
      } catch {
        try law(scene.bytes() == before, "a refused edit changes bytes: \(change)")
        continue
      }
      try checkBytes(before, scene.bytes(), change, old: old, new: value(change, node, scene))
      if let oldKey, case .rename(_, let key) = change {
        let length = JSON.string(key).text().utf8.count - 2
        try law(scene.bytes().count - before.count == length - oldKey.count, "\(change) writes more than the key")
      }
      try expectReadAgain(scene)
      for (other, attributes) in snapshot(scene).enumerated() where other != node.number {
        try law(attributes == others[other], "\(change) of \(node.number) changes \(other)")
      }
    } while !input.choices.isEmpty && undos.count < 8
    try goBack(scene, undos, original)
  }

  /// Returns the scene whose text is the input, or a random one determined by the input's choices.
  static func scene(_ input: inout FuzzInput) -> SceneDocument? {
    if let scene = try? SceneDocument(bytes: input.text, name: "scene") { return scene }
    let random = RandomScene(seed: input.choices.seed(), objects: 10)
    return try? SceneDocument(bytes: Array(random.text.utf8), name: "scene")
  }

  /// JSON texts to set, some of them invalid.
  private static let values = [
    "1", "-0.0", "1E400", "\"a\\u00e9\"", "null", "true", "[]", "{}", #"{"x": 1, "y":2}"#, #"{"x":1,"x":2}"#, " 7 ",
    "[1,\n 2]", "", "1 2", "nul", "\"", "1,", "}", "\"\u{0}\"", #"{"a":{"b":[{}]}}"#,
  ]

  static func change(of node: NodeIndex, in scene: SceneDocument, _ choices: inout Choices) -> AttributeChange {
    let kind = choices.number(below: 8)
    let key = key(of: node, in: scene, &choices)
    switch kind {
    case 0: return .remove(key: key)
    case 1: return .rename(key: key, to: choices.one(of: ["new", "é\"\\", "", "a"]) + choices.text())
    case 2, 3:
      let member = choices.one(of: ["x", "y", "m0", "m1", "é\n"])
      return .setMember(key: key, member: member, value: value(&choices))
    default: return .set(key: key, value: value(&choices))
    }
  }

  private static func value(_ choices: inout Choices) -> [UInt8] {
    if choices.number(below: 4) > 0 { return Array(choices.one(of: values).utf8) }
    return Array(JSON.string(choices.text()).text().utf8)
  }

  private static func key(of node: NodeIndex, in scene: SceneDocument, _ choices: inout Choices) -> String {
    var keys: [String] = []
    scene.forEachAttribute(of: node) { key, _ in
      keys.append(JSONString.decode(key))
      return true
    }
    return choices.one(of: keys + ["new", "k\"\n", ""])
  }

  /// Returns the value that a change affects: that of its attribute or of a member.
  private static func value(_ change: AttributeChange, _ node: NodeIndex, _ scene: SceneDocument) -> [UInt8]? {
    switch change {
    case .set(let key, _), .remove(let key), .rename(let key, _): return scene.attribute(key, of: node)
    case .setMember(let key, let member, _):
      var found: [UInt8]?
      scene.forEachAttribute(of: node) { raw, value in
        guard JSONString.equals(raw, key) else { return true }
        SceneDocument.forEachMember(ofValue: value) { raw, value in
          if JSONString.equals(raw, member) { found = Array(value) }
          return true
        }
        return false
      }
      return found
    }
  }

  /// Returns the key that a change affects, as written.
  private static func writtenKey(_ change: AttributeChange, _ node: NodeIndex, _ scene: SceneDocument) -> [UInt8]? {
    guard case .rename(let key, _) = change else { return nil }
    var found: [UInt8]?
    scene.forEachAttribute(of: node) { raw, _ in
      if JSONString.equals(raw, key) { found = Array(raw) }
      return true
    }
    return found
  }

  private static func checkBytes(
    _ before: [UInt8], _ after: [UInt8], _ change: AttributeChange, old: [UInt8]?, new: [UInt8]?
  ) throws {
    let kept = commonBytes(before, after)
    switch change {
    case .set(_, let value), .setMember(_, _, let value):
      try law(new == trimmed(value), "\(change) gives \(String(decoding: new ?? [], as: UTF8.self))")
      try law(kept >= before.count - (old?.count ?? 0), "\(change) changes more than its value")
      if let old { try law(after.count - before.count == trimmed(value).count - old.count, "\(change) changes blanks") }
    case .remove:
      try law(new == nil && kept == after.count, "\(change) does more than take out")
      try law(old != nil || after == before, "\(change) takes out what is not there")
    case .rename(let key, let to):
      try law(old != nil || after == before, "\(change) renames what is not there")
      try law(new == nil || key.utf8.elementsEqual(to.utf8), "\(change) leaves the old key")
      // An escape uses up to six bytes for one character.
      try law(kept >= before.count - 6 * max(key.utf8.count, 1), "\(change) changes more than its key")
    }
  }

  /// Returns the total number of equal bytes at the beginnings and at the ends.
  static func commonBytes(_ a: [UInt8], _ b: [UInt8]) -> Int {
    let most = min(a.count, b.count)
    let first = (0..<most).first { a[$0] != b[$0] } ?? most
    let last = (0..<most - first).first { a[a.count - 1 - $0] != b[b.count - 1 - $0] } ?? most - first
    return first + last
  }

  private static func trimmed(_ value: [UInt8]) -> [UInt8] {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return Array(value.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }

  /// Checks that reading the document's text results in an equal document.
  static func expectReadAgain(_ scene: SceneDocument) throws {
    let read: SceneDocument
    do {
      read = try SceneDocument(bytes: scene.bytes(), name: "written")
    } catch {
      throw Difference("what was written is refused: \(error)")
    }
    try law(read.objectCount == scene.objectCount, "\(read.objectCount) objects are read of \(scene.objectCount)")
    for node in scene.objects {
      try law(read.id(node).utf8.elementsEqual(scene.id(node).utf8), "the id of \(node)")
      try law(read.className(node).utf8.elementsEqual(scene.className(node).utf8), "the class of \(node)")
      try law(read.objectName(node) == scene.objectName(node), "the name of \(node)")
      try law(read.parent(node) == scene.parent(node), "the parent of \(node)")
      try law(scene.node(id: read.id(node)) == node, "\(node) is not found by its id")
    }
    try law(snapshot(read) == snapshot(scene), "the attributes are read otherwise")
  }

  /// Returns each object's attributes as written.
  static func snapshot(_ scene: SceneDocument) -> [[[UInt8]]] {
    scene.objects.map { node in
      var list: [[UInt8]] = []
      scene.forEachAttribute(of: node) { key, value in
        list += [Array(key), Array(value)]
        return true
      }
      return list
    }
  }

  private static func goBack(
    _ scene: SceneDocument, _ undos: [(restore: SpliceRestore, bytes: [UInt8])], _ original: [UInt8]
  ) throws {
    let last = scene.bytes()
    var redos: [SpliceRestore] = []
    for undo in undos.reversed() {
      redos.append(scene.restore(undo.restore))
      try law(scene.bytes() == undo.bytes, "undoing does not bring back what was")
    }
    try law(scene.bytes() == original && !scene.isEdited, "all undone, something is left")
    for redo in redos.reversed() { _ = scene.restore(redo) }
    try law(scene.bytes() == last, "doing again does not bring back what was")
  }
}
