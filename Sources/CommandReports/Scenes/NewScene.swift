package import CommandLineKit
internal import InspectorKit
internal import JSONText
package import SceneDocument
package import SceneSessions

/// The creation of new scenes.
package enum NewScene {
  private static let empty = """
    {
      "format": "inspector-scene/1",
      "objects": []
    }

    """

  /// Writes a scene to a new file.
  @discardableResult package static func write(
    _ path: String, _ className: String?, _ run: CommandRun
  ) throws(Diagnostic) -> SceneDocument {
    let document = try session(path, className, run).document
    try Diagnostic.ofFile(path) { () throws(SceneError) in try document.saveNew(to: path) }
    return document
  }

  /// Creates a scene in memory, with an object of the class if one is named.
  package static func session(
    _ name: String, _ className: String?, _ run: CommandRun
  ) throws(Diagnostic) -> SceneSession {
    let session = try Diagnostic.ofFile(name) { () throws(SceneError) in
      try SceneSession.open(bytes: Array(empty.utf8), name: name, library: run.library, under: run.job)
    }
    guard let className else { return session }
    _ = try Diagnostic.naming(name) { () throws(Diagnostic) in
      try session.perform(EditRequest([.insert(objects: [object(className, run).text()], at: StepPlace())]))
    }
    return session
  }

  /// Returns an id for an object of a class, such as `star` for `StarView`; it need not be unique.
  package static func id(forClass className: String) -> String {
    let word = className.parts(between: ".").last { !$0.isEmpty } ?? className
    let stem = word.hasSuffix("View") && word.count > 4 ? String(word.dropLast(4)) : word
    return stem.prefix(1).lowercased() + stem.dropFirst()
  }

  private static func object(_ className: String, _ run: CommandRun) -> JSON {
    var members: [JSON.Member] = [.init("id", .string(id(forClass: className))), .init("class", .string(className))]
    let values = required(className, run.library)
    if !values.isEmpty { members.append(.init("attributes", .object(values))) }
    return .object(members)
  }

  /// Returns the default values of the attributes that an object of the class requires.
  private static func required(_ className: String, _ library: PluginLibrary) -> [JSON.Member] {
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
