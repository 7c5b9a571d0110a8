import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// The restore record of a random edit of a foreign document.
enum ForeignUndo {
  case attributes(SpliceRestore)
  case structure(StructureRestore)

  func made(on scene: SceneDocument) throws -> ForeignUndo {
    switch self {
    case .attributes(let restore): .attributes(scene.restore(restore))
    case .structure(let restore): .structure(try scene.restore(restore))
    }
  }
}

/// A generator of random edits of a foreign document.
struct RandomForeignEdits {
  var values: LegalValues
  let mapping: any ForeignFormat

  init(seed: UInt64, _ mapping: any ForeignFormat) {
    (values, self.mapping) = (LegalValues(seed: seed, of: mapping), mapping)
  }

  /// Makes a random edit; returns nil if the edit is refused.
  mutating func edit(_ scene: SceneDocument) throws -> (edit: String, undo: ForeignUndo)? {
    if scene.objectCount == 0 { return nil }
    if values.roll(0...3) == 0 {
      let changes = (0..<values.roll(1...3)).map { _ in structureChange(scene) }
      return ("\(changes)", .structure(try scene.restructure(changes)))
    }
    let node = self.node(scene)
    scene.declaredType = { _, key in key.hasPrefix("new") ? "Int" : nil }
    let changes = (0..<values.roll(1...4)).compactMap { _ in attributeChange(scene, node) }
    return ("\(scene.id(node)) \(Self.text(changes))", .attributes(try scene.apply(changes, to: node)))
  }

  private static func text(_ changes: [AttributeChange]) -> String {
    changes.map { change in
      switch change {
      case .set(let key, let value): "\(key)=\(value.asText)"
      case .setMember(let key, let member, let value): "\(key).\(member)=\(value.asText)"
      case .remove(let key): "-\(key)"
      case .rename(let key, let new): "\(key)->\(new)"
      }
    }.joined(separator: " ")
  }

  private mutating func node(_ scene: SceneDocument) -> NodeIndex { NodeIndex(values.roll(0...scene.objectCount - 1)) }

  /// Returns a random change that does not alter the object's base, since such a change would take effect only after
  /// reloading.
  private mutating func attributeChange(_ scene: SceneDocument, _ node: NodeIndex) -> AttributeChange? {
    let change = anyAttributeChange(scene, node)
    switch change {
    case .set("gid", _), .set("template", _), .remove("gid"), .remove("template"): return nil
    default: return change
    }
  }

  private mutating func anyAttributeChange(_ scene: SceneDocument, _ node: NodeIndex) -> AttributeChange? {
    var stored: [(key: String, value: [UInt8])] = []
    scene.forEachAttribute(of: node) { key, value in
      stored.append((JSONString.decode(key), Array(value)))
      return true
    }
    let classID = scene.classID(node)
    let classes = (mapping as? FormatMapping)?.classes ?? [:]
    let description = classes[scene.classNames[classID]] ?? scene.classBases[classID].flatMap { classes[$0] }
    let declared =
      mapping.isMarkup
      ? Self.markupProperties
      : description.map { description in
        description.paths.keys.sorted().compactMap { name in
          description.paths[name].flatMap { description.properties[$0] ?? description.composed[$0] }
        }
      }
    switch values.roll(0...9) {
    case 0...2:
      guard let (key, old) = stored.randomElement(using: &values.random) else { return nil }
      let type = scene.statedType(of: key, node) ?? declared?.first { $0.name == key }?.type
      return .set(key: key, value: Array(values.value(of: type, like: old).utf8))
    case 3...4:
      return stored.randomElement(using: &values.random).map { .remove(key: $0.key) }
    case 9:
      return stored.randomElement(using: &values.random).map { .rename(key: $0.key, to: "new\(values.roll(0...2))") }
    case 5: return .set(key: "new\(values.roll(0...2))", value: Array("\(values.roll(0...9))".utf8))
    case 6:
      guard let key = stored.filter({ $0.value.first == UInt8(ascii: "{") }).randomElement(using: &values.random)?.key
      else { return nil }
      return .setMember(key: key, member: ["x", "y"][values.roll(0...1)], value: Array(values.number().utf8))
    default:
      return declared?.randomElement(using: &values.random).map {
        .set(key: $0.name, value: Array((values.roll(0...9) == 0 ? "null" : values.value(of: $0.type)).utf8))
      }
    }
  }

  /// Properties of objects in XML documents: attributes, elements, and parts of elements.
  private static let markupProperties = [
    ("alpha", "Double"), ("isHidden", "Bool"), ("tag", "Int"), ("backgroundColor", "Color"),
    ("highlightedColor", "Color"),
    ("frame", "Rect"), ("shadowOffset", "Size"), ("title", "String"), ("titleColor", "Color"), ("fontSize", "Double"),
    ("keyboardType", "String"), ("constant", "Double"),
  ].map { FormatProperty(name: $0, type: $1, isReadOnly: false) }

  private mutating func structureChange(_ scene: SceneDocument) -> StructureChange {
    let node = self.node(scene)
    switch values.roll(0...5) {
    case 0: return .remove(node)
    case 1: return .duplicate(node, id: nil, at: values.roll(0...1) == 0 ? nil : place(scene))
    case 2: return .duplicate(node, id: newID(scene, node), at: nil)
    case 3: return .move(node, to: place(scene))
    case 4: return .setID(newID(scene, node), of: node)
    default: return .setName(values.roll(0...2) == 0 ? nil : "name \(values.roll(0...9)) \"é\"", of: node)
    }
  }

  private mutating func newID(_ scene: SceneDocument, _ node: NodeIndex) -> String {
    let prefix = scene.projection?.object(node)?.idPlace?.prefix ?? ""
    return prefix + ["new", "x\u{1F642}", "12", "a/b", "quo\"te", "/layers/0"][values.roll(0...5)]
      + (values.roll(0...1) == 0 ? "\(values.roll(0...999))" : "")
  }

