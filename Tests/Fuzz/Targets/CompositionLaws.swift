import JSONText
import SceneDocument
import TestSupport

/// Laws of composed scenes: composing and saving changes no file, the text that an edit writes composes to the edited
/// scene, undo restores every byte, and an edit changes only the bytes of its value.
///
/// An input contains documents separated by the bytes 0xFE, the last of which is the scene. A `ref` calls the others
/// `f0`, `f1`, …
enum CompositionLaws {
  static func check(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    let texts = input.text.split(separator: 0xFE, omittingEmptySubsequences: false).map(Array.init)
    guard let text = texts.last, let read = try? SceneDocument(bytes: text, name: "scene") else { return }
    let finder = Finder(texts: texts, ring: [texts.count - 1], memo: Memo())
    var scene: SceneDocument
    do {
      scene = try read.composed(by: finder)
    } catch {
      return try law(!error.description.contains("report this file"), error.description)
    }
    try law(scene.bytes() == text, "composing changes bytes")
    _ = scene.compositionFindings
    guard scene.objectCount > 0, scene.objectCount < 500 else { return }
    var undos: [(undo: Undo, bytes: [UInt8], snapshot: [[UInt8]])] = []
    repeat {
      let before = (scene.bytes(), snapshot(scene))
      do {
        let undo = try edit(scene, &input.choices)
        if undo.isChange {
          undos.append((undo, before.0, before.1))
        } else {
          try law(scene.bytes() == before.0, "an edit that is none changes bytes")
        }
      } catch let error as SceneError {
        try law(scene.bytes() == before.0, "a refused edit changes bytes: \(error)")
        try law(snapshot(scene) == before.1, "a refused edit changes the composed scene: \(error)")
        try law(!error.description.contains("report this file"), error.description)
      }
      try expectComposedAnew(scene, finder)
      // The undo records remain valid for a newly composed text.
      if input.choices.number(below: 3) == 0, let anew = try scene.recomposed(by: finder) { scene = anew.document }
    } while !input.choices.isEmpty && undos.count < 8
    try goBack(scene, undos, text, finder)
  }

  private static func goBack(
    _ scene: SceneDocument, _ undos: [(undo: Undo, bytes: [UInt8], snapshot: [[UInt8]])], _ original: [UInt8],
    _ finder: Finder
  ) throws {
    let last = (scene.bytes(), snapshot(scene))
    var redos: [Undo] = []
    for undo in undos.reversed() {
      redos.append(try undo.undo.made(on: scene))
      try law(scene.bytes() == undo.bytes, "undoing does not bring back the bytes")
      try law(snapshot(scene) == undo.snapshot, "undoing does not bring back the composed scene")
    }
    try law(scene.bytes() == original, "all undone, something is left")
    try expectComposedAnew(scene, finder)
    for redo in redos.reversed() { _ = try redo.made(on: scene) }
    try law(scene.bytes() == last.0 && snapshot(scene) == last.1, "doing again does not bring back what was")
  }

  /// Checks that the scene equals a new composition of its text and its templates.
  private static func expectComposedAnew(_ scene: SceneDocument, _ finder: Finder) throws {
    let text = scene.bytes()
    do {
      let anew = try SceneDocument(bytes: text, name: "anew").composed(by: finder)
      try law(snapshot(anew) == snapshot(scene), "\(String(decoding: text, as: UTF8.self)) composes otherwise")
    } catch let error as SceneError {
      throw Difference("what was written is refused: \(error)")
    }
  }

