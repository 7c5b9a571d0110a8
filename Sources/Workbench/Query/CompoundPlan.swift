internal import InspectorKit
internal import SceneDocument

/// A compound made out for one scene: which classes and which object it allows, and its conditions by class.
final class CompoundPlan {
  /// Selectors inside `:not(…)`, `:is(…)` and `:has(…)`.
  struct Nested {
    enum Kind {
      case not, `is`, has
    }

    let kind: Kind
    let paths: [PathPlan]
  }

  let nested: [Nested]

  /// Whether a component may have to be built to decide this one itself.
  let isLive: Bool

  /// Whether an object's number among others decides, too.
  let isPlaced: Bool

  private let model: SceneModel

  /// By the number of the class; nil for classes that are not allowed.
  private let tests: [ClassTests?]

  /// Nil for any object; an empty list where the scene has none of the ids.
  private let nodes: [NodeIndex]?

  /// What is known by now of each object, nested selectors apart.
  private(set) var own: TruthColumn = []

  /// The same with nested selectors, where there are any.
  var combined: TruthColumn = []

  init(_ compound: Selector.Compound, _ context: SelectionContext) throws(EditError) {
    model = context.model
    nested = try Self.nested(compound, context)
    nodes = (compound.id.map { [$0] } ?? compound.ids)?.compactMap(context.node(id:)).sorted()
    tests = try CompoundTests(compound, context).byClass()
    isLive = tests.contains { $0?.isLive == true }
    isPlaced = compound.pseudoClasses.contains { pseudo in
      switch pseudo.kind {
      case .nthChild, .lastChild: true
      case .kind, .modified, .unset, .text, .not, .is, .has: false
      }
    }
  }

  private static func nested(
    _ compound: Selector.Compound, _ context: SelectionContext
  ) throws(EditError) -> [Nested] {
    var nested: [Nested] = []
    for pseudo in compound.pseudoClasses {
      switch pseudo.kind {
      case .not(let paths): nested.append(Nested(kind: .not, paths: try context.plans(paths)))
      case .is(let paths): nested.append(Nested(kind: .is, paths: try context.plans(paths)))
      case .has(let paths): nested.append(Nested(kind: .has, paths: try context.plans(paths, isRelative: true)))
      case .kind, .modified, .unset, .text, .nthChild, .lastChild: break
      }
    }
    return nested
  }

  /// Takes what was found while the scene was read, by class.
  func takeFound(by selector: Selector) -> [(classID: Int, builds: ClassBuilds)] {
    guard nodes == nil, model.tracer == nil, let early = model.early else { return [] }
    return tests.indices.compactMap { classID in
      tests[classID] == nil ? nil : early.takeFound(by: selector, ofClass: classID).map { (classID, $0) }
    }
  }

  /// Objects that may match, with what is known of them.
  ///
  /// - Parameter done: classes that are left out.
  func forEachCandidate(besides done: [Int] = [], _ body: (NodeIndex, Truth) -> Void) {
    var tests = tests
    for classID in done { tests[classID] = nil }
    guard tests.contains(where: { $0 != nil }) else { return }
    if let nodes {
      for node in nodes { if let tests = tests[model.document.classID(node)] { body(node, tests.early(node)) } }
      return
    }
    let cancellation = model.library.cancellation
    for node in 0..<model.document.objectCount {
      if cancellation.isCancelled(at: node) { return }
      if let tests = tests[model.document.classID(node)] { body(node, tests.early(node)) }
    }
  }

  /// Whether an object may match, by its id and class.
  func isCandidate(_ node: NodeIndex) -> Bool {
    nodes?.contains(node) != false && tests[model.document.classID(node)] != nil
  }

  /// What is known of one object without its component.
  func early(_ node: NodeIndex) -> Truth {
    isCandidate(node) ? tests[model.document.classID(node)]?.early(node) ?? .no : .no
  }

  /// Finds out what stored values alone tell; once.
  func prepare() {
    guard own.isEmpty else { return }
    var own = TruthColumn.none(model.document.objectCount)
    forEachCandidate { node, truth in own[node] = truth }
    self.own = own
  }

  /// Whether a candidate matches, now that its component was built, or failed.
  func late(_ node: NodeIndex, _ values: LiveValues) -> Truth {
    tests[model.document.classID(node)]?.late(node, values) ?? .no
  }

  /// Notes what the component of an object tells.
  func decide(_ node: NodeIndex, _ values: LiveValues) {
    guard !own.isEmpty, own[node] == .maybe else { return }
    own[node] = late(node, values)
  }
}

extension ClassTests {
  /// Whether a component may be needed to decide.
  var isLive: Bool {
    guard let plan, !plan.definition.isInert else { return false }
    return tests.contains { test in
      switch test {
      case .effective: true
      case .text: plan.definition.properties.contains { $0.type == .string }
      case .never, .isStored, .isNull, .stored, .untyped, .modified, .child, .lastChild: false
      }
    }
  }
}
