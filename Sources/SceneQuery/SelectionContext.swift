internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The shared state for resolving all parts of a selector in one scene.
final class SelectionContext {
  let model: SceneModel
  let selector: Selector

  /// The objects whose ids the selector names. Ids are compared by their bytes.
  private let nodes: [[UInt8]: NodeIndex]

  /// All classes of all plugins, sorted by name, then the scene's unknown classes that have a known base class.
  lazy var definitions = model.registry.allEntries + model.basedEntries

  /// The names of all classes, from which a replacement for an unknown name is suggested.
  lazy var classNames = model.document.classNames + model.registry.classNames

  /// Suggestions for class names.
  var hints = NameHints()

  /// The number of searches through all titles so far for unknown class names.
  private var titleSearches = 0

  /// Returns a selector that searches for an unknown class name as text, if a title contains the name; nil otherwise.
  /// Each call reads the titles of the scene. After ``SceneModel/mostSearches`` calls, returns nil without a search.
  func suggestedSearch(for text: String) -> String? {
    titleSearches += 1
    return titleSearches > SceneModel.mostSearches ? nil : model.suggestedSearch(for: text)
  }

  /// The object that the user may mean by a selector of plain words: the object with the words as its id or, together
  /// with its quoted title, the first object whose title contains the words. Nil if there is none.
  lazy var wholeName: (node: NodeIndex, title: String?)? = {
    let text = selector.text
    guard text.utf8.contains(0x20), !text.utf8.contains(where: { "#[]:*>+~,\"'\\".utf8.contains($0) }) else {
      return nil
    }
    if let node = model.document.node(id: text) { return (node, nil) }
    return model.titled(text).map { ($0, model.title(of: $0)?.quoted(to: 42)) }
  }()

  /// The names of the known classes that have objects in the scene.
  lazy var present: Set<String> = Set(
    model.document.classNames.indices.compactMap { classID in
      if case .known(let binding) = model.meaning(ofClass: classID) { binding.definition.name } else { nil }
    })

  /// The treatment of names that neither the scene nor a plugin has.
  let unknownNames: UnknownNames

  /// The errors about unknown names that were not thrown: the errors of omitted alternatives or, with
  /// ``UnknownNames/listed``, all errors.
  var leftOut: [Diagnostic] = []

  /// The number of each object among its parent's children, from 1.
  lazy var childNumbers: [Int32] = {
    var numbers = [Int32](repeating: 1, count: model.document.objectCount)
    // Later siblings have greater indexes.
    for node in model.document.objects {
      if let next = model.document.nextSibling(node) { numbers[next.number] = numbers[node.number] + 1 }
    }
    return numbers
  }()

  /// The objects to which each object refers.
  lazy var referenceTable = ReferenceTable(model)

  /// The objects to which each object is related, in either direction.
  lazy var relationTable = ReferenceTable(relationsIn: model)

  /// The objects' frames after layout.
  let frames: LayoutFrames

  init(_ model: SceneModel, _ selector: Selector, unknownNames: UnknownNames = .refused, frames: LayoutFrames? = nil) {
    self.model = model
    self.frames = frames ?? LayoutFrames(model)
    self.unknownNames = unknownNames
    self.selector = selector
    nodes = Self.find(Set(selector.alternatives.flatMap(\.ids).map { Array($0.utf8) }), in: model.document)
  }

  private static func find(_ wanted: Set<[UInt8]>, in document: SceneDocument) -> [[UInt8]: NodeIndex] {
    var found: [[UInt8]: NodeIndex] = [:]
    // Each look-up passes over all objects; for many ids a single pass is faster.
    if wanted.count <= 8 {
      for id in wanted { found[id] = document.node(id: String(decoding: id, as: UTF8.self)) }
      return found
    }
    for node in document.objects {
      let id = Array(document.id(node).utf8)
      if wanted.contains(id) { found[id] = node }
    }
    return found
  }

  /// Returns the plans of a list of alternatives. If unknown names are left out, an alternative with such a name is
  /// omitted, and its error is added to ``leftOut``. If all alternatives have an unknown name, the first error is
  /// thrown.
  func plans(_ paths: [Selector.Path], isRelative: Bool = false) throws(Diagnostic) -> [PathPlan] {
    var plans: [PathPlan] = []
    var unknown: [Diagnostic] = []
    for path in paths {
      do throws(Diagnostic) {
        plans.append(try PathPlan(path, self, isRelative: isRelative))
      } catch {
        guard unknownNames == .leftOut, error.isUnknownName else { throw error }
        unknown.append(error)
      }
    }
    if plans.isEmpty, let first = unknown.first { throw first }
    leftOut += unknown
    return plans
  }

  /// Returns the object with an id that the selector names; nil if the scene has no such object.
  func node(id: String) -> NodeIndex? { nodes[Array(id.utf8)] }

  /// Returns an error that points at a place in the selector.
  func error(_ reason: any Refusal, at offset: Int) -> Diagnostic {
    Diagnostic(PlacedRefusal(reason: AnyRefusal(reason), selector: selector.text, offset: offset))
  }
}

/// The treatment of a selector's names that neither the scene nor a plugin has.
package enum UnknownNames: Hashable, Sendable {
  /// Unknown names are errors.
  case refused
  /// An alternative with an unknown name is left out, but the name is an error if all alternatives have unknown names.
  case leftOut
  /// Unknown names match nothing.
  case ignored
  /// Unknown names at the given places match nothing; at any other place they are errors.
  case known(Set<UnknownNamePlace>)
  /// Unknown names match nothing and are listed in `leftOut`.
  case listed
}

extension Diagnostic {
  /// True if a class or property of a selector is neither in the scene nor in a plugin.
  fileprivate var isUnknownName: Bool { code == .unknownClass || code == .unknownProperty }

  /// The place in a selector of a name that neither the scene nor a plugin has; nil for any other error.
  package var unknownName: UnknownNamePlace? {
    guard isUnknownName, let placed = reason.base as? PlacedRefusal else { return nil }
    return UnknownNamePlace(selector: placed.selector, offset: placed.offset)
  }
}

/// The place of an unknown name in a selector.
package struct UnknownNamePlace: Hashable, Sendable {
  package let selector: String

  /// The offset of the name in the selector's text, in bytes.
  package let offset: Int
}

extension Selector.Path {
  /// All ids that the path names, at any depth.
  var ids: [String] {
    steps.flatMap { step in
      (step.compound.id.map { [$0] } ?? step.compound.ids ?? [])
        + step.compound.pseudoClasses.flatMap { pseudo in
          switch pseudo.kind {
          case .not(let paths), .is(let paths), .has(let paths), .references(let paths), .related(let paths):
            paths.flatMap(\.ids)
          case .kind, .modified, .unset, .text, .composed, .nthChild, .lastChild: [String]()
          }
        }
    }
  }
}
