internal import InspectorKit
internal import SceneDocument
internal import Workbench

// What plugins and scenes call things, for help and completion.
extension Shell {
  /// All classes of all plugins.
  var classes: [ComponentDefinition] { run.library.plugins.flatMap { $0.description?.components ?? [] } }

  /// The classes of the objects that commands act on; all where there are none.
  var targetClasses: [ComponentDefinition] {
    guard let scene else { return classes }
    let nodes = scene.selection.isEmpty ? scene.current.map { [$0] } ?? [] : scene.selection
    let names = Set(nodes.map(scene.document.className))
    return names.isEmpty ? classes : classes.filter { names.contains($0.name) }
  }

  /// The properties that a name means, each with its classes; of the objects that commands act on where these have one.
  func properties(named name: String) -> [(property: PropertyDefinition, classes: [String])] {
    let near = Self.properties(named: name, in: targetClasses)
    return near.isEmpty ? Self.properties(named: name, in: classes) : near
  }

  private static func properties(
    named name: String, in classes: [ComponentDefinition]
  ) -> [(property: PropertyDefinition, classes: [String])] {
    var found: [(property: PropertyDefinition, classes: [String])] = []
    for definition in classes {
      guard let property = definition.properties.first(where: { $0.isCalled(name) }) else { continue }
      if let place = found.firstIndex(where: { $0.property.isLike(property) }) {
        found[place].classes.append(definition.name)
      } else {
        found.append((property, [definition.name]))
      }
    }
    return found
  }

  var allPropertyNames: [String] { Set(classes.flatMap { $0.properties.map(\.name) }).sorted() }
}

extension PropertyDefinition {
  fileprivate func isCalled(_ word: String) -> Bool {
    name == word || aliases.contains(word) || label.lowercased() == word.lowercased()
  }

  /// Whether another class has the same property.
  fileprivate func isLike(_ other: PropertyDefinition) -> Bool {
    name == other.name && declaringClass == other.declaringClass && type == other.type && range == other.range
  }
}
