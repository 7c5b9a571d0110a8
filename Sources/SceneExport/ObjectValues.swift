public import InspectorKit
internal import JSONText
public import SceneDocument

/// An object's stored and effective values, with the reasons for values that an export omits.
public struct ObjectValues {
  /// The object's number in the document.
  public var node: NodeIndex

  /// The object's id.
  public var id: String

  /// The object's class as it is written in the scene.
  public var className: String

  /// The definition of the class; nil if no plugin declares it.
  public var definition: ComponentDefinition?

  /// A row for every property of the class.
  public var properties: [Property]

  /// The attributes whose keys the class does not declare, with their JSON text.
  public var unknown: [(key: String, raw: String)]

  /// The reasons for omitting parts of the object from an export: values and runtime attributes that a check reports as
  /// errors, shadowed keys, missing required values, reserved keys, and a class that no plugin declares.
  public var refused: [Diagnostic]

  /// The reason why the component could not be built; nil if it was built.
  public var failure: Diagnostic?

  /// One property with its stored value and its component's effective value.
  public struct Property {
    /// The class's definition of the property.
    public var definition: PropertyDefinition

    /// The value that the scene stores for the property or, if a binding is in effect, the setting's value; absent if
    /// there is none, or if it is refused.
    public var stored: StoredCell

    /// The setting that provides the value in ``stored``; nil for a value of the scene.
    public var setting: BundleAttribute.Setting?

    /// The component's effective value; nil if it is unset or if the component failed.
    public var effective: PropertyValue?

    /// The effective value of a component that is built without its parent; absent if it equals `effective`, or if no
    /// such component was built.
    public var alone = StoredCell.absent

    /// True if the component accepts the stored value although it breaks a rule of the property.
    public var isInvalid: Bool
  }
}

extension SceneModel {
  /// Calls `body` with each object and its component's replies, in document order. Builds 16,384 objects at a time, and
  /// returns early if the model's job is cancelled.
  ///
  /// - Parameter alone: true to build each object that reads its parent once more without the parent.
  package func forEachAnswer<E>(
    alone: Bool = false, _ body: (NodeIndex, (answer: BuildReply, alone: BuildReply?)) throws(E) -> Void
  ) throws(E) {
    var rest = document.objects
    while let start = rest.first {
      let nodes = rest.prefix(1 << 14)
      rest = rest.dropFirst(1 << 14)
      var answers = [(answer: BuildReply, alone: BuildReply?)](repeating: (BuildReply(), nil), count: nodes.count)
      build(nodes.filter { binding(of: $0) != nil }, validates: true) { answers[$0.node - start].answer = $0.answer }
      if alone, hasParentReaders {
        buildAlone(nodes.filter { parentRead(by: $0) != nil }) { answers[$0.node - start].alone = $0.answer }
      }
      // A cancelled build may have left replies incomplete.
      if job.isCancelled { return }
      for node in nodes {
        if job.isCancelled(at: node.number) { return }
        try body(node, answers[node - start])
      }
    }
  }

  /// Returns all values of an object from its component's replies.
  ///
  /// - Parameter alone: the reply of the component built without its parent; nil if the object does not read its
  ///   parent.
  package func values(of node: NodeIndex, _ answer: BuildReply, alone: BuildReply? = nil) -> ObjectValues {
    let runtime = runtimeAttributes(of: node)
    let reserved =
      document.reservedKeys(node).map { key in
        let problem = key == "ref" ? document.problemOfTemplate(node) : nil
        return problem.map { diagnostic($0, .warning, node, property: key) }
          ?? diagnostic(ObjectFinding.notImplemented(key), .warning, node, property: key)
      } + ([runtime.problem] + runtime.attributes.map(\.problem)).compactMap(\.self)
    guard let binding = binding(of: node) else {
      return ObjectValues(
        node: node, id: document.id(node), className: document.className(node), definition: nil, properties: [],
        unknown: attributes(of: node).texts, refused: classDiagnostics(node, strict: false) + reserved)
    }
    let stored = stored(node, binding)
    let effective = effective(answer, cells: stored.cells, binding)
    var cells = stored.cells
    let rejected = Set((answer.skipped + answer.invalid).compactMap { $0.property.flatMap(binding.place(of:)) })
    for place in rejected { cells[place] = .absent }
    let invalid = Set(answer.invalid.compactMap(\.property))
    var properties = binding.definition.properties.enumerated().map { place, property in
      ObjectValues.Property(
        definition: property, stored: cells[place], setting: stored.bound[place].flatMap(setting),
        effective: effective?[place], isInvalid: invalid.contains(property.name))
    }
    if let alone, let effective {
      // If the component fails without its parent, the values that its hooks compute are unknown.
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

  /// Returns the setting that a bundle specifies for a bound property; nil for a value inherited from another object.
  private func setting(_ bound: BoundProperty) -> BundleAttribute.Setting? {
    if bound.isInherited { return nil }
    let file = bound.setting.flatMap { setting in
      setting.file.map { file in
        // The folder of one user means nothing to others.
        guard !setting.isPersonal else { return "$XDG_CONFIG_HOME/inspector/settings.json" }
        return FileName.shown(SourceFolder(ofDocument: document.name).relative(file))
      }
    }
    return BundleAttribute.Setting(key: bound.key, file: file, transformer: bound.transformer)
  }

  /// Returns diagnostics for values that a check reports as errors, for shadowed keys, and for missing required values.
  private func refusals(
    _ node: NodeIndex, _ binding: ClassBinding, _ stored: StoredAttributes, _ answer: BuildReply
  ) -> [Diagnostic] {
    var found = stored.problems.map { diagnostic($0.problem.reason, .error, node, property: $0.key) }
    found += bindingFindings(of: node, strict: false).filter { finding in
      // What a document stores is carried, whether or not a setting has a value.
      let place = finding.code == .bindingUnset ? finding.property.flatMap(binding.place(of:)) : nil
      return finding.severity == .error || place.map { stored.cells[$0] == .absent } ?? false
    }
    found += shadowedKeys(node, binding, stored, answer)
    found += answer.skipped.map { diagnostic(HookFinding.rejection, $0, .error, node, naming: .none) }
    found += answer.invalid.map { diagnostic(HookFinding.invalid, $0, .error, node, naming: .none) }
    found += missingProperties(node, binding, stored).map { property in
      diagnostic(missing(property, node), .error, node, property: property.name)
    }
    return found
  }
}
