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
      var lives: [NodeIndex: LiveObject] = [:]
      if effective {
        let known = (0..<model.document.objectCount).filter { model.classPlan(of: $0) != nil }
        model.build(known) { lives[$0.node] = $0 }
      }
      for node in 0..<model.document.objectCount {
        if library.cancellation.isCancelled(at: node) { return }
        try body(model.values(of: node, live: lives[node]))
      }
    }
  }
}

extension SceneModel {
  func values(of node: NodeIndex, live: LiveObject?) -> ObjectValues {
    guard let plan = classPlan(of: node) else {
      return ObjectValues(
        node: node, id: document.id(node), className: document.className(node), definition: nil, properties: [],
        unknown: document.rawAttributes(of: node), refused: classDiagnostics(node, strict: false))
    }
    let stored = stored(node, plan)
    let answer = live?.answer ?? RowAnswer()
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
