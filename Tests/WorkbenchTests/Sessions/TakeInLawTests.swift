import SceneDocument
import TestSupport
import Testing

@testable import SceneComparing
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of the law of merges: every difference of either side is in the merged scene or in a conflict.
@Suite struct TakeInLawTests {
  private static let library = PluginLibrary(inProcess: [Stage.self])

  /// A folder with the templates of composed scenes.
  private static let folder: String? = {
    guard let folder = try? PluginFolder().path, (try? StageTemplates.write(to: folder)) != nil else { return nil }
    return folder
  }()

  @Test("rule 91: what others changed is taken in, or shown as a conflict", arguments: 1...250, [false, true])
  func everyDifferenceOfTheirsIsTakenInOrShown(_ seed: Int, isComposed: Bool) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var base = try document(RandomScene.text(&random))
    if isComposed {
      for node in base.objects where random.next(2) == 0 { try Self.makePlaceholder(node, in: base, &random) }
      base = try document(String(decoding: base.bytes(), as: UTF8.self))
    }
    let (ours, theirs) = (try base.copy(), try base.copy())
    for document in [ours, theirs] {
      for _ in 0..<random.next(7) + 1 { Self.edit(document, &random) }
    }
    for prefersTheirs in [false, true] {
      let session = SceneSession(try document(String(decoding: ours.bytes(), as: UTF8.self)), library: Self.library)
      let options = SceneSession.MergeOptions(prefersTheirs: prefersTheirs, asksComponents: false)
      do {
        let conflicts = try session.merge(
          base: base, theirs: try document(String(decoding: theirs.bytes(), as: UTF8.self)), named: "take in", options)
        check(base, ours, theirs, session.document, conflicts, "seed \(seed), \(prefersTheirs)")
        for _ in 0..<2 {
          let anew = SceneSession(try document(session.text), library: Self.library)
          #expect(anew.objectOutline == session.objectOutline, "seed \(seed): \(session.text)")
          if session.document.bytes() != ours.bytes() { try session.undo() }
        }
      } catch let error as Diagnostic {
        // If each side moved an object into the other's, no scene can satisfy both.
        #expect(error.code == "edit.structure", "seed \(seed): \(error)")
      }
      #expect(session.document.bytes() == ours.bytes(), "seed \(seed)")
    }
  }

  private func check(
    _ base: SceneDocument, _ ours: SceneDocument, _ theirs: SceneDocument, _ result: SceneDocument,
    _ conflicts: [SceneConflict], _ name: String
  ) {
    /// Returns the object with its ancestors and descendants in any of the scenes.
    func related(_ id: String) -> Set<String> {
      var ids: Set = [id]
      for scene in [base, ours, theirs] {
        guard let node = scene.node(id: id) else { continue }
        ids.formUnion((node..<scene.afterSubtree(node)).map { scene.id($0) })
        var parent = scene.parent(node)
        while let current = parent {
          ids.insert(scene.id(current))
          parent = scene.parent(current)
        }
      }
      return ids
    }
    func isShown(_ id: String?, _ subject: SceneConflict.Subject?) -> Bool {
      let ids = id.map(related) ?? []
      return conflicts.contains { conflict in
        if conflict.object == id, conflict.subject == subject { return true }
        let named = Set([conflict.object, conflict.ours, conflict.theirs].compactMap(\.self))
        return conflict.subject == .existence && !named.isDisjoint(with: ids)
      }
    }
    let (made, rest) = (SceneDifference(from: base, to: theirs), SceneDifference(from: result, to: theirs))
    func isNew(_ id: String) -> Bool { base.node(id: id) == nil }
    for lost in rest.attributes
    where isNew(lost.object)
      || made.attributes.contains(where: { $0.object == lost.object && $0.property == lost.property })
    {
      #expect(isShown(lost.object, .property(lost.property)), "\(name): \(lost)")
    }
    for lost in rest.members
    where lost.object.map(isNew) ?? false
      || made.members.contains(where: { $0.object == lost.object && $0.key == lost.key })
    {
      #expect(isShown(lost.object, .member(lost.key)), "\(name): \(lost)")
    }
    for lost in rest.colors where made.colors.contains(where: { $0.name == lost.name }) {
      #expect(isShown(nil, .color(lost.name)), "\(name): \(lost)")
    }
    for lost in rest.structure {
      let id = lost.object
      let isTheirs = made.structure.contains { change in
        switch (change.kind, lost.kind) {
        case (.className, .className), (.name, .name), (.moved, .moved): change.object == id
        default: false
        }
      }
      switch lost.kind {
      case .inserted:
        #expect(ours.node(id: id) == nil, "\(name): '\(id)' is lost, which both have")
        if isNew(id) { #expect(isShown(id, nil), "\(name): \(lost)") }
      case .removed: if !isNew(id) { #expect(isShown(id, nil), "\(name): \(lost)") }
      case .moved(let from, let to):
        if isTheirs || isNew(id), from.parent != to.parent { #expect(isShown(id, .place), "\(name): \(lost)") }
      case .className: if isTheirs || isNew(id) { #expect(isShown(id, .className), "\(name): \(lost)") }
      case .name: if isTheirs || isNew(id) { #expect(isShown(id, .name), "\(name): \(lost)") }
      case .id, .constraints, .bindings: break
      }
    }
  }

  private func document(_ text: String) throws -> SceneDocument {
    try SceneDocument(bytes: Array(text.utf8), name: try #require(Self.folder) + "/scene.json").composed()
  }

  /// Turns an object into a placeholder for a template, with overrides.
  private static func makePlaceholder(
    _ node: NodeIndex, in scene: SceneDocument, _ random: inout SeededGenerator
  ) throws {
    let overrides = StageTemplates.addresses.filter { _ in random.next(3) == 0 }
      .map { "\"\($0)\":{\"width\":\(random.next(3)),\"note\":1}" }.joined(separator: ", ")
    let reference = "\"\(StageTemplates.names[random.next(3)])\""
    _ = try scene.restructure([.setMember("ref", Array(reference.utf8), of: node)])
    if !overrides.isEmpty {
      _ = try scene.restructure([.setMember("overrides", Array("{\(overrides)}".utf8), of: node)])
    }
  }

  /// Makes a random change of any member of a scene; some are refused.
  private static func edit(_ scene: SceneDocument, _ random: inout SeededGenerator) {
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    let node = scene.objectCount > 0 ? NodeIndex(random.next(scene.objectCount)) : nil
    let parent = random.next(3) == 0 ? nil : node
    let place: ObjectPlace = random.next(2) == 0 ? .first(in: parent) : .last(in: parent)
    let number = random.next(3)
    let text = random.next(3) == 0 ? nil : bytes("[\(number)]")
    let new = random.next(4)
    let insertion = StructureChange.insert(
      object: bytes(#"{"id":"n\#(new)","class":"Box","attributes":{"width":\#(number)}}"#), at: place)
    guard let node else {
      _ = try? scene.restructure([insertion])
      return
    }
    switch random.next(12) {
    case 0: _ = try? scene.restructure([insertion])
    case 1: _ = try? scene.restructure([.remove(node)])
    case 2, 3: _ = try? scene.restructure([.move(node, to: place)])
    case 4: _ = try? scene.restructure([.setClass(["Box", "Mirror", "Lamp"][number], of: node)])
    case 5: _ = try? scene.restructure([.setName([nil, "x", "y"][number], of: node)])
    case 6: _ = try? scene.restructure([.setConstraints(text, of: node)])
    case 7:
      _ = try? scene.restructure([.setMember("base", text == nil ? nil : bytes("\"Base\(number)\""), of: node)])
    case 8: _ = try? scene.restructure([.setMember(["note", "extra"][random.next(2)], text, of: node)])
    case 9:
      let key = ["name", "$schema", "plugins", "note"][random.next(4)]
      let value = ["\"s\(number)\"", "\"s\(number)\"", #"{"Stage":">=\#(number)"}"#, "\(number)"]
      let place = ["name", "$schema", "plugins", "note"].firstIndex(of: key) ?? 0
      _ = try? scene.restructure([.setMember(key, text == nil ? nil : bytes(value[place]), of: nil)])
    case 10:
      let name = ["ink", "mine"][random.next(2)]
      _ = try? scene.applyToPalette([.set(key: name, value: bytes("\"#00\(number)\""))])
    default:
      let key = ["width", "title"][random.next(2)]
      _ = try? scene.apply([text == nil ? .remove(key: key) : .set(key: key, value: bytes("\(number)"))], to: node)
    }
  }
}

extension TakeInLawTests {
  private func scene(_ objects: String, head: String = "") -> String {
    #"{"format":"inspector-scene/1",\#(head)"objects":[\#(objects)]}"#
  }

  /// Merges a change of the file with our edits.
  private func takenIn(
    _ objects: String, _ edits: [EditStep], file: String, keeping side: SceneSession.ConflictSide? = nil
  ) throws -> (text: String, conflicts: [String]) {
    let stage = try JournalStage(text: scene(objects))
    let session = try stage.open()
    defer { session.closeJournal(discarding: true) }
    _ = try session.perform(EditRequest(edits))
    try stage.write(file)
    guard case .changed(let theirs) = session.fileState() else { return ("unchanged", []) }
    let conflicts = try session.takeInFile(theirs, keeping: side).map(\.message)
    return (session.text, conflicts)
  }

  @Test(arguments: [nil, SceneSession.ConflictSide.ours, .theirs])
  func everyMemberIsTakenIn(_ side: SceneSession.ConflictSide?) throws {
    let width = EditStep.set(try Selector(parsing: "#a"), [Assignment("width", .set("2"))])
    let taken = try takenIn(
      #"{"id":"a","class":"Box"},{"id":"b","class":"Alien","base":"Lamp"}"#, [width],
      file: scene(
        #"{"id":"a","class":"Box","note":1.50,"constraints":[{"attribute":"width","constant":5}]},{"id":"b","class":"Alien","base":"Box"}"#,
        head: #""name":"New","plugins":{"Stage":">=1"},"$schema":"s","#), keeping: side)
    #expect(taken.conflicts == [])
    let text = taken.text
    for part in [
      #""width":2"#, #""note":1.50"#, #""constraints":[{"attribute":"width","constant":5}]"#, #""base":"Box""#,
      #""name":"New""#, #""plugins":{"Stage":">=1"}"#, #""$schema":"s""#,
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test func whatTheFileStillHasOutlivesTheParentThatTheyRemoved() throws {
    let move = EditStep.move(try Selector(parsing: "#x"), to: StepPlace(in: try Selector(parsing: "#r")))
    let taken = try takenIn(
      #"{"id":"x","class":"Box"},{"id":"r","class":"Box"}"#, [move], file: scene(#"{"id":"x","class":"Box"}"#),
      keeping: .theirs)
    #expect(taken.conflicts == [])
    #expect(taken.text == scene(#"{"id":"x","class":"Box"}"#))
  }

  @Test func whatTheFileHoldsWronglyIsTakenIn() throws {
    let width = EditStep.set(try Selector(parsing: "#a"), [Assignment("width", .set("2"))])
    let taken = try takenIn(
      #"{"id":"a","class":"Box"},{"id":"b","class":"Box"}"#, [width],
      file: scene(#"{"id":"a","class":"Box"},{"id":"b","class":"Box","attributes":{"width":"wide"}}"#))
    #expect(taken.conflicts == [])
    #expect(taken.text.contains(#""width":"wide""#) && taken.text.contains(#""width":2"#))
  }
}
