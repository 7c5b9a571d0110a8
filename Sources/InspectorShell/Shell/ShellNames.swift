internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

// What plugins and scenes call things, for help and completion.
extension Shell {
  /// All classes of all plugins.
  var classes: [ComponentDefinition] { run.library.classes }

  /// The classes of these names, those of the scene that only have a base among them.
  func classes(named names: [String]) -> [ComponentDefinition] {
    let all = classes + (scene?.session.basedClasses ?? [])
    return all.filter { definition in names.contains { $0.isExactly(definition.name) } }
  }

  /// The classes of the objects that commands act on; all where there are none.
  var targetClasses: [ComponentDefinition] {
    guard let scene else { return classes }
    let nodes = scene.selection.isEmpty ? scene.current.map { [$0] } ?? [] : scene.selection
    return nodes.isEmpty ? classes : scene.session.classes(of: nodes)
  }

  /// The classes of the scene's objects; all where no scene is open.
  private var sceneClasses: [ComponentDefinition] { scene.map { classes(named: $0.document.classNames) } ?? classes }

  /// The classes that the objects of a selector can have, as far as the selector names classes and ids; else those of the
  /// scene.
  func classes(meantBy selector: String) -> [ComponentDefinition] {
    guard let paths = (try? Selector(parsing: selector))?.alternatives else { return sceneClasses }
    var names: [String] = []
    var nodes: [NodeIndex] = []
    for subject in paths.map(\.subject) {
      if let name = subject.typeName {
        names.append(name)
      } else if let id = subject.id, let node = scene?.document.node(id: id) {
        nodes.append(node)
      } else {
        return sceneClasses
      }
    }
    let found = classes(named: names) + (scene?.session.classes(of: nodes) ?? [])
    return found.isEmpty ? sceneClasses : found
  }

  /// The classes whose properties an assignment of `set` can name, by the words before it.
  func classes(meantByArguments words: [String]) -> [ComponentDefinition] {
    let selector = words.first { !$0.begins(with: "-") && AssignmentText($0) == nil }
    guard let selector, selector != "@", selector != "." else { return targetClasses }
    return classes(meantBy: selector)
  }

  /// The object that stands before a dot of `ID.PROPERTY`, with the text up to there.
  func object(before text: String) -> (head: String, node: NodeIndex)? {
    guard let document = scene?.document else { return nil }
    var end = text.endIndex
    while let dot = text.utf8[..<end].lastIndex(of: UInt8(ascii: ".")) {
      if let node = document.node(typed: String(text[..<dot])) {
        return (String(text[..<text.utf8.index(after: dot)]), node)
      }
      end = dot
    }
    return nil
  }

  /// The properties that a name means, each with its classes; of some classes where these have one, else of all.
  func properties(
    named name: String, of near: [ComponentDefinition]? = nil
  ) -> [(property: PropertyDefinition, classes: [String])] {
    let found = Self.properties(named: name, in: near ?? targetClasses)
    return found.isEmpty ? Self.properties(named: name, in: classes) : found
  }

  private static func properties(
    named name: String, in classes: [ComponentDefinition]
  ) -> [(property: PropertyDefinition, classes: [String])] {
    var found: [(property: PropertyDefinition, classes: [String])] = []
    for definition in classes {
      guard let property = definition.property(typed: name) else { continue }
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
  /// Whether another class has the same property.
  fileprivate func isLike(_ other: PropertyDefinition) -> Bool {
    name == other.name && declaringClass == other.declaringClass && type == other.type && self.range == other.range
  }
}

extension ComponentDefinition {
  /// The property that a name as typed means: its own, or one whose component it names.
  func property(typed name: String) -> PropertyDefinition? { place(ofReference: name).map { properties[$0] } }
}
