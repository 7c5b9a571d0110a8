internal import InspectorKit
internal import JSONText
internal import SceneDocument

// The component's effect on stored values, from a traced build.
extension ValueExplainer {
  /// - Parameter isStored: true if the component receives a stored value.
  func built(isStored: Bool) throws(Diagnostic) -> [ValueExplanation.Reason] {
    guard let binding, let definition, !binding.definition.isInert else { return [] }
    let answer = traced()
    let steps = Self.lastBuild(answer.lifecycle)
    var reasons: [ValueExplanation.Reason] = []
    var reads: [String] = []
    for step in steps {
      let write = step.writes.first { $0.property == definition.name }
      let isChange = write.map { reference?.part(of: $0.old) != reference?.part(of: $0.new) } ?? false
      if let write, isChange { reasons.append(reason(write, step)) }
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
      reasons.append(
        .init(
          kind: .component,
          text:
            "the component makes it \(property.effective?.text ?? "unset"), not \(start); its plugin does not report how",
          new: property.effective?.json.text() ?? "null"))
    }
    return reasons
  }

  private func reason(_ write: LifecycleStep.Write, _ step: LifecycleStep) -> ValueExplanation.Reason {
    let outcome = "makes it \(words(write.new)), not \(words(write.old))"
    let className = property.className
    switch step.moment {
    case .set(let name, _) where name == write.property:
      return .init(
        kind: .hook, text: "the hook of '\(name)' of '\(className)' \(outcome)", cause: name, old: json(write.old),
        new: json(write.new))
    case .set(let name, let value):
      return .init(
        kind: .hook, text: "setting '\(name)' to \(plainWords(value)) \(outcome)", cause: name, old: json(write.old),
        new: json(write.new))
    case .initialization, .awake, .prepareForInspector, .draw:
      return .init(
        kind: .lifecycle, text: "'\(step.name)' of '\(className)' \(outcome)", cause: step.name, old: json(write.old),
        new: json(write.new))
    }
  }

  /// Formats the value of another property, which is never a component such as `frame.x`.
  private func plainWords(_ value: PropertyValue?) -> String {
    if case .string(let text)? = value { return "\"\(text)\"" }
    return value?.text ?? "unset"
  }

  /// Returns the effects of class extensions on the value.
  private func extensions(
    _ answer: BuildReply, _ place: Int, _ binding: ClassBinding, _ definition: PropertyDefinition
  ) -> [ValueExplanation.Reason] {
    var reasons = answer.writes.filter { $0.place == place }.map { write in
      let causes = write.causes.map { cause in
        let place = position(of: cause).map { ", stored at line \($0.line)" } ?? ""
        return "'\(cause)'\(place)"
      }
      let first = write.causes.first.flatMap(position)
      return ValueExplanation.Reason(
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

  /// Returns the file position of a stored attribute of the object; nil if it is not stored.
  private func position(of key: String) -> SourcePosition? {
    model.attributes(of: node).origin(of: key)?.position
  }

  private func traced() -> BuildReply {
    let tracer = model.tracer
    defer { model.tracer = tracer }
    // Replies contain the steps only while a tracer is set.
    model.tracer = { _ in }
    var answer = BuildReply()
    model.build(CollectionOfOne(node)) { answer = $0.answer }
    return answer
  }

  /// Returns the steps of the last build. After a refused value, the component is built again without it.
  private static func lastBuild(_ steps: [LifecycleStep]) -> ArraySlice<LifecycleStep> {
    steps[(steps.lastIndex { $0.moment == .initialization } ?? 0)...]
  }

  private func parents(_ names: [String]) -> [ValueExplanation.Reason] {
    guard !names.isEmpty, let parent = model.document.parent(node) else { return [] }
    var values: [PropertyValue?] = []
    model.build(CollectionOfOne(parent)) { [model] in values = model.effective($0) ?? [] }
    let id = model.document.id(parent)
    return names.map { name in
      let place = model.binding(of: parent)?.place(of: name)
      guard let place, place < values.count else {
        return .init(
          kind: .parent, text: "its hook reads '\(name)' of the parent '\(id)', which has none", cause: "\(id).\(name)")
      }
      return .init(
        kind: .parent, text: "its hook reads '\(name)' of the parent '\(id)': \(plainWords(values[place]))",
        cause: "\(id).\(name)", new: values[place]?.json.text() ?? "null")
    }
  }
}
