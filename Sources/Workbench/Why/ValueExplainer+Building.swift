internal import InspectorKit
internal import JSONText
internal import SceneDocument

// The effect of hooks and extensions on the value, from one traced build of the component.
extension ValueExplainer {
  /// Returns the reasons that arise when the component is built: hooks, warnings, reads of the parent, and extensions.
  ///
  /// - Parameter isStored: true if the component receives a stored value; false if it keeps its default.
  func built(isStored: Bool) -> [Reason] {
    guard let binding, let definition, !binding.definition.isInert else { return [] }
    let (answer, values) = traced()
    let steps = Self.lastBuild(answer.lifecycle)
    var reasons: [Reason] = []
    var reads: [String] = []
    for step in steps {
      let write = step.writes.first { $0.property == definition.name }
      let isChange = write.map { reference?.part(of: $0.old) != reference?.part(of: $0.new) } ?? false
      if let write, isChange { reasons.append(reason(write, step, values)) }
      guard isChange || step.name == definition.name else { continue }
      reads += step.parentReads.filter { !reads.contains($0) }
      reasons += step.warnings.map { .init(kind: .warning, text: "its hook warns: \($0)", cause: step.name) }
    }
    reasons += parents(reads)
    if let reference { reasons += extensions(answer, reference.place, binding, definition) }
    let start = isStored ? "what is stored" : "the default"
    if steps.isEmpty, property.state != .refused, !reasons.contains(where: { $0.kind == .extension }),
      property.notes.contains(where: { if case .changed = $0 { true } else { false } })
    {
      let value = property.effective
      reasons.append(
        .init(
          kind: .component,
          text: "the component makes it \(shown(value)), not \(start); its plugin does not report how",
          new: value?.json.text() ?? "null"))
    }
    return reasons
  }

  /// Returns the reason for a change of the value during a step of the build.
  ///
  /// - Parameter values: the effective values of the component; empty if it failed.
  private func reason(_ write: LifecycleStep.Write, _ step: LifecycleStep, _ values: [PropertyValue?]) -> Reason {
    var dependencies = ""
    let (kind, cause, subject): (Reason.Kind, String, String)
    switch step.moment {
    case .set(let name, _) where name == write.property:
      (kind, cause, subject) = (.hook, name, "the hook of '\(name)' of '\(property.className)'")
      dependencies = self.dependencies(values)
    case .set(let name, let value):
      let set = words(value, of: binding?.definition.property(named: name))
      (kind, cause, subject) = (.hook, name, "setting '\(name)' to \(set)")
    case .initialization, .awake, .prepareForInspector, .draw, .hitTest:
      (kind, cause, subject) = (.lifecycle, step.name, "'\(step.name)' of '\(property.className)'")
    }
    return Reason(
      kind: kind, text: "\(subject) makes it \(words(write.new)), not \(words(write.old))\(dependencies)", cause: cause,
      old: json(write.old), new: json(write.new))
  }

  /// Returns a clause with the properties on which the explained property is declared to depend, and with their values,
  /// such as `; it depends on 'maximumValue', which is 10`; empty if there are none.
  private func dependencies(_ values: [PropertyValue?]) -> String {
    let words = (definition?.dependsOn ?? []).compactMap { name -> String? in
      guard let place = binding?.place(of: name), values.indices.contains(place) else { return nil }
      return "'\(name)', which is \(self.words(values[place], of: binding?.definition.properties[place]))"
    }
    return words.isEmpty ? "" : "; it depends on \(words.joined(separator: ", and on "))"
  }

  /// Returns a reason for each extension of the class that sets or computes the value.
  private func extensions(
    _ answer: BuildReply, _ place: Int, _ binding: ClassBinding, _ definition: PropertyDefinition
  ) -> [Reason] {
    var reasons = answer.writes.filter { $0.place == place }.map { write in
      let causes = write.causes.map { cause in
        let place = position(of: cause).map { ", stored at line \($0.line)" } ?? ""
        return "'\(cause)'\(place)"
      }
      let first = write.causes.first.flatMap(position)
      return Reason(
        kind: .extension,
        text:
          "the extension '\(write.extensionName)' makes it \(words(write.value)), by \(causes.joined(separator: " and "))",
        cause: write.causes.first, new: json(write.value), line: first?.line, column: first?.column)
    }
    if definition.isComputed, binding.getters.contains(place) {
      reasons.append(
        .init(
          kind: .extension, text: "the extension '\(definition.declaringClass)' computes it",
          cause: definition.declaringClass, new: json(property.effective)))
    }
    return reasons
  }

  /// Returns the position in the file of a stored attribute of the object; nil if the attribute is not stored.
  private func position(of key: String) -> SourcePosition? {
    model.attributes(of: node).origin(of: key)?.position
  }

  /// Builds the component with a trace. Returns its reply and its effective values, which are empty if the build
  /// failed.
  private func traced() -> (answer: BuildReply, values: [PropertyValue?]) {
    let tracer = model.tracer
    defer { model.tracer = tracer }
    // Replies contain the steps only while a tracer is set.
    model.tracer = { _ in }
    var (answer, values) = (BuildReply(), [PropertyValue?]())
    model.build(CollectionOfOne(node)) { [model] in (answer, values) = ($0.answer, model.effective($0) ?? []) }
    return (answer, values)
  }

  /// Returns the steps of the last build. If a value is refused, the component is built again without this value.
  private static func lastBuild(_ steps: [LifecycleStep]) -> ArraySlice<LifecycleStep> {
    steps[(steps.lastIndex { $0.moment == .initialization } ?? 0)...]
  }

  private func parents(_ names: [String]) -> [Reason] {
    guard !names.isEmpty, let parent = model.document.parent(node) else { return [] }
    var values: [PropertyValue?] = []
    model.build(CollectionOfOne(parent)) { [model] in values = model.effective($0) ?? [] }
    let id = model.document.id(parent)
    return names.map { name in
      let binding = model.binding(of: parent)
      guard let place = binding?.place(of: name), place < values.count else {
        return .init(
          kind: .parent, text: "its hook reads '\(name)' of the parent '\(id)', which has none", cause: "\(id).\(name)")
      }
      let value = words(values[place], of: binding?.definition.properties[place])
      return .init(
        kind: .parent, text: "its hook reads '\(name)' of the parent '\(id)': \(value)",
        cause: "\(id).\(name)", new: values[place]?.json.text() ?? "null")
    }
  }
}
