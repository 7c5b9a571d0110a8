import JSONText
import TestSupport
import Testing

@testable import SceneDocument

/// The laws of composed scenes over random documents: their placeholders name templates, which hold placeholders of
/// further templates.
@Suite struct CompositionLawTests {
  @Test(
    "what is composed is saved as it was; an edit's composed text is that of its saved text; undo restores all bytes")
  func laws() throws {
    for seed in UInt64(1)...120 {
      var run = try Run(seed)
      try run.perform()
    }
  }

  @Test("a composed scene has the objects and the stored texts of the scene that is written out by hand")
  func writtenOut() throws {
    for seed in UInt64(1)...120 {
      var workspace = RandomWorkspace(seed: seed)
      let scene = try workspace.scene().document()
      let composed = try scene.composed(by: workspace.finder)
      #expect(Shape(composed) == workspace.writtenOut, "seed \(seed)")
    }
  }

  @Test("many edits inside one placeholder give the bytes of single edits, and need memory for the last text only")
  func manyEdits() throws {
    let inner = (0..<200).map { #"{"id":"o\#($0)","class":"A","attributes":{"k":\#($0)}}"# }.joined(separator: ",")
    let template = #"{"format":"inspector-scene/1","objects":[{"id":"t","class":"A","children":[\#(inner)]}]}"#
    let finder = Finder(texts: [Array(template.utf8)])
    let overrides = ["", #","overrides":{"o3":{"k":1,"m":2},"o90":{}}"#, #", "overrides": { "o7": { "k": 1 } }"#]
    for seed in UInt64(1)...12 {
      var random = SeededGenerator(seed: seed)
      let own = overrides[Int(seed) % overrides.count]
      let text = Array(
        #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"A","ref":"d0#t"\#(own)}]}"#.utf8)
      let quick = try SceneDocument(bytes: text, name: "quick").composed(by: finder)
      let slow = try SceneDocument(bytes: text, name: "slow").composed(by: finder)
      var undo: [(SpliceRestore, SpliceRestore, bytes: [UInt8])] = []
      for _ in 0..<400 {
        let node = NodeIndex(Int.random(in: 1...200, using: &random))
        let key = ["k", "m"].randomElement(using: &random) ?? "k"
        let number = Int.random(in: 0...9999, using: &random)
        let change =
          Int.random(in: 0...3, using: &random) == 0
          ? AttributeChange.remove(key: key) : .set(key: key, value: Array("\(number)".utf8))
        // A snapshot keeps the text, so that the next edit cannot free it.
        let before = slow.written.source.snapshot.bytes()
        // What is tried and not read needs no text; what is read is forgotten.
        let other = NodeIndex(Int.random(in: 1...200, using: &random))
        try quick.trying([change], on: other) { _ in }
        try slow.trying([change], on: other) { _ in _ = slow.written.overlay.loose }
        undo.append((try quick.apply([change], to: node), try slow.apply([change], to: node), before))
      }
      let last = quick.bytes()
      #expect(last == slow.bytes(), "seed \(seed)")
      #expect(quick.written.overlay.textBytes < 3 * last.count, "seed \(seed)")
      var redo: [(SpliceRestore, SpliceRestore)] = []
      for (number, (first, second, bytes)) in undo.enumerated().reversed() {
        redo.append((quick.restore(first), slow.restore(second)))
        if number % 50 == 0 { #expect(quick.bytes() == bytes && slow.bytes() == bytes, "seed \(seed), edit \(number)") }
      }
      #expect(quick.bytes() == text && Shape(quick) == Shape(slow), "seed \(seed)")
      for (first, second) in redo.reversed() { _ = (quick.restore(first), slow.restore(second)) }
      #expect(quick.bytes() == last && slow.bytes() == last && Shape(quick) == Shape(slow), "seed \(seed)")
    }
  }

  /// One random scene, and random edits of it.
  private struct Run {
    let seed: UInt64
    var random: SeededGenerator
    let workspace: RandomWorkspace
    let bytes: [UInt8]
    let document: SceneDocument

    init(_ seed: UInt64) throws {
      var workspace = RandomWorkspace(seed: seed)
      let scene = workspace.scene()
      (self.seed, self.workspace, bytes) = (seed, workspace, scene.bytes)
      random = SeededGenerator(seed: seed &+ 77)
      document = try scene.document().composed(by: workspace.finder)
    }

    /// The scene that a new reading of the present text composes.
    private func again() throws -> SceneDocument {
      try SceneDocument(bytes: document.bytes(), name: "again").composed(by: workspace.finder)
    }

    private enum Undo {
      case splice(SpliceRestore)
      case structure(StructureRestore)
    }

    mutating func perform() throws {
      #expect(document.bytes() == bytes, "seed \(seed): GetPut")
      let start = Shape(document)
      var undo: [(Undo, bytes: [UInt8], shape: Shape)] = []
      for step in 0..<12 {
        let state = (document.bytes(), Shape(document))
        do {
          if let done = try edit() {
            undo.append((done, state.0, state.1))
          } else {
            #expect(document.bytes() == state.0, "seed \(seed), step \(step): nothing is done")
          }
        } catch let error as SceneError {
          #expect(document.bytes() == state.0 && Shape(document) == state.1, "seed \(seed), step \(step): \(error)")
        }
        let (now, new) = (Shape(document), Shape(try again()))
        #expect(now == new, "seed \(seed), step \(step): PutGet\n\(now)\n\(new)")
      }
      var redo: [(Undo, bytes: [UInt8])] = []
      for (restore, bytes, shape) in undo.reversed() {
        let now = document.bytes()
        switch restore {
        case .splice(let restore): redo.append((.splice(document.restore(restore)), now))
        case .structure(let restore): redo.append((.structure(try document.restore(restore)), now))
        }
        #expect(document.bytes() == bytes, "seed \(seed): Undo")
        #expect(Shape(document) == shape, "seed \(seed): Undo, composed")
      }
      #expect(document.bytes() == bytes && Shape(document) == start, "seed \(seed)")
      for (restore, bytes) in redo.reversed() {
        switch restore {
        case .splice(let restore): _ = document.restore(restore)
        case .structure(let restore): _ = try document.restore(restore)
        }
        #expect(document.bytes() == bytes, "seed \(seed): Redo")
      }
      #expect(Shape(try again()) == Shape(document), "seed \(seed): Redo, composed")
    }

    /// Makes a random edit; returns nil if it changes nothing.
    private mutating func edit() throws -> Undo? {
      guard document.objectCount > 0 else { return nil }
      let node = NodeIndex(Int.random(in: 0..<document.objectCount, using: &random))
      let other = NodeIndex(Int.random(in: 0..<document.objectCount, using: &random))
      let value = Array("\(Int.random(in: 0..<5, using: &random))".utf8)
      let key = ["a", "b", "frame", "new"].randomElement(using: &random) ?? "a"
      switch Int.random(in: 0..<14, using: &random) {
      case 0...4: return try splice(document.apply([.set(key: key, value: value)], to: node))
      case 5, 6: return try splice(document.apply([.remove(key: key)], to: node))
      case 7: return try splice(document.apply([.setMember(key: "frame", member: "x", value: value)], to: node))
      case 8:
        let text = Array("{\"id\":\"new\(Int.random(in: 0..<1000, using: &random))\",\"class\":\"N\"}".utf8)
        return try structure([.insert(object: text, at: .last(in: node))])
      case 9: return try structure([.remove(node)])
      case 10: return try structure([.move(node, to: .first(in: other))])
      case 11: return try structure([.duplicate(node, id: nil, at: nil)])
      case 12: return try structure([.setID("re\(Int.random(in: 0..<1000, using: &random))", of: node)])
      default:
        let color = Array("\"#\(Int.random(in: 100_000..<999_999, using: &random))\"".utf8)
        let name = ["brand", "own"].randomElement(using: &random) ?? "own"
        let isRemoved = Bool.random(using: &random)
        return try splice(document.applyToPalette([isRemoved ? .remove(key: name) : .set(key: name, value: color)]))
      }
    }

    private func splice(_ restore: SpliceRestore) -> Undo? { restore.isChange ? .splice(restore) : nil }

    private func structure(_ changes: [StructureChange]) throws -> Undo? {
      let restore = try document.restructure(changes)
      return restore.isChange ? .structure(restore) : nil
    }
  }
}

/// What a scene says of its objects: ids, classes, places, stored texts in one line, and the palette.
private struct Shape: Equatable, CustomStringConvertible {
  var lines: [String] = []

  init() {}

  init(_ document: SceneDocument) {
    for node in document.objects {
      var attributes: [String: String] = [:]
      document.forEachAttribute(of: node) { key, value in
        attributes[JSONString.decode(key)] = ColumnReaderText.inOneLine(Array(value))
        return true
      }
      add(
        document.id(node), document.className(node), document.objectName(node), depth: document.depth(node), attributes)
    }
    for entry in document.palette.sorted(by: { $0.name < $1.name }) {
      lines.append("\(entry.name) = \(String(decoding: entry.value, as: UTF8.self))")
    }
  }

  mutating func add(_ id: String, _ className: String, _ name: String?, depth: Int, _ attributes: [String: String]) {
    let values = attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    lines.append("\(depth) \(id) \(className) \(name ?? "-") \(values.joined(separator: " "))")
  }

  var description: String { lines.joined(separator: "\n") }
}

/// JSON texts without the blanks between their tokens; the texts of these tests have no blanks in strings.
private enum ColumnReaderText {
  static func inOneLine(_ text: [UInt8]) -> String {
    String(decoding: text.filter { $0 > 0x20 }, as: UTF8.self)
  }
}

/// Random documents, of which each may be a template in the later ones.
private struct RandomWorkspace {
  private struct Object {
    var id: String
    var className = "V"
    var name: String?
    var attributes: [(key: String, value: String)] = []
    var reference: (file: Int, id: String)?
    var overrides: [(address: String, attributes: [(key: String, value: String)])] = []
    var children: [Object] = []

    /// The object with all descendants.
    var all: [Object] { [self] + children.flatMap(\.all) }
  }

  private var random: SeededGenerator
  private var files: [[Object]] = []
  private var palettes: [[String: String]] = []
  private var ids = 0

  /// What the last file says, with every placeholder written out.
  var writtenOut: Shape {
    var shape = Shape()
    for object in expanded(files.count - 1) { add(object, to: &shape, depth: 0) }
    for (name, color) in palette(files.count - 1).sorted(by: { $0.key < $1.key }) {
      shape.lines.append("\(name) = \(color)")
    }
    return shape
  }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Makes the documents, and returns the last one.
  mutating func scene() -> (bytes: [UInt8], document: () throws -> SceneDocument) {
    for _ in 0..<Int.random(in: 2...4, using: &random) { addFile() }
    let text = texts[files.count - 1]
    return (text, { try SceneDocument(bytes: text, name: "scene") })
  }

  private mutating func addFile() {
    ids = 0
    files.append((0..<Int.random(in: 1...3, using: &random)).map { _ in object(depth: 0) })
    palettes.append(Bool.random(using: &random) ? ["brand": "\"#00000\(files.count)\""] : [:])
    style.append(Int.random(in: 0..<3, using: &random))
    texts.append(text(files.count - 1))
  }

  private var style: [Int] = []
  private var texts: [[UInt8]] = []

  private mutating func attributes() -> [(key: String, value: String)] {
    ["a", "b", "frame"].filter { _ in Bool.random(using: &random) }.map { key in
      (
        key,
        key == "frame"
          ? "{\"x\":\(Int.random(in: 0..<9, using: &random)),\"y\":1}" : "\(Int.random(in: 0..<9, using: &random))"
      )
    }
  }

  private mutating func object(depth: Int) -> Object {
    ids += 1
    // A combining mark after a '/' or a '#' makes one character with it, but ids are bytes.
    let mark = Int.random(in: 0..<6, using: &random) == 0 ? "\u{301}" : ""
    var object = Object(id: "\(mark)o\(ids)")
    if Int.random(in: 0..<3, using: &random) == 0 { object.name = "n\(ids)" }
    object.attributes = attributes()
    if !files.isEmpty, Int.random(in: 0..<5, using: &random) < 3 {
      let file = Int.random(in: 0..<files.count, using: &random)
      let inside = expanded(file).flatMap(\.all)
      if let target = inside.randomElement(using: &random) {
        object.reference = (file, target.id)
        object.className = target.className
        for inner in target.all.dropFirst() where Int.random(in: 0..<3, using: &random) == 0 {
          let attributes = attributes()
          if !attributes.isEmpty { object.overrides.append((address(of: inner, in: target), attributes)) }
        }
      }
    }
    if depth < 3 {
      object.children = (0..<Int.random(in: 0...2, using: &random)).map { _ in self.object(depth: depth + 1) }
    }
    return object
  }

  // MARK: Written out by hand

  private func expanded(_ file: Int) -> [Object] { files[file].map(expanded) }

  private func expanded(_ object: Object) -> Object {
    var result = object
    result.children = object.children.map(expanded)
    guard let (file, id) = object.reference, let template = expanded(file).flatMap(\.all).first(where: { $0.id == id })
    else { return result }
    result.reference = nil
    result.overrides = []
    result.className = template.className
    result.name = object.name ?? template.name
    result.attributes = merged(template.attributes, object.attributes)
    result.children = template.children.map { inner($0, of: object, template) } + result.children
    return result
  }

  private func inner(_ object: Object, of placeholder: Object, _ template: Object) -> Object {
    var result = object
    let address = address(of: object, in: template)
    let over = placeholder.overrides.first { $0.address == address }?.attributes ?? []
    result.attributes = merged(object.attributes, over)
    result.id = "\(placeholder.id)/\(address)"
    result.children = object.children.map { inner($0, of: placeholder, template) }
    return result
  }

  /// The address of an object in a template, whose own id is left out if the template is an instance itself.
  private func address(of object: Object, in template: Object) -> String {
    guard let rest = object.id.rest(after: template.id + "/") else { return object.id }
    return template.all.dropFirst().contains { $0.id == rest } ? object.id : rest
  }

  private func merged(
    _ base: [(key: String, value: String)], _ over: [(key: String, value: String)]
  ) -> [(key: String, value: String)] {
    base.filter { old in !over.contains { $0.key == old.key } } + over
  }

  /// The colours of a file: its own, and those on which its templates agree.
  private func palette(_ file: Int) -> [String: String] {
    var colors: [String: String] = [:]
    var isDisputed = false
    for used in Set(files[file].flatMap(\.all).compactMap(\.reference?.file)) {
      for (name, color) in palette(used) {
        if let other = colors[name], other != color { isDisputed = true }
        colors[name] = color
      }
    }
    if isDisputed { colors = [:] }
    return colors.merging(palettes[file]) { $1 }
  }

  private func add(_ object: Object, to shape: inout Shape, depth: Int) {
    shape.add(
      object.id, object.className, object.name, depth: depth,
      Dictionary(object.attributes, uniquingKeysWith: { $1 }))
    for child in object.children { add(child, to: &shape, depth: depth + 1) }
  }

  // MARK: Texts

  private mutating func text(_ file: Int) -> [UInt8] {
    let (line, step) = [("\n", "  "), ("\r\n", "\t"), ("", "")][style[file]]
    func list(_ parts: [String], _ indent: String, _ open: String, _ close: String) -> String {
      parts.isEmpty
        ? open + close
        : open + line + parts.map { indent + step + $0 }.joined(separator: "," + line) + line + indent + close
    }
    // The members of objects come in any order.
    var order = SeededGenerator(seed: random.next())
    func write(_ object: Object, _ indent: String) -> String {
      var parts = ["\"id\": \"\(object.id)\"", "\"class\": \"\(object.className)\""]
      if let name = object.name { parts.append("\"name\": \"\(name)\"") }
      if let (file, id) = object.reference { parts.append("\"ref\": \"f\(file)#\(id)\"") }
      if !object.attributes.isEmpty {
        let values = object.attributes.map { "\"\($0.key)\": \($0.value)" }
        parts.append("\"attributes\": " + list(values, indent + step, "{", "}"))
      }
      if !object.overrides.isEmpty {
        let entries = object.overrides.map { address, attributes in
          "\"\(address)\": {" + attributes.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ", ") + "}"
        }
        parts.append("\"overrides\": " + list(entries, indent + step, "{", "}"))
      }
      if !object.children.isEmpty {
        parts.append(
          "\"children\": " + list(object.children.map { write($0, indent + step + step) }, indent + step, "[", "]"))
      }
      return list(parts.shuffled(using: &order), indent, "{", "}")
    }
    var parts = ["\"format\": \"inspector-scene/1\""]
    let palette = palettes[file].map { "\"\($0.key)\": \($0.value)" }
    if !palette.isEmpty { parts.append("\"palette\": {\(palette.joined(separator: ", "))}") }
    parts.append("\"objects\": " + list(files[file].map { write($0, step + step) }, step, "[", "]"))
    return Array(list(parts.shuffled(using: &order), "", "{", "}").utf8)
  }

  /// Finds templates in the documents made so far.
  var finder: Finder { Finder(texts: texts) }
}

private struct Finder: TemplateFinder {
  let texts: [[UInt8]]
  var files: [String: FileIdentity?] { [:] }

  func renewed() -> any TemplateFinder { self }

  func template(_ reference: String) -> Result<SceneTemplate, AnyRefusal> {
    guard let sign = reference.utf8.firstIndex(of: UInt8(ascii: "#")), let number = Int(reference[..<sign].dropFirst()),
      let read = try? SceneDocument(bytes: texts[number], name: String(reference[..<sign])),
      let document = try? read.composed(by: self),
      let node = document.node(id: String(decoding: reference.utf8[sign...].dropFirst(), as: UTF8.self))
    else { return .failure(AnyRefusal(CompositionRefusal.noReference(found: reference))) }
    return .success(SceneTemplate(document, node, colors: document.palette.map { ($0.name, $0.value) }))
  }
}
