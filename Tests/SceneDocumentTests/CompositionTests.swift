import JSONText
import TestSupport
import Testing

@testable import SceneDocument

/// Tests of the laws of composed scenes on random documents with nested templates.
@Suite struct CompositionLawTests {
  @Test(
    "what is composed is saved as it was; an edit's composed text is that of its saved text; undo restores all bytes")
  func laws() throws {
    for seed in UInt64(1)...120 {
      var run = try Run(seed)
      try run.perform()
    }
  }

  @Test("the same holds if the composed text is thrown away after every step, and the scene is composed anew")
  func lawsWithoutComposedText() throws {
    for seed in UInt64(1)...120 {
      var run = try Run(seed, composesAnew: true)
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
        // A trial that is not read needs no text; a text that is read is discarded.
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

  /// A random scene that is edited at random.
  private struct Run {
    let seed: UInt64
    var random: SeededGenerator
    let workspace: RandomWorkspace
    let bytes: [UInt8]
    private(set) var document: SceneDocument

    /// True if the composed text is discarded after every step.
    private let composesAnew: Bool

    init(_ seed: UInt64, composesAnew: Bool = false) throws {
      self.composesAnew = composesAnew
      var workspace = RandomWorkspace(seed: seed)
      let scene = workspace.scene()
      (self.seed, self.workspace, bytes) = (seed, workspace, scene.bytes)
      random = SeededGenerator(seed: seed &+ 77)
      document = try scene.document().composed(by: workspace.finder)
    }

    /// Returns a scene composed again from the current text.
    private func again() throws -> SceneDocument {
      try SceneDocument(bytes: document.bytes(), name: "again").composed(by: workspace.finder)
    }

    private mutating func composeAnew() throws {
      guard composesAnew, let made = try document.recomposed(by: workspace.finder) else { return }
      #expect(made.document !== document)
      document = made.document
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
        try composeAnew()
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
        try composeAnew()
      }
      #expect(document.bytes() == bytes && Shape(document) == start, "seed \(seed)")
      for (restore, bytes) in redo.reversed() {
        switch restore {
        case .splice(let restore): _ = document.restore(restore)
        case .structure(let restore): _ = try document.restore(restore)
        }
        #expect(document.bytes() == bytes, "seed \(seed): Redo")
        try composeAnew()
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

/// The objects of a scene as text: ids, classes, places and stored values, and the palette.
struct Shape: Equatable, CustomStringConvertible {
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

/// A helper that removes blanks between JSON tokens; strings in these tests contain no blanks.
private enum ColumnReaderText {
  static func inOneLine(_ text: [UInt8]) -> String {
    String(decoding: text.filter { $0 > 0x20 }, as: UTF8.self)
  }
}
