package import CommandLineKit
internal import InspectorKit
internal import JSONText
package import SceneDocument
package import SceneSessions

private let emptyScene = """
  {
    "format": "inspector-scene/1",
    "objects": []
  }

  """

extension CommandRun {
  /// Writes a scene to a new file, and returns its document. The scene contains an object of the class, or no object if
  /// `className` is nil. Throws if the file exists.
  @discardableResult
  package func writeNewScene(_ path: String, _ className: String?) throws(Diagnostic) -> SceneDocument {
    let document = try newScene(path, className).document
    try Diagnostic.ofFile(path) { () throws(SceneError) in try document.saveNew(to: path) }
    return document
  }

  /// Creates a scene in memory. The scene contains an object of the class, or no object if `className` is nil. Throws
  /// if the object is refused.
  package func newScene(_ name: String, _ className: String?) throws(Diagnostic) -> SceneSession {
    let session = try Diagnostic.ofFile(name) { () throws(SceneError) in
      try SceneSession.open(bytes: Array(emptyScene.utf8), name: name, library: library, under: job)
    }
    guard let className else { return session }
    _ = try Diagnostic.naming(name) { () throws(Diagnostic) in
      try session.perform(EditRequest([.insert(objects: [newObject(className).text()], at: StepPlace())]))
    }
    return session
  }

  /// Returns an id for an object of a class, such as `star` for `StarView`. The scene may already contain this id.
  package static func newID(forClass className: String) -> String {
    let word = className.parts(between: ".").last { !$0.isEmpty } ?? className
    let stem = word.hasSuffix("View") && word.count > 4 ? String(word.dropLast(4)) : word
    return stem.prefix(1).lowercased() + stem.dropFirst()
  }

  private func newObject(_ className: String) -> JSON {
    let id = Self.newID(forClass: className)
    var members: [JSON.Member] = [.init("id", .string(id)), .init("class", .string(className))]
    let values = requiredValues(className)
    if !values.isEmpty { members.append(.init("attributes", .object(values))) }
    return .object(members)
  }

  /// Returns the default values of the attributes that an object of the class requires; empty if no plugin defines the
  /// class.
  private func requiredValues(_ className: String) -> [JSON.Member] {
    for plugin in library.plugins {
      for definition in plugin.description?.components ?? []
      where definition.name == className || "\(plugin.name).\(definition.name)" == className {
        return definition.properties.filter(\.isRequired).compactMap { property in
          property.defaultValue.map { JSON.Member(property.name, $0.json) }
        }
      }
    }
    return []
  }
}
