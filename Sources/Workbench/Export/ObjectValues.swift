public import InspectorKit
public import SceneDocument

/// All that an object holds, for export.
public struct ObjectValues {
  public var node: NodeIndex
  public var id: String
  public var className: String

  /// Nil where no plugin knows the class.
  public var definition: ComponentDefinition?

  /// A row for every property of the class.
  public var properties: [Property]

  /// Keys that the class does not have, with their JSON text.
  public var unknown: [(key: String, raw: String)]

  /// Values that were refused, and failures of the plugin.
  public var refused: [Diagnostic]

  /// One property with what is stored and what the component answers.
  public struct Property {
    public var definition: PropertyDefinition
    public var stored: StoredCell
    public var effective: PropertyValue?
  }
}

extension SceneSession {
  /// Hands every object to `body`, in the order of the document. Components are built where effective values are asked
  /// for.
  public func forEachObject<E>(effective: Bool, _ body: (ObjectValues) throws(E) -> Void) throws(E) {
    try withModel { model throws(E) in
      var answers = SomeAnswers(model)
      for node in 0..<model.document.objectCount {
        // What is cut short may look like something else.
        if effective, answers.end == node, !answers.read() { return }
        if library.cancellation.isCancelled(at: node) { return }
        try body(model.values(of: node, answers.found[node] ?? RowAnswer()))
      }
    }
  }
}

/// What components say of some thousand objects, of which most say nothing.
private struct SomeAnswers {
  private let model: SceneModel
  private(set) var found: [NodeIndex: RowAnswer] = [:]

  /// The first object behind those that were built.
  private(set) var end = 0

  init(_ model: SceneModel) { self.model = model }

  /// Builds the next ones; false where it is cancelled.
  mutating func read() -> Bool {
    let nodes = end..<min(end + 1 << 14, model.document.objectCount)
    var found: [NodeIndex: RowAnswer] = [:]
    model.build(nodes.filter { model.classPlan(of: $0) != nil }) { live in
      if !live.answer.isSilent { found[live.node] = live.answer }
    }
    (self.found, end) = (found, nodes.upperBound)
    return !model.library.cancellation.isCancelled
  }
}

extension SceneModel {
  func values(of node: NodeIndex, _ answer: RowAnswer) -> ObjectValues {
    guard let plan = classPlan(of: node) else {
      return ObjectValues(
        node: node, id: document.id(node), className: document.className(node), definition: nil, properties: [],
        unknown: document.rawAttributes(of: node), refused: classDiagnostics(node, strict: false))
    }
    let stored = stored(node, plan)
    let effective = effective(answer.effective, skipped: answer.skipped, cells: stored.cells, plan)
    var refused = stored.problems.map {
      diagnostic($0.problem.code, .error, node, property: $0.key, message: $0.problem.message)
    }
    refused += answer.skipped.map { diagnostic("hook.rejected", .error, node, property: $0.property, message: $0.text) }
    if let failure = answer.failure { refused.append(diagnostic(failure, node)) }
    var cells = stored.cells
    for message in answer.skipped {
      if let place = message.property.flatMap(plan.place(of:)) { cells[place] = .absent }
    }
    let properties = plan.definition.properties.indices.map { place in
      ObjectValues.Property(
        definition: plan.definition.properties[place], stored: cells[place], effective: effective[place])
    }
    return ObjectValues(
      node: node, id: document.id(node), className: document.className(node), definition: plan.definition,
      properties: properties,
      unknown: stored.unknown, refused: refused)
  }
}
