internal import InspectorKit
internal import SceneDocument

/// What all parts of a selector need to be made out for a scene.
final class SelectionContext {
  let model: SceneModel
  let selector: Selector

  /// The objects of the ids that the selector names. Ids are the same where their bytes are.
  private let nodes: [[UInt8]: NodeIndex]

  /// All classes of all plugins, in the order of their names.
  lazy var definitions = model.library.registry.allEntries

  /// The names of the classes that the scene has objects of.
  lazy var present: Set<String> = Set(
    model.document.classNames.indices.compactMap { classID in
      if case .known(let plan) = model.plan(ofClass: classID) { plan.definition.name } else { nil }
    })

  /// Whether names that nothing has are mistakes.
  let isStrict: Bool

  init(_ model: SceneModel, _ selector: Selector, isStrict: Bool = true) {
    self.model = model
    self.isStrict = isStrict
    self.selector = selector
    nodes = Self.find(Set(selector.alternatives.flatMap(\.ids).map { Array($0.utf8) }), in: model.document)
  }

  private static func find(_ wanted: Set<[UInt8]>, in document: SceneDocument) -> [[UInt8]: NodeIndex] {
    var found: [[UInt8]: NodeIndex] = [:]
    // Each look-up passes over all objects; many are better done in one pass.
    if wanted.count <= 8 {
      for id in wanted { found[id] = document.node(id: String(decoding: id, as: UTF8.self)) }
      return found
    }
    for node in 0..<document.objectCount {
      let id = Array(document.id(node).utf8)
      if wanted.contains(id) { found[id] = node }
    }
    return found
  }

  /// The object of an id that the selector names.
  func node(id: String) -> NodeIndex? { nodes[Array(id.utf8)] }

  /// An error that points at a place in the selector.
  func refusal(_ code: String, _ message: String, at offset: Int) -> EditError {
    EditError(code: code, message: SelectorError(selector: selector.text, offset: offset, message: message).text)
  }
}

extension Selector.Path {
  /// All ids that are named, at any depth.
  fileprivate var ids: [String] {
    steps.flatMap { step in
      (step.compound.id.map { [$0] } ?? step.compound.ids ?? [])
        + step.compound.pseudoClasses.flatMap { pseudo in
          switch pseudo.kind {
          case .not(let paths), .is(let paths), .has(let paths): paths.flatMap(\.ids)
          case .kind, .modified, .unset, .text: [String]()
          }
        }
    }
  }
}
