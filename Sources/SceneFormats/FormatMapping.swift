internal import InspectorKit
internal import JSONText
package import SceneDocument

/// A foreign format that a file in the language `inspector-format/1` describes.
///
/// ```swift
/// let format = try FormatMapping(contentsOf: "maplibre.inspector-format.json")
/// ForeignFormats.current.append(format)
/// let style = try SceneDocument.load(path: "style.json")  // its layers are objects
/// ```
///
/// A mapping is data: it runs no code, and it names no file.
package final class FormatMapping: ForeignFormat {
  package let name: String
  package let title: String
  package let version: String
  package let description: [UInt8]
  package let filePatterns: [String]

  /// The file that describes the format.
  package let path: String

  /// The lists of members by which documents are recognised; a document has to have all members of one list. A nil text
  /// stands for any value.
  let marks: [[(path: [String], text: [UInt8]?)]]
  let kinds: [FormatKind]

  /// The number of the kind of the outermost object.
  let root: Int
  let functions: [FormatFunction]

  /// The texts by which an array is recognised as an expression, if it begins with one of them.
  let operators: Set<String>
  let classes: [String: FormatClass]

  /// Reads the description of a format.
  ///
  /// - Throws: an error of the file, or a fault in its text with its place.
  package init(contentsOf path: String) throws(SceneError) {
    var reader = try FormatReader(path: path)
    do throws(ForeignFault) {
      let read = try reader.read()
      (name, title, version, description) = (read.name, read.title, read.version, read.description)
      filePatterns = read.filePatterns
      (marks, kinds, root) = (read.marks, read.kinds, read.root)
      (functions, operators, classes) = (read.functions, read.operators, read.classes)
    } catch {
      throw reader.located(error)
    }
    self.path = path
  }

  package var keys: [String] {
    let keys = marks.map { marks in Set(marks.compactMap(\.path.last)) }
    return keys.dropFirst().reduce(keys.first ?? []) { $0.intersection($1) }.sorted()
  }

  package func matches(_ document: TextValue) -> Bool {
    marks.contains { marks in
      marks.allSatisfy { path, text in
        guard let value = document.value(at: path) else { return false }
        return text.map { $0.elementsEqual(value.text) } ?? true
      }
    }
  }

  package func scene(of document: TextValue) throws(ForeignFault) -> ForeignScene {
    var builder = FormatScene(self)
    return try builder.build(document)
  }

  package func members(of object: ForeignObject, in document: TextValue) -> ForeignMembers {
    guard kinds.indices.contains(object.kind) else { return ForeignMembers() }
    return FormatWalk(document.value(atOffset: object.offset), kinds[object.kind], of: self).members
  }

  package func site(of name: String, in object: ForeignObject, _ document: TextValue) -> ForeignSite? {
    guard kinds.indices.contains(object.kind) else { return nil }
    let (kind, value) = (kinds[object.kind], document.value(atOffset: object.offset))
    guard let description = classes[kind.className.className(of: value)], let path = description.paths[name],
      let property = description.properties[path], property.name.isExactly(name), !property.isReadOnly,
      kind.reads(path, description.properties), isFree(path, in: value)
    else { return nil }
    return ForeignSite(path: path, type: property.type)
  }

  /// Returns true if a member can be inserted at a key path: nothing is there, and nothing else than an object is on the way.
  private func isFree(_ path: [String], in object: TextValue) -> Bool {
    var container = object
    for key in path.dropLast() {
      guard let next = container.member(key) else { return true }
      guard next.kind == .object, function(next) == nil else { return false }
      container = next
    }
    return path.last.map { container.member($0) == nil } ?? false
  }

  package func nameKey(of object: ForeignObject) -> String? { kinds[object.kind].nameMember }

  package func list(ofKind kind: Int, in object: ForeignObject, _ document: TextValue) -> Int? {
    let path = kinds[object.kind].children.first { $0.kind == kind }?.path
    return path.flatMap { document.value(atOffset: object.offset).value(at: $0)?.offset }
  }

  package func references(
    to object: ForeignObject, in scene: ForeignScene, _ document: TextValue
  ) -> [Range<Int>] {
    guard let place = object.idPlace else { return [] }
    let id = document.value(atOffset: place.span.lowerBound)
    return scene.objects.flatMap { other in
      kinds[other.kind].references.filter { $0.kind == object.kind }.compactMap { reference in
        let value = document.value(atOffset: other.offset).value(at: reference.path)
        return value.flatMap { Self.isSameID($0, id) ? $0.span : nil }
      }
    }
  }

  /// Returns true if a value names an id: both are the same string, or the same number.
  private static func isSameID(_ value: TextValue, _ id: TextValue) -> Bool {
    if let text = id.string { return value.string?.isExactly(text) ?? false }
    return value.kind == .number && value.text.elementsEqual(id.text)
  }

  package func spelling(
    of text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?
  ) throws(ForeignRefusal) -> [UInt8] {
    try FormatSpelling.spelling(of: text, like: old, as: type)
  }

  package func written(_ text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?) -> [UInt8] {
    FormatSpelling.written(text, like: old, as: type)
  }

  /// Returns the function that a value is; nil if it is none.
  func function(_ value: TextValue) -> FormatFunction? {
    value.isScalar ? nil : functions.first { $0.matches(value) }
  }
}
