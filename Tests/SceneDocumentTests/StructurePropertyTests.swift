import JSONText
import SceneDocument
import Testing

/// Tests of the laws of structural edits, on random scenes in random layouts.
struct StructurePropertyTests {
  /// Checks that edits of attributes, palette and structure, in any order, can be undone exactly, and always result in
  /// a valid scene.
  @Test(arguments: 1...80)
  func editsOfBothKindsGoBothWays(_ seed: Int) throws {
    var random = RandomScene(seed: UInt64(seed), objects: 25)
    var edits = RandomEdits(seed: UInt64(seed))
    let original = Array(random.text.utf8)
    let scene = try SceneDocument(bytes: original, name: "random")
    var undos: [(undo: Undo, bytes: [UInt8])] = []
    for _ in 0..<25 {
      let before = scene.bytes()
      if edits.roll(0...9) == 0 {
        let colour = Array("\"#\(edits.roll(100...999))\"".utf8)
        undos.append((.palette(try scene.applyToPalette([.set(key: "brand", value: colour)])), before))
        continue
      }
      if edits.roll(0...2) == 0, scene.objectCount > 0 {
        let node = NodeIndex(edits.roll(0...scene.objectCount - 1))
        let change: AttributeChange =
          edits.roll(0...2) == 0
          ? .remove(key: "new") : .set(key: "new", value: Array(random.value(1).utf8))
        undos.append((.attributes(try scene.apply([change], to: node)), before))
        continue
      }
      var changes = (0..<edits.roll(1...3)).map { _ in edits.change(of: scene, &random) }
      if let member = changes.first(where: { if case .setMember = $0 { true } else { false } }) { changes = [member] }
      // Two changes cannot both give an object the member that it lacks.
      changes = changes.enumerated().filter { place, change in
        !changes[..<place].contains { $0.isOfSameMember(change) }
      }.map(\.element)
      let ids = scene.objects.map { scene.id($0) }
      let renamed = Set(changes.compactMap { if case .setID(_, let node) = $0 { node } else { nil } })
      do {
        let undo = try scene.restructure(changes)
        for (old, id) in zip(scene.objects, ids) where !renamed.contains(old) {
          guard let new = undo.map.new(old) else { continue }
          #expect(scene.id(new).utf8.elementsEqual(id.utf8))
          #expect(undo.map.old(new) == old)
        }
        undos.append((.structure(undo), before))
      } catch {
        #expect(scene.bytes() == before, "a refused edit changes nothing: \(error)")
        expectDeliberate(error, changes)
      }
      try expectGood(scene)
    }
    let last = scene.bytes()
    var redos: [Undo] = []
    for (undo, bytes) in undos.reversed() {
      redos.append(try undo.made(on: scene))
      #expect(scene.bytes() == bytes)
    }
    #expect(scene.bytes() == original)
    #expect(!scene.isEdited)
    for redo in redos.reversed() { _ = try redo.made(on: scene) }
    #expect(scene.bytes() == last)
  }

  /// Checks that a single change results in the expected tree, and changes only the bytes of the object, one comma, and
  /// blanks.
  @Test(arguments: 1...300)
  func oneChangeDoesJustThat(_ seed: Int) throws {
    var random = RandomScene(seed: UInt64(1000 + seed), objects: 15)
    var edits = RandomEdits(seed: UInt64(seed))
    let scene = try SceneDocument(bytes: Array(random.text.utf8), name: "random")
    for _ in 0..<6 {
      let before = TreeText(scene)
      let change = edits.change(of: scene, &random)
      let undo: StructureRestore
      do {
        undo = try scene.restructure([change])
      } catch {
        expectDeliberate(error, [change])
        continue
      }
      let after = TreeText(scene)
      let expected = try #require(ModelScene(before.tree)?.applying(change, scene, undo))
      #expect(after.tree == expected.json, "\(change)")
      before.expectUnchangedText(after, change, undo, scene)
      _ = try scene.restore(undo)
      #expect(scene.bytes() == Array(before.text.utf8))
      // In half of the cases, edits continue from the edited scene.
      if edits.roll(0...1) == 0 { _ = try scene.restructure([change]) }
    }
  }

