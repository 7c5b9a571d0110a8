internal import InspectorKit
internal import JSONText
package import SceneDocument
internal import Synchronization

/// A foreign format that a file in the language `inspector-format/1` describes.
///
/// ```swift
/// let format = try FormatMapping(contentsOf: "maplibre.inspector-format.json")
/// let style = try SceneDocument.load(path: "style.json", of: ForeignFormats { [format] })  // its layers are objects
/// ```
///
/// A mapping is pure data and runs no code.
package final class FormatMapping: ForeignFormat {
  package let name: String
  package let title: String
  package let version: String
  package let description: [UInt8]
  package let filePatterns: [String]
  package let isOpen: Bool

  /// The path of the file that describes the format.
  package let path: String

  /// The lists of members by which documents are recognised. A document must have all members of at least one list.
  let marks: [FormatMarks]
  let kinds: [FormatKind]

  /// The possible kinds of the outermost object, each with the members by which it is recognised. The first match is
  /// used.
  let roots: [(marks: FormatMarks, kind: Int)]

  /// The members by which unsupported documents are recognised, and the reasons why such documents are not read.
  let unread: [(marks: FormatMarks, reason: String)]

  /// The format's type names, with the property types for which they stand.
  let typeNames: [(name: NamePattern, type: String, text: String)]
  let spelling: FormatSpelling
  let functions: [FormatFunction]

  /// The operators of expressions. An array that begins with one of them is an expression.
  let operators: Set<String>
  let classes: [String: FormatClass]

  /// The rules for the classes that documents define.
  let definitions: [DefinitionRule]

  /// A cache of the rules by key path for each kind and class.
  private let knownPaths = Mutex<[PathsKey: FormatPaths]>([:])

  private struct PathsKey: Hashable {
    var kind: String
    var className: String?
  }

  /// Reads the description of a format.
  ///
  /// - Throws: an error if the file cannot be read, or if its text has a fault.
  package convenience init(contentsOf path: String) throws(SceneError) {
    var reader = try FormatReader(path: path)
    try self.init(&reader, path)
  }

  init(_ reader: inout FormatReader, _ path: String) throws(SceneError) {
    do throws(ForeignFault) {
      let read = try reader.read()
      (name, title, version, description) = (read.name, read.title, read.version, read.description)
      (filePatterns, isOpen) = (read.filePatterns, read.isOpen)
      (marks, kinds, roots, unread) = (read.marks, read.kinds, read.roots, read.unread)
      (typeNames, spelling) = (read.typeNames, FormatSpelling(colors: read.colors, objects: read.objects))
      (functions, operators, classes) = (read.functions, read.operators, read.classes)
      definitions = read.definitions
    } catch {
      throw reader.located(error)
    }
    self.path = path
  }

  package var keys: [[String]] { marks.map(\.keys) }

  package func matches(_ document: TextValue) -> Bool {
    marks.contains { $0.fit(document) } && rootKind(of: document) != nil
  }

  package func lacks(_ document: TextValue, isNamed: (_ patterns: [String]) -> Bool) -> (lacks: [String], isNear: Bool)?
  {
    let all = marks.map { marks in
      let lacks = marks.lacks(document)
      return (marks: marks, lacks: lacks, has: marks.members.count - lacks.count)
    }
    let named = all.filter { isNamed($0.marks.files) }
    let list = named.isEmpty ? all : named
    // The first lists of marks are those that most documents have.
    let found = list.first { $0.lacks.count == 1 && $0.has > 0 } ?? list.first { $0.has > 0 } ?? list.first
    return found.map { ($0.lacks, all.contains { $0.lacks.count == 1 && $0.has > 1 }) }
  }

  package func reasonNotToRead(_ document: TextValue) -> String? { unread.first { $0.marks.fit(document) }?.reason }

  /// Returns the index of the outermost object's kind; nil if no kind matches.
  func rootKind(of document: TextValue) -> Int? { roots.first { $0.marks.fit(document) }?.kind }

  /// Returns the rules by key path for objects of a kind and a class. The rules are cached.
  func paths(_ kind: FormatKind, _ description: FormatClass?) -> FormatPaths {
    let key = PathsKey(kind: kind.name, className: description?.name)
    return knownPaths.withLock { known in
      if let paths = known[key] { return paths }
      let paths = FormatPaths(kind, description)
      known[key] = paths
      return paths
    }
  }

  /// Returns the description of an object's class or, if the format does not describe it, of the class used to inspect
  /// the object; nil if neither is described.
  func description(of className: String, _ object: TextValue, _ kind: FormatKind) -> FormatClass? {
    classes[className] ?? kind.base.flatMap { classes[$0.className(of: object)] }
  }

  package func scene(of document: TextValue, _ files: ForeignFiles) throws(ForeignFault) -> ForeignScene {
    var builder = FormatScene(self, files)
    return try builder.build(document)
  }

  package func members(of object: ForeignObject, in document: TextValue) -> ForeignMembers {
    guard kinds.indices.contains(object.kind) else { return ForeignMembers() }
    let marked = object.parent == nil || object.isSingle ? marked(document) : Marked()
    let (kind, value) = (kinds[object.kind], document.value(atOffset: object.offset))
    return FormatWalk(
      value, kind, of: self, description(of: object.className, value, kind), marked, object.bases, in: document
    ).members
  }

  /// The offsets of the values by which a document is recognised.
  struct Marked {
    /// The offsets of the values that must be present.
    var needed: Set<Int> = []

    /// The offsets of the values that must not change.
    var fixed: Set<Int> = []
  }

  /// Returns the values by which a document and the kind of its outermost object are recognised.
  func marked(_ document: TextValue) -> Marked {
    var marked = Marked()
    let lists = marks.filter { $0.fit(document) } + (roots.first { $0.marks.fit(document) }.map { [$0.marks] } ?? [])
    for (path, text) in lists.flatMap(\.members) {
      guard let offset = document.value(at: path)?.offset else { continue }
      if text == nil { marked.needed.insert(offset) } else { marked.fixed.insert(offset) }
    }
    return marked
  }

  /// Returns the type for which a name stands; nil if the format has no such name.
  func type(_ name: String) -> String? { typeNames.first { $0.name.rest(of: name) != nil }?.type }

  package func entryForms(of objects: [ForeignObject], _ document: TextValue) -> [String: ForeignEntryForm] {
    var forms: [String: ForeignEntryForm] = [:]
    for object in objects {
      let value = document.value(atOffset: object.offset)
      for list in kinds[object.kind].lists {
        for entry in value.value(at: list.path)?.elements ?? [] {
          guard let name = entry.member(list.name)?.string else { continue }
          let key = FormatWalk.identifier(name)
          if forms[key] == nil { forms[key] = ForeignEntryForm(name: name, typeName: list.typeName(of: entry)) }
        }
      }
    }
    return forms
  }

  package func nameKey(of object: ForeignObject) -> String? { kinds[object.kind].nameMember }

  package func list(ofKind kind: Int, in object: ForeignObject, _ document: TextValue) -> Int? {
    let value = document.value(atOffset: object.offset)
    for rule in kinds[object.kind].children where rule.kind == kind && rule.marks.fit(value) {
      guard rule.form != .single, let list = value.value(at: rule.path), rule.holdsObjects(list) else { continue }
      return list.offset
    }
    return nil
  }

  package func template(
    ofClass name: String, kind: Int?, in owner: ForeignObject, _ document: TextValue
  ) -> ForeignTemplate? {
    let found = insertable(in: owner, document).filter { kind == nil || $0.kind == kind }.compactMap { rule in
      kinds[rule.kind].template(ofClass: name).map { (rule: rule, template: $0) }
    }
    // Several kinds may accept any class name. A class that the format describes belongs to the kind of its base.
    let own = found.first { rule, _ in kinds[rule.kind].templates.contains { $0.className.isExactly(name) } }
    let described = found.first { rule, _ in
      kinds[rule.kind].base.map { isBase($0.fixed, of: name) } ?? false
    }
    guard let (rule, new) = own ?? described ?? found.first else { return nil }
    let kind = kinds[rule.kind]
    var template = ForeignTemplate(
      kind: rule.kind, path: rule.path, isKeyed: rule.form == .members, members: new.members)
    guard let id = kind.id else { return template }
    template.idKey = id.member
    switch id.scope {
    case _ where rule.form == .members, .kind: template.idPrefix = "\(kind.name)-"
    case .document: template.idPrefix = ""
    case .parent: template.idPrefix = "\(owner.id)/\(kind.name)-"
    }
    return template
  }

  package func insertableClasses(in owner: ForeignObject, _ document: TextValue) -> [String] {
    insertable(in: owner, document).flatMap { kinds[$0.kind].templates.map(\.className) }
  }

  /// Returns the rules for the child lists that accept new objects.
  private func insertable(in owner: ForeignObject, _ document: TextValue) -> [ChildRule] {
    let value = document.value(atOffset: owner.offset)
    return kinds[owner.kind].children.filter { rule in
      rule.form != .single && !kinds[rule.kind].templates.isEmpty && rule.marks.fit(value)
    }
  }

  /// Returns true if a class is `base` or inherits from it.
  private func isBase(_ base: String, of name: String) -> Bool {
    var current: String? = name
    // Bases are not circular.
    while let ancestor = current {
      if ancestor.isExactly(base) { return true }
      current = classes[ancestor]?.base
    }
    return false
  }

  package func counter(of object: ForeignObject, _ document: TextValue) -> TextValue? {
    guard let path = kinds[object.kind].id?.counter, let value = document.value(at: path), value.kind == .number
    else { return nil }
    return value
  }

  package func references(
    to object: ForeignObject, in scene: ForeignScene, _ document: TextValue
  ) -> [Range<Int>] {
    guard let place = object.idPlace else { return [] }
    let id = document.value(atOffset: place.span.lowerBound)
    if kinds[object.kind].id?.isUUID == true {
      // No other text has the same UUID by chance.
      return Self.strings(in: document).filter { $0.offset != id.offset && Self.isSameID($0, id) }.map(\.span)
    }
    return scene.objects.flatMap { other in
      let (kind, owner) = (kinds[other.kind], document.value(atOffset: other.offset))
      let members = kind.references.filter { $0.kind == object.kind }.compactMap { owner.value(at: $0.path) }
      let entries = kind.lists.flatMap { list in
        (owner.value(at: list.path)?.elements ?? []).compactMap { entry in
          list.typeName(of: entry).flatMap { list.references[$0] } == object.kind ? entry.member(list.value) : nil
        }
      }
      return (members + entries).filter { Self.isSameID($0, id) }.map(\.span)
    }
  }

  /// Returns all strings in a value, except for member keys.
  private static func strings(in value: TextValue) -> [TextValue] {
    switch value.kind {
    case .string: return [value]
    case .array: return value.elements.flatMap(strings)
    case .object:
      var found: [TextValue] = []
      value.forEachMember { _, _, member in
        found += strings(in: member)
        return true
      }
      return found
    default: return []
    }
  }

  /// Returns true if a value names an id: both are the same string, or the same number.
  private static func isSameID(_ value: TextValue, _ id: TextValue) -> Bool {
    if let text = id.string { return value.string?.isExactly(text) ?? false }
    return value.kind == .number && value.text.elementsEqual(id.text)
  }

  package func spelling(
    of text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?, in document: TextValue
  ) throws(ForeignRefusal) -> [UInt8] {
    try spelling.spelling(of: text, like: old, as: type)
  }

  package func written(
    _ text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?, in document: TextValue
  ) -> [UInt8] {
    spelling.written(text, like: old, as: type)
  }

  package func allows(_ edit: ForeignRefusal.ObjectEdit, of object: ForeignObject) -> Bool {
    !kinds[object.kind].fixed.contains(edit)
  }

  package func accepts(_ id: String, asIDOf object: ForeignObject) -> Bool {
    guard kinds[object.kind].id?.isUUID == true else { return true }
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
  }

  package func newID(of object: ForeignObject, number: Int) -> String? {
    guard kinds[object.kind].id?.isUUID == true else { return nil }
    // A version 8 UUID (RFC 9562), derived from the former id so that a dry run yields the same one.
    var digits = Array(SHA256.hex(of: Array("\(object.id) \(number)".utf8)).utf8.prefix(32))
    (digits[12], digits[16]) = (UInt8(ascii: "8"), UInt8(ascii: "a"))
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return parts.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
  }

  package func mirrored(_ text: [UInt8], as spelling: ForeignLeaf.Mirror.Spelling, type: String?) -> [UInt8] {
    FormatSpelling.mirrored(text, as: spelling, type: type)
  }

  package func composed(_ numbers: [[UInt8]], as type: String?) -> [UInt8] {
    FormatSpelling.object(of: type ?? "", numbers)
  }

  package func numbers(of text: [UInt8], as type: String?) -> [[UInt8]] { FormatSpelling.numbers(in: text, type) }

  /// Returns the function whose form a value has; nil if the value is not a function.
  func function(_ value: TextValue) -> FormatFunction? {
    value.isScalar ? nil : functions.first { $0.matches(value) }
  }
}
