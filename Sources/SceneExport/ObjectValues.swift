public import InspectorKit
public import SceneDocument

/// All that an object holds, for export.
public struct ObjectValues {
  /// The object's number in the document.
  public var node: NodeIndex

  /// The object's id.
  public var id: String

  /// The object's class as the scene writes it.
  public var className: String

  /// The description of the class; nil where no plugin knows it.
  public var definition: ComponentDefinition?

  /// A row for every property of the class.
  public var properties: [Property]

  /// Keys that the class does not have, with their JSON text.
  public var unknown: [(key: String, raw: String)]

  /// What is not to be carried on, and why: values that a check calls wrong, required ones that are missing, members that
  /// are not implemented, and objects whose class no plugin knows.
  public var refused: [Diagnostic]

  /// Why the component could not be built.
  public var failure: Diagnostic?

  /// One property with what is stored and what the component answers.
  public struct Property {
    /// What the class declares about the property.
    public var definition: PropertyDefinition

    /// What the scene stores for it.
    public var stored: StoredCell

    /// The component's value; nil for unset.
    public var effective: PropertyValue?

    /// The value that the component has without its parent; absent where that is the same.
    public var alone = StoredCell.absent

    /// Whether what is stored breaks a rule of the property, which its component does not mind.
    public var isInvalid: Bool
  }
}

/// The answers of one object's component.
package struct ObjectAnswers {
  /// The answer of the object in its place.
  package var answer: BuildReply

  /// The answer of the object at the top of a scene; nil for one that reads no parent.
  package var alone: BuildReply?
}

extension SceneModel {
  /// Hands every object to `body` with what its component answers, in the order of the document, some thousand being built
  /// at once; ends where it is cancelled.
  ///
  /// - Parameter alone: true to build those that read their parents without them, too.
  package func forEachAnswer<E>(
    alone: Bool = false, _ body: (NodeIndex, ObjectAnswers) throws(E) -> Void
  ) throws(E) {
    for start in stride(from: 0, to: document.objectCount, by: 1 << 14) {
      let nodes = start..<min(start + 1 << 14, document.objectCount)
      var answers = [ObjectAnswers](repeating: ObjectAnswers(answer: BuildReply()), count: nodes.count)
      build(nodes.filter { binding(of: $0) != nil }, validates: true) { answers[$0.node - start].answer = $0.answer }
      if alone, hasParentReaders {
        buildAlone(nodes.filter { parentRead(by: $0) != nil }) { answers[$0.node - start].alone = $0.answer }
      }
      // What is cut short may look like something else.
      if job.isCancelled { return }
      for node in nodes {
        if job.isCancelled(at: node) { return }
        try body(node, answers[node - start])
      }
    }
  }
}

extension SceneModel {
  package func values(of node: NodeIndex, _ answer: BuildReply, alone: BuildReply? = nil) -> ObjectValues {
    let reserved = document.reservedKeys(node).map { key in
      diagnostic(ObjectFinding.notImplemented(key), .warning, node, property: key)
    }
    guard let binding = binding(of: node) else {
      return ObjectValues(
        node: node, id: document.id(node), className: document.className(node), definition: nil, properties: [],
        unknown: document.rawAttributes(of: node), refused: classDiagnostics(node, strict: false) + reserved)
    }
    let stored = stored(node, binding)
    let effective = effective(answer, cells: stored.cells, binding)
    var cells = stored.cells
    let rejected = Set((answer.skipped + answer.invalid).compactMap { $0.property.flatMap(binding.place(of:)) })
    for place in rejected { cells[place] = .absent }
    let invalid = Set(answer.invalid.compactMap(\.property))
    var properties = binding.definition.properties.enumerated().map { place, property in
      ObjectValues.Property(
        definition: property, stored: cells[place], effective: effective?[place],
        isInvalid: invalid.contains(property.name))
    }
    if let alone, let effective {
      // Where it fails alone, nothing that its hooks make is certain.
      let others = self.effective(alone.failure == nil ? alone : BuildReply(), cells: stored.cells, binding)
      for (place, value) in (others ?? []).enumerated() where value != effective[place] {
        properties[place].alone = .value(value)
      }
    }
    return ObjectValues(
      node: node, id: document.id(node), className: document.className(node), definition: binding.definition,
      properties: properties, unknown: stored.unknown,
      refused: refusals(node, binding, stored, answer) + reserved, failure: answer.failure.map { diagnostic($0, node) })
  }

  /// What a check calls wrong, and what another key hides.
  private func refusals(
    _ node: NodeIndex, _ binding: ClassBinding, _ stored: StoredAttributes, _ answer: BuildReply
  ) -> [Diagnostic] {
    var found = stored.problems.map { diagnostic($0.problem.reason, .error, node, property: $0.key) }
    found += shadowedKeys(node, binding, stored, answer)
    found += answer.skipped.map { diagnostic(HookFinding.rejection, $0, .error, node, naming: .none) }
    found += answer.invalid.map { diagnostic(HookFinding.invalid, $0, .error, node, naming: .none) }
    found += missingProperties(node, binding, stored).map { property in
      diagnostic(missing(property, node), .error, node, property: property.name)
    }
    return found
  }
}