  /// Returns the ids, classes, names, parents and attributes of all objects, and the palette.
  private static func snapshot(_ scene: SceneDocument) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    for node in scene.objects {
      parts.append(Array("\(scene.id(node)) \(scene.className(node)) \(scene.objectName(node) ?? "")".utf8))
      parts.append(Array("\(scene.parent(node)?.number ?? -1)".utf8))
      var attributes: [(key: String, value: [UInt8])] = []
      scene.forEachAttribute(of: node) { key, value in
        attributes.append((JSONString.decode(key), SceneStructureLaws.dense(Array(value))))
        return true
      }
      // A value that an edit adds to a template's values is last until the scene is composed again.
      for (key, value) in attributes.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        parts += [Array(key.utf8), value]
      }
    }
    for color in scene.palette.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      parts += [Array(color.name.utf8), color.value]
    }
    return parts
  }

  // MARK: edits

  private enum Undo {
    case splice(SpliceRestore)
    case structure(StructureRestore)

    var isChange: Bool {
      switch self {
      case .splice(let restore): restore.isChange
      case .structure(let restore): restore.isChange
      }
    }

    func made(on scene: SceneDocument) throws -> Undo {
      switch self {
      case .splice(let restore): .splice(scene.restore(restore))
      case .structure(let restore): .structure(try scene.restore(restore))
      }
    }
  }

  private static func edit(_ scene: SceneDocument, _ choices: inout Choices) throws -> Undo {
    // An edit may have removed all objects.
    guard scene.objectCount > 0, choices.number(below: 3) > 0 else {
      return .structure(try scene.restructure([SceneStructureLaws.change(of: scene, &choices)]))
    }
    if choices.number(below: 8) == 0 {
      return .splice(try scene.applyToPalette([SceneStructureLaws.paletteChange(&choices)]))
    }
    let node = NodeIndex(choices.number(below: scene.objectCount))
    let change = SceneEditLaws.change(of: node, in: scene, &choices)
    let (before, old) = (scene.bytes(), written(change, node, scene))
    if choices.number(below: 4) == 0 {
      try scene.trying([change], on: node) { _ in }
      try law(scene.bytes() == before, "a trial of \(change) changes bytes")
    }
    let undo = try scene.apply([change], to: node)
    try checkBytes(before, scene.bytes(), change, old: old)
    return .splice(undo)
  }

  /// Returns the value that the scene's own text stores for the attribute of a change.
  private static func written(_ change: AttributeChange, _ node: NodeIndex, _ scene: SceneDocument) -> [UInt8]? {
    let key =
      switch change {
      case .set(let key, _), .remove(let key), .rename(let key, _), .setMember(let key, _, _): key
      }
    var found: [UInt8]?
    scene.forEachWrittenAttribute(of: node) { raw, value in
      if JSONString.equals(raw, key) { found = Array(value) }
      return found == nil
    }
    return found
  }

  /// Checks locality: a value is replaced, inserted or removed, and all other bytes stay unchanged.
  private static func checkBytes(
    _ before: [UInt8], _ after: [UInt8], _ change: AttributeChange, old: [UInt8]?
  ) throws {
    let kept = SceneEditLaws.commonBytes(before, after)
    switch change {
    case .set, .setMember: try law(kept >= before.count - (old?.count ?? 0), "\(change) changes more than its value")
    case .remove:
      try law(kept == after.count, "\(change) does more than take out")
      try law(old != nil || after == before, "\(change) takes out what is not there")
    case .rename(let key, _):
      try law(old != nil || after == before, "\(change) renames what is not there")
      try law(kept >= before.count - 6 * max(key.utf8.count, 1), "\(change) changes more than its key")
    }
  }

  // MARK: templates

  private final class Memo: @unchecked Sendable {
    // One thread composes at a time.
    var known: [[Int]: SceneDocument?] = [:]
  }

  private struct Finder: TemplateFinder {
    let texts: [[UInt8]]

    /// The numbers of the documents being composed, the outermost first.
    let ring: [Int]
    let memo: Memo

    var files: [String: FileIdentity?] { [:] }

    func renewed() -> any TemplateFinder { self }

    func template(_ reference: String) -> Result<SceneTemplate, AnyRefusal> {
      let none = AnyRefusal(CompositionRefusal.noReference(found: reference))
      let parts = reference.utf8.split(separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0].first == UInt8(ascii: "f"), let number = Int(String(parts[0].dropFirst()) ?? ""),
        texts.indices.contains(number), !ring.contains(number), let document = document(number)
      else { return .failure(none) }
      let node =
        parts.count > 1
        ? document.node(id: String(parts[1]) ?? "")
        : document.objects.first.flatMap { root in
          document.afterSubtree(root).number == document.objectCount ? root : nil
        }
      guard let node else { return .failure(none) }
      return .success(
        SceneTemplate(document, node, colors: document.palette.map { TemplateColor(name: $0.name, text: $0.value) }))
    }

    private func document(_ number: Int) -> SceneDocument? {
      let key = [number] + ring.sorted()
      if let known = memo.known[key] { return known?.reader() }
      let read = try? SceneDocument(bytes: texts[number], name: "f\(number)")
      var made = try? read?.composed(by: Finder(texts: texts, ring: ring + [number], memo: memo))
      // Content that every document repeats doubles with each document.
      if let count = made?.objectCount, count > 200 { made = nil }
      memo.known[key] = .some(made)
      return made?.reader()
    }
  }
}
