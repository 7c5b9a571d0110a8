import SceneDocument
import Testing

/// Tests of laws on random scenes in random layouts, under random edits.
struct PropertyTests {
  @Test(arguments: 1...60)
  func aSceneIsReadAsItWasMade(_ seed: Int) throws {
    let random = RandomScene(seed: UInt64(seed), objects: 40)
    let scene = try SceneDocument(bytes: Array(random.text.utf8), name: "random")
    try #require(scene.objectCount == random.objects.count)
    #expect(scene.bytes() == Array(random.text.utf8))
    for (node, object) in zip(scene.objects, random.objects) {
      #expect(scene.id(node).utf8.elementsEqual(object.id.utf8))
      #expect(scene.className(node) == object.className)
      #expect(scene.objectName(node) == object.name)
      #expect(scene.parent(node)?.number == object.parent)
      #expect(scene.node(id: object.id) == node)
      #expect(Array(scene.children(node)) == scene.objects.filter { random.objects[$0.number].parent == node.number })
      for (key, value) in object.attributes {
        #expect(scene.attribute(key, of: node).map { String(decoding: $0, as: UTF8.self) } == value)
      }
    }
  }

  @Test(arguments: 100...160)
  func editsAndUndosGoBothWays(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var random = RandomScene(seed: UInt64(seed), objects: 25)
    let scene = try SceneDocument(bytes: Array(random.text.utf8), name: "random")
    /// The expected attributes of each object.
    var model = random.objects.map { object in object.attributes.map { ($0.key, $0.value) } }
    var undos: [(restore: SpliceRestore, bytes: [UInt8])] = []
    for _ in 0..<40 {
      let node = NodeIndex(Int.random(in: 0..<scene.objectCount, using: &generator))
      let value = random.value(1)
      let known = model[node.number].randomElement(using: &generator)?.0
      let key = Bool.random(using: &generator) ? known ?? "new" : "new\(Int.random(in: 0..<5, using: &generator))\"\n"
      let before = scene.bytes()
      let isRemoval = Int.random(in: 0..<3, using: &generator) == 0
      let change: AttributeChange = isRemoval ? .remove(key: key) : .set(key: key, value: Array(value.utf8))
      undos.append((try scene.apply([change], to: node), before))
      if let place = model[node.number].firstIndex(where: { $0.0 == key }) {
        if isRemoval { model[node.number].remove(at: place) } else { model[node.number][place].1 = value }
      } else if !isRemoval {
        model[node.number].append((key, value))
      }
    }
    // The written text equals the model and the document.
    let written = try SceneDocument(bytes: scene.bytes(), name: "written")
    for node in scene.objects {
      #expect(attributes(written, node).elementsEqual(attributes(scene, node), by: ==))
      #expect(attributes(scene, node).map(\.1) == model[node.number].map(\.1))
      for (key, value) in model[node.number] {
        #expect(scene.attribute(key, of: node).map { String(decoding: $0, as: UTF8.self) } == value)
      }
    }
    // Stepwise undo and redo restore the bytes of each state.
    let last = scene.bytes()
    var redos: [SpliceRestore] = []
    for undo in undos.reversed() {
      redos.append(scene.restore(undo.restore))
      #expect(scene.bytes() == undo.bytes)
    }
    #expect(!scene.isEdited)
    for redo in redos.reversed() { _ = scene.restore(redo) }
    #expect(scene.bytes() == last)
  }

  /// Checks that simultaneous changes equal successive ones. Many changes are applied by the members' keys, few by
  /// scanning the text.
  @Test(arguments: 300...400)
  func changesMadeAtOnceGiveWhatTheyGiveOneByOne(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let random = RandomScene(seed: UInt64(seed), objects: 8)
    let keys = (0..<(3 + seed % 30)).map { "key\($0)" } + ["k\"\n", "\u{E9}", "e\u{301}"]
    let (once, single) = (
      try SceneDocument(bytes: Array(random.text.utf8), name: "random"),
      try SceneDocument(bytes: Array(random.text.utf8), name: "random")
    )
    for node in once.objects {
      let known = random.objects[node.number].attributes.map(\.key)
      var changes: [AttributeChange] = []
      var undos: [SpliceRestore] = []
      while changes.count < 150 {
        let key = (known + keys).randomElement(using: &generator) ?? ""
        let other = (known + keys).randomElement(using: &generator) ?? ""
        let value = Array((Bool.random(using: &generator) ? #"{ "x": 1,"y" :2}"# : "[1, 2]").utf8)
        let change: AttributeChange =
          switch Int.random(in: 0..<6, using: &generator) {
          case 0: .set(key: key, value: value)
          case 1: .rename(key: key, to: other)
          case 2: .setMember(key: key, member: "x\(changes.count % 3)", value: value)
          // Sometimes nothing is left.
          case 3 where changes.count % 50 > 40: .remove(key: known.first ?? key)
          default: .remove(key: key)
          }
        // An invalid change is refused in both cases.
        guard let undo = try? single.apply([change], to: node) else { continue }
        changes.append(change)
        undos.append(undo)
      }
      let undo = try once.apply(changes, to: node)
      #expect(String(decoding: once.bytes(), as: UTF8.self) == String(decoding: single.bytes(), as: UTF8.self))
      try #require(once.bytes() == single.bytes())
      _ = once.restore(undo)
      for undo in undos.reversed() { _ = single.restore(undo) }
      #expect(once.bytes() == Array(random.text.utf8))
    }
  }

  @Test(arguments: 200...230)
  func aChangedValueLeavesAllOtherBytes(_ seed: Int) throws {
    let random = RandomScene(seed: UInt64(seed), objects: 20)
    let original = Array(random.text.utf8)
    let scene = try SceneDocument(bytes: original, name: "random")
    for (node, object) in zip(scene.objects, random.objects) {
      for (key, value) in object.attributes {
        let undo = try scene.apply([.set(key: key, value: Array("\"changed\"".utf8))], to: node)
        let start = try #require(scene.offsets(ofAttribute: key, of: node)?.value)
        #expect(
          scene.bytes() == original[..<start] + Array("\"changed\"".utf8) + original[(start + value.utf8.count)...])
        _ = scene.restore(undo)
      }
    }
    #expect(scene.bytes() == original)
  }

  private func attributes(_ scene: SceneDocument, _ node: NodeIndex) -> [(String, String)] {
    var list: [(String, String)] = []
    scene.forEachAttribute(of: node) { key, value in
      list.append((String(decoding: key, as: UTF8.self), String(decoding: value, as: UTF8.self)))
      return true
    }
    return list
  }
}
