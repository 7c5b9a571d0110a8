import JSONText
import TestSupport

@testable import SceneDocument

/// Random documents, each of which may use the earlier ones as templates.
struct RandomWorkspace {
  private struct Object {
    var id: String
    var className = "V"
    var name: String?
    var attributes: [(key: String, value: String)] = []
    var reference: (file: Int, id: String)?
    var overrides: [(address: String, attributes: [(key: String, value: String)])] = []
    var children: [Object] = []

    /// The object and all its descendants.
    var all: [Object] { [self] + children.flatMap(\.all) }
  }

  private var random: SeededGenerator
  private var files: [[Object]] = []
  private var palettes: [[String: String]] = []
  private var ids = 0

  /// The content of the last file, with every placeholder expanded.
  var writtenOut: Shape {
    var shape = Shape()
    for object in expanded(files.count - 1) { add(object, to: &shape, depth: 0) }
    for (name, color) in palette(files.count - 1).sorted(by: { $0.key < $1.key }) {
      shape.lines.append("\(name) = \(color)")
    }
    return shape
  }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Creates the documents, and returns the last one.
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

  /// Returns the address of an object in a template. A template that is itself an instance is left out of the address.
  private func address(of object: Object, in template: Object) -> String {
    guard let rest = object.id.rest(after: template.id + "/") else { return object.id }
    return template.all.dropFirst().contains { $0.id == rest } ? object.id : rest
  }

  private func merged(
    _ base: [(key: String, value: String)], _ over: [(key: String, value: String)]
  ) -> [(key: String, value: String)] {
    base.filter { old in !over.contains { $0.key == old.key } } + over
  }

  /// Returns the colours of a file: its own, and those on which its templates agree.
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

  /// A finder of templates among the documents created so far.
  var finder: Finder { Finder(texts: texts) }
}

/// A finder of templates in memory, whose documents are called `f0`, `f1`, … in `ref`.
struct Finder: TemplateFinder {
  let texts: [[UInt8]]
  var files: [String: FileIdentity?] { [:] }

  func renewed() -> any TemplateFinder { self }

  func template(_ reference: String) -> Result<SceneTemplate, AnyRefusal> {
    guard let sign = reference.utf8.firstIndex(of: UInt8(ascii: "#")), let number = Int(reference[..<sign].dropFirst()),
      let read = try? SceneDocument(bytes: texts[number], name: String(reference[..<sign])),
      let document = try? read.composed(by: self),
      let node = document.node(id: String(decoding: reference.utf8[sign...].dropFirst(), as: UTF8.self))
    else { return .failure(AnyRefusal(CompositionRefusal.noReference(found: reference))) }
    return .success(
      SceneTemplate(document, node, colors: document.palette.map { TemplateColor(name: $0.name, text: $0.value) }))
  }
}