  private mutating func place(_ scene: SceneDocument) -> ObjectPlace {
    let node = self.node(scene)
    switch values.roll(0...4) {
    case 0: return .before(node)
    case 1: return .after(node)
    case 2: return .first(in: scene.parent(node))
    case 3: return .last(in: scene.parent(node))
    default: return .at(values.roll(0...4), in: scene.parent(node))
    }
  }
}

/// Tests of the laws of edits: saved text contains the edits, and every state is restored exactly.
struct FormatEditLaws {
  static let seeds = FormatMaterial.all.flatMap { material in
    (1...(material.isReal ? 1 : 12)).map { (material, $0) }
  }

  @Test(arguments: seeds)
  func savedTextSaysTheEditedScene(_ material: FormatMaterial, _ seed: Int) throws {
    let mapping = try material.format.format
    let original = material.bytes
    let scene = try material.document()
    scene.source.recorder = TextRecorder()
    var edits = RandomForeignEdits(seed: UInt64(seed), mapping)
    var undos: [(undo: ForeignUndo, bytes: [UInt8], shape: SceneShape)] = []
    // The states of large files need much memory.
    for _ in 0..<(material.isReal ? 6 : 20) {
      let (before, shape) = (scene.bytes(), SceneShape(scene))
      do {
        guard let (edit, undo) = try edits.edit(scene) else { continue }
        undos.append((undo, before, shape))
        try Self.expectGood(scene, mapping, original, "seed \(seed): \(edit)")
        if case .structure(let restore) = undo { try Self.expectMap(restore, shape, SceneShape(scene), edit) }
      } catch let error as SceneError {
        #expect(scene.bytes() == before, "a refused edit changes nothing: \(error)")
        #expect(SceneShape.difference(SceneShape(scene), shape) == nil, "a refused edit changes nothing: \(error)")
        #expect(
          [.editValue, .editStructure, .sceneDuplicateID, .sceneReserved].contains(error.code), "\(error)"
        )
      }
    }
    let (last, lastShape) = (scene.bytes(), SceneShape(scene))
    var redos: [ForeignUndo] = []
    for (undo, bytes, shape) in undos.reversed() {
      redos.append(try undo.made(on: scene))
      #expect(scene.bytes() == bytes)
      #expect(SceneShape.difference(SceneShape(scene), shape) == nil)
    }
    #expect(scene.bytes() == original)
    #expect(!scene.isEdited)
    for redo in redos.reversed() { _ = try redo.made(on: scene) }
    #expect(scene.bytes() == last)
    #expect(SceneShape.difference(SceneShape(scene), lastShape) == nil)
    try Self.expectGood(scene, mapping, original, "seed \(seed): all redone")
  }

  /// Checks that undo and redo between new edits always restore a known text.
  @Test(arguments: seeds)
  func editsAndUndoInTurns(_ material: FormatMaterial, _ seed: Int) throws {
    let mapping = try material.format.format
    let original = material.bytes
    let scene = try material.document()
    var edits = RandomForeignEdits(seed: UInt64(seed) &+ 1000, mapping)
    var done: [(undo: ForeignUndo, bytes: [UInt8])] = []
    var undone: [(redo: ForeignUndo, bytes: [UInt8])] = []
    for _ in 0..<(material.isReal ? 16 : 60) {
      switch edits.values.roll(0...3) {
      case 0:
        guard let (undo, bytes) = done.popLast() else { continue }
        let after = scene.bytes()
        undone.append((try undo.made(on: scene), after))
        #expect(scene.bytes() == bytes, "seed \(seed)")
      case 1:
        guard let (redo, bytes) = undone.popLast() else { continue }
        let before = scene.bytes()
        done.append((try redo.made(on: scene), before))
        #expect(scene.bytes() == bytes, "seed \(seed)")
      default:
        let before = scene.bytes()
        guard let (_, undo) = try? edits.edit(scene) else { continue }
        undone = []
        done.append((undo, before))
      }
    }
    try Self.expectGood(scene, mapping, nil, "seed \(seed)")
    for (undo, _) in done.reversed() { _ = try undo.made(on: scene) }
    #expect(scene.bytes() == original)
  }

  /// Expects that reading the document's text results in its scene, and that its pieces form this text.
  static func expectGood(
    _ scene: SceneDocument, _ mapping: any ForeignFormat, _ original: [UInt8]?, _ edit: @autoclosure () -> String
  ) throws {
    let bytes = scene.bytes()
    do {
      if !mapping.isMarkup { _ = try JSON.parse(bytes) }
      let again = try FormatMaterial.document(bytes, mapping)
      let difference = SceneShape.difference(SceneShape(scene), SceneShape(again))
      #expect(difference == nil, "\(edit())\n\(difference ?? "")\n\(bytes.asText)")
    } catch {
      Issue.record("\(edit()): \(error)\n\(bytes.asText)")
    }
    guard let original, let recorder = scene.source.recorder else { return }
    var replay = TextReplay(base: original)
    try replay.apply(recorder.bytes[...])
    #expect(try replay.text() == bytes, "the journal of \(edit())")
  }

  /// Expects that the objects which an edit keeps have the same attributes.
  static func expectMap(
    _ restore: StructureRestore, _ old: SceneShape, _ new: SceneShape, _ edit: String
  ) throws {
    for (number, object) in new.objects.enumerated() {
      guard let former = restore.map.old(NodeIndex(number)) else { continue }
      #expect(object.className == old.objects[former.number].className, "\(edit)")
      #expect(object.attributes.count == old.objects[former.number].attributes.count, "\(edit)")
    }
  }
}