  /// Expects that an error is caused by the requested change, and not by the text that it would produce.
  private func expectDeliberate(_ error: SceneError, _ changes: [StructureChange]) {
    #expect([.editStructure, .sceneDuplicateID].contains(error.code), "\(changes): \(error)")
  }

  /// Checks scenes with commas at the beginnings of lines, as some editors write them.
  @Test(arguments: ["\n    ", "\n", "\r\n  ", "\n\t"])
  func commasMayComeFirst(_ line: String) throws {
    let object = { (id: String) in "{ \"id\": \"\(id)\"\(line), \"class\": \"View\"\(line)}" }
    let text =
      "{ \"format\": \"inspector-scene/1\"\(line), \"objects\": [\(line)\(object("a"))\(line), \(object("b"))\(line)]\(line)}"
    let scene = try SceneDocument(bytes: Array(text.utf8), name: "scene")
    let undos = try [
      scene.restructure([.duplicate(1, id: "c", at: nil)]),
      scene.restructure([.insert(object: Array(#"{"id":"d","class":"View"}"#.utf8), at: .after(0))]),
      scene.restructure([.move(0, to: .last(in: nil))]), scene.restructure([.setName("n", of: 1)]),
      scene.restructure([.setConstraints(Array("[ ]".utf8), of: 2)]),
      scene.restructure([.setMember("note", Array("1".utf8), of: 0)]),
      scene.restructure([.setMember("note", Array("1".utf8), of: nil)]),
    ]
    #expect(scene.objects.map { scene.id($0) } == ["d", "b", "c", "a"])
    let copy = try #require(scene.node(id: "c"))
    let written = try SceneDocument(bytes: scene.bytes(), name: "written")
    #expect(String(decoding: written.objectText(of: copy), as: UTF8.self).contains("\(line), \"class\""))
    for undo in undos.reversed() { _ = try scene.restore(undo) }
    #expect(scene.bytes() == Array(text.utf8))
  }

  /// Checks that reading the document's text results in an equal document.
  private func expectGood(_ scene: SceneDocument) throws {
    let read = try SceneDocument(bytes: scene.bytes(), name: "written")
    try #require(read.objectCount == scene.objectCount)
    for node in scene.objects {
      #expect(read.id(node).utf8.elementsEqual(scene.id(node).utf8))
      #expect(read.className(node) == scene.className(node))
      #expect(read.objectName(node) == scene.objectName(node))
      #expect(read.parent(node) == scene.parent(node))
      #expect(read.node(id: scene.id(node)) == node)
      #expect(read.attribute("new", of: node) == scene.attribute("new", of: node))
    }
  }
}

/// The restore record of an edit.
private enum Undo {
  case attributes(SpliceRestore)
  case palette(SpliceRestore)
  case structure(StructureRestore)

  /// Applies the record, and returns its inverse.
  func made(on scene: SceneDocument) throws -> Undo {
    switch self {
    case .attributes(let restore): .attributes(scene.restore(restore))
    case .palette(let restore): .palette(scene.restore(restore))
    case .structure(let restore): .structure(try scene.restore(restore))
    }
  }
}

/// A generator of random structural edits, some of which must be refused.
private struct RandomEdits {
  private var generator: SeededGenerator
  private var nextID = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed &* 77) }

  mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  /// Returns a list of a few constraints, some to other objects, on one line or several.
  private mutating func constraints(of scene: SceneDocument) -> [UInt8] {
    let list = (0..<roll(0...3)).map { _ in
      guard roll(0...1) == 0 else { return "{ \"attribute\": \"width\", \"constant\": \(roll(1...99)) }" }
      var target: [UInt8] = []
      JSONString.append("#\(scene.id(NodeIndex(roll(0...scene.objectCount - 1)))).width", quotedTo: &target)
      return "{ \"attribute\": \"width\", \"to\": \(String(decoding: target, as: UTF8.self)) }"
    }
    let breaks = roll(0...1) == 0 ? ("\n  ", "\n") : ("", "")
    return Array("[\(breaks.0)\(list.joined(separator: ",\(breaks.0)"))\(breaks.1)]".utf8)
  }

  mutating func change(of scene: SceneDocument, _ random: inout RandomScene) -> StructureChange {
    guard scene.objectCount > 0 else { return .insert(object: object(&random, depth: 1), at: .last(in: nil)) }
    let node = NodeIndex(roll(0...scene.objectCount - 1))
    switch roll(0...10) {
    case 0: return .remove(node)
    case 10: return member(of: roll(0...2) == 0 ? nil : node, &random)
    case 9: return .setConstraints(roll(0...2) == 0 ? nil : constraints(of: scene), of: node)
    case 1, 2: return .insert(object: object(&random, depth: 1), at: place(scene))
    case 3: return .duplicate(node, id: roll(0...1) == 0 ? nil : freshID(), at: roll(0...1) == 0 ? nil : place(scene))
    case 4, 5: return .move(node, to: place(scene))
    case 6: return .setID(freshID(), of: node)
    case 7: return .setClass(["View", "W\"x", "é"][roll(0...2)], of: node)
    default: return .setName([nil, "a\n\"b", ""][roll(0...2)], of: node)
    }
  }

  /// Returns a change of a member of an object or of the scene, which may or may not exist.
  private mutating func member(of node: NodeIndex?, _ random: inout RandomScene) -> StructureChange {
    let key = (node == nil ? ["extra", "note\"", "name", "$schema"] : ["custom", "note\"", "base"])[roll(0...2)]
    let isText = key == "name" || key == "base"
    let text = isText ? "\"t\(roll(0...9))\"" : random.value(2)
    return .setMember(key, roll(0...2) == 0 ? nil : Array(text.utf8), of: node)
  }

  private mutating func freshID() -> String {
    nextID += 1
    return "new\(nextID)\"\\é"
  }

  private mutating func place(_ scene: SceneDocument) -> ObjectPlace {
    let node = NodeIndex(roll(0...scene.objectCount - 1))
    let parent = roll(0...3) == 0 ? nil : node
    switch roll(0...4) {
    case 0: return .first(in: parent)
    case 1: return .last(in: parent)
    case 2: return .at(roll(0...2), in: parent)
    case 3: return .before(node)
    default: return .after(node)
    }
  }

  private mutating func object(_ random: inout RandomScene, depth: Int) -> [UInt8] {
    var id: [UInt8] = []
    JSONString.append(freshID(), quotedTo: &id)
    var text = "{\"id\":\(String(decoding: id, as: UTF8.self)),\n \"class\" : \"View\""
    if roll(0...1) == 0 { text += ",\"attributes\": {\"v\":\(random.value(2)),\"w\":\(random.value(2))}" }
    if depth > 0, roll(0...1) == 0 {
      let children = (0..<roll(0...2)).map { _ in String(decoding: object(&random, depth: depth - 1), as: UTF8.self) }
      text += ",\"children\":[\(children.joined(separator: ","))]"
    }
    return Array((text + "}").utf8)
  }
}

/// A scene's text, its tree, and the texts of its objects without their children.
private struct TreeText {
  let text: String
  let tree: JSON
  /// Each object's text before and after its children, and the gaps between them, by the object's number.
  private(set) var objects: [(own: [String], gaps: [String])] = []
  /// The scene's own text, and the gaps between its objects.
  private(set) var scene: (own: [String], gaps: [String]) = ([], [])

  init(_ document: SceneDocument) {
    let bytes = document.bytes()
    text = String(decoding: bytes, as: UTF8.self)
    tree = (try? JSON.parse(bytes)) ?? nil
    // Offsets of a document with attribute edits are not those of its text.
    guard let read = try? SceneDocument(bytes: bytes, name: "text") else { return }
    let ends = read.objects.map { node in
      bytes.withUnsafeBytes { all in
        var reader = JSONReader(UnsafeRawBufferPointer(rebasing: all[read.objectOffset(node)...]))
        return read.objectOffset(node) + ((try? reader.rawValue().count) ?? 0)
      }
    }
    func parts(_ children: [NodeIndex], _ start: Int, _ end: Int) -> (own: [String], gaps: [String]) {
      func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
      guard let first = children.first, let last = children.last else { return ([string(start..<end)], []) }
      let gaps = zip(children, children.dropFirst()).map { string(ends[$0.number]..<read.objectOffset($1)) }
      return ([string(start..<read.objectOffset(first)), string(ends[last.number]..<end)], gaps)
    }
    objects = read.objects.map {
      parts(Array(read.children($0)), read.objectOffset($0), ends[$0.number])
    }
    scene = parts(Array(read.roots), 0, bytes.count)
  }

  /// Returns the texts without blanks outside strings.
  private static func bare(_ parts: [String]) -> String {
    var result = ""
    var isQuoted = false
    var isEscaped = false
    for scalar in parts.joined().unicodeScalars {
      if !isQuoted, " \t\r\n".unicodeScalars.contains(scalar) { continue }
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = scalar == "\\" && !isEscaped
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Expects that all bytes unrelated to the change are unchanged, and that moved text differs only in blanks.
  func expectUnchangedText(
    _ after: TreeText, _ change: StructureChange, _ undo: StructureRestore, _ document: SceneDocument
  ) {
    let new = try? SceneDocument(bytes: Array(after.text.utf8), name: "after")
    let old = try? SceneDocument(bytes: Array(text.utf8), name: "before")
    guard let new, let old else { return }
    // The parents of lists that objects enter or leave, and the objects whose own text changes.
    var touched = Set<NodeIndex?>()
    var edited = Set<NodeIndex>()
    var moved = NodeIndex(0)..<NodeIndex(0)
    switch change {
    case .insert, .duplicate: touched = [undo.nodes[0].flatMap { new.parent($0) }]
    case .remove(let node): touched = [old.parent(node).flatMap { undo.map.new($0) }]
    case .move(let node, _):
      touched = [undo.nodes[0].flatMap { new.parent($0) }, old.parent(node).flatMap { undo.map.new($0) }]
      moved = node..<old.afterSubtree(node)
    case .setID(_, let node): edited = Set([node] + old.referrers(to: [ExactText(old.id(node))]))
    case .setClass(_, let node), .setName(_, let node), .setConstraints(_, let node): edited = [node]
    case .setMember(_, _, let node): edited = node.map { [$0] } ?? []
    }
    if case .setMember(_, _, nil) = change { return }
    for node in old.objects {
      guard let now = undo.map.new(node), !edited.contains(node) else { continue }
      let (before, after) = (objects[node.number], after.objects[now.number])
      let isList = touched.contains(now)
      if isList || moved.contains(node) {
        // A list that was created or has become empty is the only other change.
        guard before.own.count == 2, after.own.count == 2 || !isList else { continue }
        if after.own.count == 2 { #expect(Self.bare(before.own) == Self.bare(after.own)) }
        if !isList { #expect(Self.bare(before.gaps) == Self.bare(after.gaps)) }
      } else {
        #expect(before.own == after.own)
        #expect(before.gaps == after.gaps)
      }
      if isList, !moved.contains(node), before.own.count == 2, after.own.count == 2 {
        #expect(before.own == after.own, "\(change)")
      }
    }
    if touched.contains(nil), scene.own.count == 2, after.scene.own.count == 2 { #expect(scene.own == after.scene.own) }
    if !touched.contains(nil) {
      #expect(scene.own == after.scene.own)
      #expect(scene.gaps == after.scene.gaps)
    }
  }
}

/// A reference model that applies structural edits to a tree in the simplest way.
private struct ModelScene {
  private var tree: JSON
  /// The path of each object, by its number: indices of members and elements from the root.
  private var paths: [[Int]] = []
  private var objectsPlace = 0

  init?(_ tree: JSON) {
    self.tree = tree
    guard case .object(let members) = tree, let place = members.firstIndex(where: { $0.key == "objects" }) else {
      return nil
    }
    objectsPlace = place
    collect(members[place].value, [place])
  }

  var json: JSON { tree }

  private mutating func collect(_ list: JSON, _ path: [Int]) {
    for (place, object) in (list.arrayValue ?? []).enumerated() {
      paths.append(path + [place])
      let members = object.objectValue ?? []
      for (member, pair) in members.enumerated() where pair.key == "children" {
        collect(pair.value, path + [place, member])
      }
    }
  }

  /// Returns the model after the change. Ids of copies, which the document chooses, are taken from the document.
  func applying(_ change: StructureChange, _ scene: SceneDocument, _ undo: StructureRestore) -> ModelScene? {
    var model = self
    switch change {
    case .insert(let text, let place, _):
      guard let object = try? JSON.parse(text) else { return nil }
      model.put(object, place, without: nil)
    case .remove(let node): model.take(node)
    case .duplicate(let node, _, let place):
      guard let new = undo.nodes[0] else { return nil }
      var next = new
      var names: [ExactText: String] = [:]
      let copy = renamed(self[node], scene, &next, &names)
      model.put(Self.following(names, copy), place ?? .after(node), without: nil)
    case .move(let node, let place):
      let object = self[node]
      // The object is inserted first, at an index that does not count the original, which is then removed by its id.
      model.put(object, place, without: node)
    case .setID(let id, let node):
      let old = ExactText(self[node]["id"]?.stringValue ?? "")
      model.edit(node) { $0.set("id", .string(id)) }
      model.tree = Self.editing(model.tree, [objectsPlace]) { list in
        .array((list.arrayValue ?? []).map { Self.following([old: id], $0) })
      }
    case .setClass(let name, let node): model.edit(node) { $0.set("class", .string(name)) }
    case .setName(let name, let node):
      model.edit(node) { members in
        guard let name else { return members.removeAll { $0.key == "name" } }
        if members.contains(where: { $0.key == "name" }) { return members.set("name", .string(name)) }
        let place = members.firstIndex { $0.key == "class" } ?? 0
        members.insert(.init("name", .string(name)), at: place + 1)
      }
    case .setConstraints(let text, let node):
      model.edit(node) { members in
        guard let json = text.flatMap({ try? JSON.parse($0) }) else {
          return members.removeAll { $0.key == "constraints" }
        }
        if members.contains(where: { $0.key == "constraints" }) { return members.set("constraints", json) }
        let place =
          members.firstIndex { $0.key == "attributes" } ?? members.firstIndex { $0.key == "class" } ?? 0
        members.insert(.init("constraints", json), at: place + 1)
      }
    case .setMember(let key, let text, let node):
      func set(_ members: inout [JSON.Member], after neighbours: [String]) {
        guard let json = text.flatMap({ try? JSON.parse($0) }) else { return members.removeAll { $0.key == key } }
        if members.contains(where: { $0.key == key }) { return members.set(key, json) }
        let place = neighbours.compactMap { name in members.firstIndex { $0.key == name } }.first ?? 0
        members.insert(.init(key, json), at: place + 1)
      }
      if let node {
        model.edit(node) { set(&$0, after: ["attributes", "class"]) }
      } else if case .object(var members) = model.tree {
        set(&members, after: ["format"])
        model.tree = .object(members)
      }
    }
    return model
  }

  /// Returns the object with the constraints of its subtree updated to new ids.
  private static func following(_ names: [ExactText: String], _ object: JSON) -> JSON {
    guard case .object(var members) = object else { return object }
    for place in members.indices {
      let list = members[place].value.arrayValue ?? []
      switch members[place].key {
      case "children": members[place].value = .array(list.map { following(names, $0) })
      case "constraints":
        members[place].value = .array(
          list.map { element in
            guard case .object(var constraint) = element, let place = constraint.firstIndex(where: { $0.key == "to" }),
              let text = constraint[place].value.stringValue, text.utf8.first == UInt8(ascii: "#"),
              let name = names[ExactText(Substring(text.utf8.dropFirst().dropLast(".width".utf8.count)))]
            else { return element }
            constraint[place].value = .string("#\(name).width")
            return .object(constraint)
          })
      default: break
      }
    }
    return .object(members)
  }

  private func renamed(
    _ object: JSON, _ scene: SceneDocument, _ next: inout NodeIndex, _ names: inout [ExactText: String]
  ) -> JSON {
    guard case .object(var members) = object else { return object }
    if let old = object["id"]?.stringValue { names[ExactText(old)] = scene.id(next) }
    members.set("id", .string(scene.id(next)))
    next += 1
    for place in members.indices where members[place].key == "children" {
      members[place].value = .array((members[place].value.arrayValue ?? []).map { renamed($0, scene, &next, &names) })
    }
    return .object(members)
  }

  private subscript(node: NodeIndex) -> JSON { value(paths[node.number][...], tree) }

  private func value(_ path: ArraySlice<Int>, _ json: JSON) -> JSON {
    guard let first = path.first else { return json }
    switch json {
    case .object(let members): return value(path.dropFirst(), members[first].value)
    case .array(let elements): return value(path.dropFirst(), elements[first])
    default: return json
    }
  }

  private mutating func edit(_ node: NodeIndex, _ body: (inout [JSON.Member]) -> Void) {
    tree = Self.editing(tree, paths[node.number][...]) { json in
      guard case .object(var members) = json else { return json }
      body(&members)
      return .object(members)
    }
  }

  private static func editing(_ json: JSON, _ path: ArraySlice<Int>, _ body: (JSON) -> JSON) -> JSON {
    guard let first = path.first else { return body(json) }
    switch json {
    case .object(var members):
      members[first].value = editing(members[first].value, path.dropFirst(), body)
      return .object(members)
    case .array(var elements):
      elements[first] = editing(elements[first], path.dropFirst(), body)
      return .array(elements)
    default: return json
    }
  }

  private mutating func take(_ node: NodeIndex) {
    let path = paths[node.number]
    tree = Self.editing(tree, path.dropLast()[...]) { list in
      var elements = list.arrayValue ?? []
      elements.remove(at: path[path.count - 1])
      return .array(elements)
    }
  }

  /// Returns the parent whose list contains a place; nil for the scene.
  private func parent(_ place: ObjectPlace) -> NodeIndex? {
    switch place {
    case .first(let parent), .last(let parent), .at(_, let parent): return parent
    case .before(let sibling), .after(let sibling):
      let path = paths[sibling.number].dropLast(2)
      return paths.firstIndex { $0[...] == path }.map { NodeIndex($0) }
    }
  }

  private mutating func put(_ object: JSON, _ place: ObjectPlace, without moved: NodeIndex?) {
    let parent = parent(place)
    let mark = JSON.string("moved away")
    if let moved {
      // A mark keeps its place, so that paths stay valid until the end.
      tree = Self.editing(tree, paths[moved.number][...]) { _ in mark }
    }
    let insert: (JSON) -> JSON = { [paths] list in
      var elements = list.arrayValue ?? []
      let staying = elements.indices.filter { elements[$0] != mark }
      let index: Int
      switch place {
      case .first: index = 0
      case .last: index = elements.count
      case .at(let slot, _): index = slot < staying.count ? staying[slot] : elements.count
      case .before(let sibling): index = paths[sibling.number].last ?? 0
      case .after(let sibling): index = (paths[sibling.number].last ?? 0) + 1
      }
      elements.insert(object, at: index)
      return .array(elements)
    }
    let listPath: [Int]
    if let parent {
      edit(parent) { members in
        if !members.contains(where: { $0.key == "children" }) { members.append(.init("children", .array([]))) }
      }
      let members = self[parent].objectValue ?? []
      listPath = paths[parent.number] + [members.firstIndex { $0.key == "children" } ?? 0]
    } else {
      listPath = [objectsPlace]
    }
    tree = Self.editing(tree, listPath[...], insert)
    if moved != nil { tree = Self.without(mark, tree) }
  }

  private static func without(_ mark: JSON, _ json: JSON) -> JSON {
    switch json {
    case .object(let members): .object(members.map { .init($0.key, without(mark, $0.value)) })
    case .array(let elements): .array(elements.filter { $0 != mark }.map { without(mark, $0) })
    default: json
    }
  }
}

extension [JSON.Member] {
  fileprivate mutating func set(_ key: String, _ value: JSON) {
    for place in indices where self[place].key == key { self[place].value = value }
  }
}

extension StructureChange {
  /// True if both changes set the name, or the constraints, of the same object.
  fileprivate func isOfSameMember(_ other: StructureChange) -> Bool {
    switch (self, other) {
    case (.setName(_, let node), .setName(_, let another)): node == another
    case (.setConstraints(_, let node), .setConstraints(_, let another)): node == another
    default: false
    }
  }
}
