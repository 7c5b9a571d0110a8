import JSONText
import SceneDocument
import TestSupport

/// Laws of structural edits mixed with edits of attributes and the palette: each results in a valid scene, keeps the
/// attributes of remaining objects, reports their new numbers, and is undone and redone exactly.
enum SceneStructureLaws {
  static func check(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    guard let scene = SceneEditLaws.scene(&input) else { return }
    let original = scene.bytes()
    var undos: [(undo: Undo, bytes: [UInt8])] = []
    repeat {
      let before = scene.bytes()
      do {
        if let undo = try edit(scene, &input.choices) { undos.append((undo, before)) }
      } catch let error as SceneError {
        try law(scene.bytes() == before, "a refused edit changes bytes: \(error)")
        try law(!error.description.contains("report this file"), error.description)
      }
      try SceneEditLaws.expectReadAgain(scene)
    } while !input.choices.isEmpty && undos.count < 8
    let last = scene.bytes()
    var redos: [Undo] = []
    for (undo, bytes) in undos.reversed() {
      redos.append(try undo.made(on: scene))
      try law(scene.bytes() == bytes, "undoing does not bring back what was: \(undo)")
    }
    try law(scene.bytes() == original && !scene.isEdited, "all undone, something is left")
    for redo in redos.reversed() { _ = try redo.made(on: scene) }
    try law(scene.bytes() == last, "doing again does not bring back what was")
  }

  private enum Undo {
    case attributes(SpliceRestore)
    case palette(SpliceRestore)
    case structure(StructureRestore)

    /// Applies the undo record, and returns its inverse.
    func made(on scene: SceneDocument) throws -> Undo {
      switch self {
      case .attributes(let restore): .attributes(scene.restore(restore))
      case .palette(let restore): .palette(scene.restore(restore))
      case .structure(let restore): .structure(try scene.restore(restore))
      }
    }
  }

  private static func edit(_ scene: SceneDocument, _ choices: inout Choices) throws -> Undo? {
    switch choices.number(below: 5) {
    case 0 where scene.objectCount > 0:
      let node = NodeIndex(choices.number(below: scene.objectCount))
      return .attributes(try scene.apply([SceneEditLaws.change(of: node, in: scene, &choices)], to: node))
    case 1: return .palette(try scene.applyToPalette([paletteChange(&choices)]))
    default:
      let changes = (0...choices.number(below: 3)).map { _ in change(of: scene, &choices) }
      let before = scene.objects.map { scene.id($0) }
      let attributes = SceneEditLaws.snapshot(scene)
      let undo = try scene.restructure(changes)
      try checkMap(undo, changes, before, attributes, scene)
      return .structure(undo)
    }
  }

  private static func checkMap(
    _ undo: StructureRestore, _ changes: [StructureChange], _ ids: [String], _ attributes: [[[UInt8]]],
    _ scene: SceneDocument
  ) throws {
    let renamed = Set(changes.compactMap { if case .setID(_, let node) = $0 { node } else { nil } })
    let now = SceneEditLaws.snapshot(scene)
    for (old, id) in ids.enumerated().map({ (NodeIndex($0), $1) }) {
      guard let new = undo.map.new(old) else { continue }
      try law(undo.map.old(new) == old, "object \(old.number) went to \(new.number), which came from elsewhere")
      // Objects that move deeper are indented again, including the objects and lists in their attributes.
      try law(
        now[new.number].map(dense) == attributes[old.number].map(dense), "the attributes of \(old.number) are others")
      if !renamed.contains(old) {
        try law(scene.id(new).utf8.elementsEqual(id.utf8), "object \(old.number) has another id")
      }
    }
  }

  /// Returns JSON text without blanks between its tokens.
  static func dense(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var (isInString, isEscaped) = (false, false)
    for byte in text {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else {
        if byte <= 0x20 { continue }
        isInString = byte == UInt8(ascii: "\"")
      }
      result.append(byte)
    }
    return result
  }

  static func change(of scene: SceneDocument, _ choices: inout Choices) -> StructureChange {
    let kind = choices.number(below: 8)
    guard scene.objectCount > 0, kind > 0 else {
      return .insert(object: object(&choices), at: place(scene, &choices))
    }
    let node = NodeIndex(choices.number(below: scene.objectCount))
    switch kind {
    case 1: return .remove(node)
    case 2:
      let id = choices.number(below: 2) == 0 ? nil : id(scene, &choices)
      return .duplicate(node, id: id, at: choices.number(below: 2) == 0 ? nil : place(scene, &choices))
    case 3: return .setID(id(scene, &choices), of: node)
    case 4: return .setClass(choices.one(of: ["View", "", "é\"", "W"]) + choices.text(), of: node)
    case 5: return .setName(choices.one(of: [nil, "", "a\n\"", "b"]), of: node)
    default: return .move(node, to: place(scene, &choices))
    }
  }

  /// Returns mostly a new id, sometimes a used or empty one, which must be refused.
  private static func id(_ scene: SceneDocument, _ choices: inout Choices) -> String {
    switch choices.number(below: 4) {
    case 0 where scene.objectCount > 0: scene.id(NodeIndex(choices.number(below: scene.objectCount)))
    case 1: choices.text()
    default: "new\(choices.byte())\"\\é"
    }
  }

  private static func place(_ scene: SceneDocument, _ choices: inout Choices) -> ObjectPlace {
    let kind = choices.number(below: 5)
    let holder = choices.number(below: scene.objectCount + 1)
    let parent = holder == scene.objectCount ? nil : NodeIndex(holder)
    guard scene.objectCount > 0 else { return kind == 0 ? .at(choices.number(below: 3), in: nil) : .last(in: nil) }
    switch kind {
    case 0: return .first(in: parent)
    case 1: return .last(in: parent)
    case 2: return .at(choices.number(below: 4), in: parent)
    case 3: return .before(parent ?? 0)
    default: return .after(parent ?? 0)
    }
  }

  private static func object(_ choices: inout Choices) -> [UInt8] {
    let id = "in\(choices.byte())"
    return Array(
      choices.one(of: [
        #"{"id":"\#(id)","class":"View"}"#,
        #"{ "id" : "\#(id)", "class":"V\u0069ew","attributes": {"a":[1, {"b":2.0}]}, "children":[ ] }"#,
        "{\n\t\"class\": \"W\",\r\n \"id\": \"\(id)\", \"children\": [{\"id\":\"\(id)-1\",\"class\":\"W\"},\n"
          + "{\"id\":\"\(id)-2\",\"class\":\"W\",\"attributes\":{\"new\":null}}]\n}",
        #"{"id":"\#(id)","class":"View","children":[{"id":"\#(id)","class":"View"}]}"#,
        #"{"id":"\#(id)"}"#, "{", "[]", #"{"id":"\#(id)","class":"View"},{"id":"x","class":"View"}"#,
      ]).utf8)
  }

  static func paletteChange(_ choices: inout Choices) -> AttributeChange {
    let name = choices.one(of: ["brand", "ink", "é\""])
    switch choices.number(below: 4) {
    case 0: return .remove(key: name)
    case 1: return .rename(key: name, to: choices.one(of: ["brand", "paper"]))
    case 2: return .setMember(key: name, member: "red", value: Array("0.5".utf8))
    default: return .set(key: name, value: Array(choices.one(of: ["\"#123\"", #"{"red":1, "green":0}"#, "1 2"]).utf8))
    }
  }
}
