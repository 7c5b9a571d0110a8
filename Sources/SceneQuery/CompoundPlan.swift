import InspectorKit
import JSONText
import SceneDocument

/// A compound of a selector, resolved for one scene: the allowed classes and objects, and the conditions of each class.
final class CompoundPlan {
  /// The selectors inside one `:not(…)`, `:is(…)`, `:has(…)`, `:references(…)` or `:related(…)`.
  struct Nested {
    /// True if the pseudo-class is `:not(…)`.
    var isNegated = false
    let paths: [PathPlan]

    /// For `:references(…)` and `:related(…)`, the objects to which each object refers or is related; nil for any other
    /// pseudo-class.
    var references: ReferenceTable?

    /// The current result for each object. All paths must have been evaluated before.
    var result: TruthColumn {
      var result = paths[0].result
      for path in paths.dropFirst() { result.or(path.result) }
      if let references { result = references.referrers(to: result) }
      return isNegated ? result.map(\.inverted) : result
    }

    /// Marks the objects that must be built to decide the `wanted` objects, path by path. An object that one path
    /// already matches need not be built for the remaining paths.
    func demand(_ wanted: TruthColumn, into builds: inout TruthColumn) {
      var wanted = references.map { $0.targets(of: wanted) } ?? wanted
      for path in paths {
        guard wanted.contains(.yes) else { return }
        path.demand(wanted.narrowed(to: .maybe, in: path.result), into: &builds)
        wanted = wanted.narrowed(to: .no, in: path.result)
      }
    }
  }

  let nested: [Nested]

  /// True if a component may have to be built to decide this compound or one of its nested selectors.
  let needsComponents: Bool

  /// True if the compound also tests an object's position among its siblings.
  let isPlaced: Bool

  private let model: SceneModel

  /// The tests of the allowed classes, keyed by class number. If the compound names objects by id, only the classes of
  /// these objects have tests.
  private let tests: [Int: ClassTests]

  /// The objects named by id, in document order; nil if any object may match.
  let nodes: [NodeIndex]?

  /// The current result of the compound's own conditions for each object, without nested selectors; empty before
  /// ``evaluate()``.
  private var own: TruthColumn = []

  /// The current result for each object, including nested selectors; empty if there are none.
  private var combined: TruthColumn = []

  init(_ compound: Selector.Compound, _ context: SelectionContext) throws(Diagnostic) {
    model = context.model
    nested = try Self.nested(compound, context)
    nodes = (compound.id.map { [$0] } ?? compound.ids)?.compactMap(context.node(id:)).sorted()
    let classes = nodes.map { Set($0.map(context.model.document.classID)) }
    tests = try CompoundTests(compound, context).byClass(classes)
    needsComponents =
      tests.values.contains(where: \.needsComponents)
      || nested.contains { $0.paths.contains(where: \.needsComponents) }
    isPlaced = compound.pseudoClasses.contains { pseudo in
      switch pseudo.kind {
      case .nthChild, .lastChild: true
      case .kind, .modified, .unset, .text, .composed, .not, .is, .has, .references, .related: false
      }
    }
  }

  private static func nested(
    _ compound: Selector.Compound, _ context: SelectionContext
  ) throws(Diagnostic) -> [Nested] {
    var nested: [Nested] = []
    for pseudo in compound.pseudoClasses {
      switch pseudo.kind {
      case .not(let paths): nested.append(Nested(isNegated: true, paths: try context.plans(paths)))
      case .is(let paths): nested.append(Nested(paths: try context.plans(paths)))
      case .has(let paths): nested.append(Nested(paths: try context.plans(paths, isRelative: true)))
      case .references(let paths):
        nested.append(Nested(paths: try context.plans(paths), references: context.referenceTable))
      case .related(let paths):
        nested.append(Nested(paths: try context.plans(paths), references: context.relationTable))
      case .kind, .modified, .unset, .text, .composed, .nthChild, .lastChild: break
      }
    }
    return nested
  }

