internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

// The names of classes and properties in plugins and scenes, for help and completion.
extension Shell {
  /// The classes of all plugins.
  var classes: [ComponentDefinition] { run.library.classes }

  /// Returns the classes with the given names. They include classes of the scene that no plugin declares, which have
  /// the properties of their base classes.
  func classes(named names: [String]) -> [ComponentDefinition] {
    let all = classes + (scene?.session.basedClasses ?? [])
    return all.filter { definition in names.contains { $0.isExactly(definition.name) } }
  }

  /// The classes of the objects on which commands act; all classes if there are no such objects.
  var targetClasses: [ComponentDefinition] {
    guard let scene else { return classes }
    let nodes = scene.targets
    return nodes.isEmpty ? classes : scene.session.classes(of: nodes)
  }

  /// The classes of the scene's objects; all classes if no scene is open.
  private var sceneClasses: [ComponentDefinition] { scene.map { classes(named: $0.document.classNames) } ?? classes }

  /// Returns the classes that the objects of a selector can have, according to the class names and ids in the selector.
  /// Returns the classes of the scene if the selector is invalid or names neither.
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

  /// Returns the classes whose properties the next word of a command such as `set` can name: the classes that a
  /// selector among the words can match or, without a selector, the ``targetClasses``.
  func classes(meantByArguments words: [String]) -> [ComponentDefinition] {
    let selector = words.first { !$0.begins(with: "-") && Assignment(typed: $0) == nil }
    guard let selector, selector != "@", selector != "." else { return targetClasses }
    return classes(meantBy: selector)
  }

  /// Returns the object that the text before the dot of `ID.PROPERTY` names, and the text up to and including the dot;
  /// nil if there is no scene, or if no object has the id.
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

  /// Returns the properties that a name can mean, each with the names of the classes that have it. Classes outside of
  /// `near` are searched only if no class in `near` has such a property.
  ///
  /// - Parameter near: the classes to search first; nil for ``targetClasses``.
  func properties(
    named name: String, of near: [ComponentDefinition]? = nil
  ) -> [(property: PropertyDefinition, classes: [String])] {
    HelpAnswer.properties(named: name, of: near ?? targetClasses, among: classes)
  }
}
