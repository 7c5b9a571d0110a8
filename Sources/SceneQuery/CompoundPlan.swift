import InspectorKit
import JSONText
import SceneDocument

/// A compound of a selector resolved for one scene: which classes and which object it allows, and its conditions by
/// class.
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
  let needsComponents: Bool

  /// Whether an object's number among others decides, too.
  let isPlaced: Bool

  private let model: SceneModel

  /// By the number of the class, those that are allowed; where objects are named by their ids, of their classes only.
  private let tests: [Int: ClassTests]

  /// The objects that are named by their ids, in the order of the document; nil for any object.
  let nodes: [NodeIndex]?

  /// What is known by now of each object, nested selectors apart.
  private(set) var own: TruthColumn = []

  /// What is known by now of each object with nested selectors, where there are any.
  var combined: TruthColumn = []

  init(_ compound: Selector.Compound, _ context: SelectionContext) throws(EditError) {
    model = context.model
    nested = try Self.nested(compound, context)
    nodes = (compound.id.map { [$0] } ?? compound.ids)?.compactMap(context.node(id:)).sorted()
    let classes = nodes.map { Set($0.map(context.model.document.classID)) }
    tests = try CompoundTests(compound, context).byClass(classes)
    needsComponents = tests.values.contains { $0.needsComponents }
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

  /// Calls `body` with the objects that may match, and with what is known of them.
  func forEachCandidate(_ body: (NodeIndex, Truth) -> Void) {
    if let nodes {
      for node in nodes { if let tests = tests[model.document.classID(node)] { body(node, tests.early(node)) } }
      return
    }
    guard !tests.isEmpty else { return }
    var tests = [ClassTests?](repeating: nil, count: model.document.classNames.count)
    for (classID, test) in self.tests { tests[classID] = test }
    let job = model.job
    for node in 0..<model.document.objectCount {
      if job.isCancelled(at: node) { return }
      if let tests = tests[model.document.classID(node)] { body(node, tests.early(node)) }
    }
  }

  /// Whether an object may match, by its id and class.
  func isCandidate(_ node: NodeIndex) -> Bool {
    isNamed(node) && tests[model.document.classID(node)] != nil
  }

  private func isNamed(_ node: NodeIndex) -> Bool {
    guard let nodes else { return true }
    return nodes.sortedIndex(of: node) != nil
  }

  /// What is known of one object without its component.
  func early(_ node: NodeIndex) -> Truth {
    isCandidate(node) ? tests[model.document.classID(node)]?.early(node) ?? .no : .no
  }

  /// Evaluates what stored values alone decide; once.
  func prepare() {
    guard own.isEmpty else { return }
    var own = TruthColumn.none(model.document.objectCount)
    forEachCandidate { node, truth in own[node] = truth }
    self.own = own
  }

  /// Whether a candidate matches, now that its component was built, or failed.
  func late(_ node: NodeIndex, _ values: EffectiveValues) -> Truth {
    tests[model.document.classID(node)]?.late(node, values) ?? .no
  }

  /// Notes what the component of an object decides.
  func decide(_ node: NodeIndex, _ values: EffectiveValues) {
    guard !own.isEmpty, own[node] == .maybe else { return }
    own[node] = late(node, values)
  }
}

extension CompoundPlan {
  /// Whether a value is compared that an extension computes.
  var readsComputed: Bool { tests.values.contains(where: \.readsComputed) }

  /// Whether a frame after layout is compared.
  var readsLayout: Bool { tests.values.contains(where: \.readsLayout) }
}

extension ClassTests {
  /// Whether a value is compared that an extension computes.
  fileprivate var readsComputed: Bool {
    guard let binding, !binding.getters.isEmpty else { return false }
    return tests.contains { test in
      switch test {
      case .effective(let reference, _): binding.getters.contains(reference.place)
      case .text: true
      case .never, .isStored, .isNull, .stored, .layout, .untyped, .member, .modified, .child, .lastChild: false
      }
    }
  }

  /// Whether a frame after layout is compared.
  fileprivate var readsLayout: Bool { tests.contains { if case .layout = $0 { true } else { false } } }

  /// Whether a component may be needed to decide: its own or, for layout, that of another object.
  var needsComponents: Bool {
    if readsLayout { return true }
    guard let binding, !binding.definition.isInert else { return false }
    return tests.contains { test in
      switch test {
      case .effective: true
      case .text: binding.definition.properties.contains { $0.type == .string }
      case .never, .isStored, .isNull, .stored, .layout, .untyped, .member, .modified, .child, .lastChild: false
      }
    }
  }
}

/// What selectors inside a compound's `:not(…)`, `:is(…)` and `:has(…)` add to it.
extension CompoundPlan {
  /// Works out ``result`` from its own conditions and those inside.
  func evaluate() {
    prepare()
    guard !nested.isEmpty else { return }
    for inner in nested { for path in inner.paths { path.evaluate() } }
    var result = own
    for inner in nested { result.and(inner.result) }
    combined = result
  }

  /// What is known of each object.
  var result: TruthColumn { nested.isEmpty ? own : combined }

  /// Marks the objects that must be built to know more of the wanted ones: the conditions inside matter only where its
  /// own hold.
  func demand(_ wanted: TruthColumn, into builds: inout TruthColumn) {
    var wanted = wanted
    for node in wanted.indices where wanted[node] == .yes && own[node] == .maybe {
      builds[node] = .yes
      wanted[node] = .no
    }
    for inner in nested {
      guard wanted.contains(.yes) else { return }
      inner.demand(wanted.narrowed(to: .maybe, in: inner.result), into: &builds)
      wanted = wanted.narrowed(to: .yes, in: inner.result)
    }
  }
}

extension CompoundPlan.Nested {
  /// What is known of each object; its paths have been evaluated.
  var result: TruthColumn {
    var result = paths[0].result
    for path in paths.dropFirst() { result.or(path.result) }
    return kind == .not ? result.map(\.inverted) : result
  }

  /// One path after the other: an object that one of them turns out to match need not be built for the rest.
  func demand(_ wanted: TruthColumn, into builds: inout TruthColumn) {
    var wanted = wanted
    for path in paths {
      guard wanted.contains(.yes) else { return }
      path.demand(wanted.narrowed(to: .maybe, in: path.result), into: &builds)
      wanted = wanted.narrowed(to: .no, in: path.result)
    }
  }
}