  /// Calls `body` with each object that may match, and with its result before components are built.
  func forEachCandidate(_ body: (NodeIndex, Truth) -> Void) {
    if let nodes {
      for node in nodes { if let tests = tests[model.document.classID(node)] { body(node, tests.early(node)) } }
      return
    }
    guard !tests.isEmpty else { return }
    var tests = [ClassTests?](repeating: nil, count: model.document.classNames.count)
    for (classID, test) in self.tests { tests[classID] = test }
    let job = model.job
    for node in model.document.objects {
      if job.isCancelled(at: node.number) { return }
      if let tests = tests[model.document.classID(node)] { body(node, tests.early(node)) }
    }
  }

  /// Returns true if an object's id and class allow a match.
  func isCandidate(_ node: NodeIndex) -> Bool {
    (nodes.map { $0.sortedIndex(of: node) != nil } ?? true) && tests[model.document.classID(node)] != nil
  }

  /// Returns the result for an object as far as stored values decide it: `maybe` if its component must be built.
  func early(_ node: NodeIndex) -> Truth {
    isCandidate(node) ? tests[model.document.classID(node)]?.early(node) ?? .no : .no
  }

  /// Returns the result for a candidate after its component was built or failed.
  func late(_ node: NodeIndex, _ values: EffectiveValues) -> Truth {
    tests[model.document.classID(node)]?.late(node, values) ?? .no
  }

  /// Updates the result for an object after its component was built or failed, if stored values left it undecided.
  func decide(_ node: NodeIndex, _ values: EffectiveValues) {
    guard !own.isEmpty, own[node] == .maybe else { return }
    own[node] = late(node, values)
  }

  /// True if a condition reads a value that an extension computes.
  var readsComputed: Bool { tests.values.contains(where: \.readsComputed) }

  /// True if a condition compares a frame after layout.
  var readsLayout: Bool { tests.values.contains(where: \.readsLayout) }

  /// Calls `body` with the compound, and with each compound of its nested selectors at any depth.
  func forEachCompound(_ body: (CompoundPlan) -> Void) {
    body(self)
    for inner in nested { for path in inner.paths { path.forEachCompound(body) } }
  }

  // MARK: evaluation with nested selectors

  /// Computes ``result`` from the compound's own conditions and from nested selectors. The first call evaluates the
  /// compound's own conditions, as far as stored values decide them.
  func evaluate() {
    if own.isEmpty {
      var own = TruthColumn.none(model.document.objectCount)
      forEachCandidate { node, truth in own[node] = truth }
      self.own = own
    }
    guard !nested.isEmpty else { return }
    for inner in nested { for path in inner.paths { path.evaluate() } }
    var result = own
    for inner in nested { result.and(inner.result) }
    combined = result
  }

  /// The current result for each object.
  var result: TruthColumn { nested.isEmpty ? own : combined }

  /// Marks the objects whose components must be built to decide the `wanted` objects. Nested conditions are considered
  /// only for objects that match the compound's own conditions.
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

extension ClassTests {
  /// True if a test reads a value that an extension computes.
  fileprivate var readsComputed: Bool {
    guard let binding, !binding.getters.isEmpty else { return false }
    return tests.contains { test in
      switch test {
      case .effective(let reference, _): binding.getters.contains(reference.place)
      case .text: true
      case .never, .isStored, .isNull, .stored, .layout, .untyped, .member, .modified, .composed, .child, .lastChild:
        false
      }
    }
  }

  /// True if a test compares a frame after layout.
  fileprivate var readsLayout: Bool { tests.contains { if case .layout = $0 { true } else { false } } }

  /// True if a test may need a component: the object's own or, for a frame after layout, an ancestor's.
  var needsComponents: Bool {
    if readsLayout { return true }
    guard let binding, !binding.definition.isInert else { return false }
    return tests.contains { test in
      switch test {
      case .effective: true
      case .text: !binding.searched.isEmpty || binding.definition.properties.contains { $0.type == .string }
      case .never, .isStored, .isNull, .stored, .layout, .untyped, .member, .modified, .composed, .child, .lastChild:
        false
      }
    }
  }
}
