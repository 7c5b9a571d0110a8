package import InspectorKit
internal import JSONText
package import SceneDocument

extension SceneModel {
  /// Everything that is wrong with a scene or worth knowing, in the order of the file.
  ///
  /// - Parameters:
  ///   - byClass: whether a class that no plugin knows is reported once, at its first object.
  ///   - hooks: false to look at stored values only: their types, ranges, options and names.
  ///   - twice: whether each object is built once more, to find components that answer differently.
  package func check(
    strict: Bool, byClass: Bool = false, hooks: Bool = true, twice: Bool = false
  ) -> [Diagnostic] {
    hints = NameHints()
    var found = document.warnings.map { warning in
      // What is not implemented here is not unknown.
      Diagnostic(warning, severity: strict && warning.code == .unknownKey ? .error : .warning)
    }
    found += document.duplicateIDs.map { Diagnostic($0, severity: .error) }
    found += checkPlugins()
    for (name, offset, problem) in palette.problems {
      var diagnostic = Diagnostic(
        document.error(problem, at: offset), severity: .error)
      diagnostic.property = name
      found.append(diagnostic)
    }
    var known: [NodeIndex] = []
    var strangers: [Int: (first: NodeIndex, count: Int)] = [:]
    let isKnown = document.classNames.indices.map { if case .known = meaning(ofClass: $0) { true } else { false } }
    var based: [Int: (first: NodeIndex, count: Int)] = [:]
    let isBased = document.classNames.indices.map { classID in
      if case .known(let binding) = meaning(ofClass: classID) { binding.inspectedAs != nil } else { false }
    }
    for node in 0..<document.objectCount {
      if library.cancellation.isCancelled(at: node) { break }
      if isBased[document.classID(node)] { based[document.classID(node), default: (node, 0)].count += 1 }
      if !isKnown[document.classID(node)] {
        // A refused plugin is reported once for the whole scene.
        if case .refused = meaning(of: node) { continue }
        if byClass {
          strangers[document.classID(node), default: (node, 0)].count += 1
        } else {
          found += classDiagnostics(node, strict: strict)
        }
      } else {
        known.append(node)
      }
    }
    for (first, count) in strangers.values { found += classDiagnostics(first, strict: strict, count: count) }
    for (first, count) in based.values { found += baseDiagnostics(first, strict: strict, count: count) }
    // Of objects that were not built, since no other of their class can be, the first is reported.
    var unbuilt: [String: (first: BuiltObject, count: Int)] = [:]
    var repeated = twice && hooks ? RepeatedBuilds(self) : nil
    build(known, validates: true, hooks: hooks) { [self] built in
      repeated?.keep(built)
      // Nearly all objects have no findings.
      guard built.isRemarkable else { return }
      found += checkBuilt(built, strict: strict, reportsUnasked: false)
      guard let failure = built.answer.failure, !failure.wasAsked, !failure.namesObject else { return }
      unbuilt[built.binding.definition.name, default: (built, 0)].count += 1
    }
    for (first, count) in unbuilt.values {
      guard var failure = first.answer.failure else { continue }
      if count > 1 { failure.message += "; \(count) objects are not checked by their components" }
      found.append(diagnostic(failure, first.node))
    }
    if let repeated { found += repeated.check(known) }
    found += checkLayout(solves: hooks)
    // The sort is stable by hand: places first, then the order found.
    return found.enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      return (a.line ?? 0, a.column ?? 0, first.offset) < (b.line ?? 0, b.column ?? 0, second.offset)
    }.map(\.element)
  }

  /// Needed plugins that are missing, broken or of another version: without them nothing of theirs was checked.
  private func checkPlugins() -> [Diagnostic] {
    document.plugins.compactMap { need in
      let fault: any Refusal
      if let failure = plugins.missing[need.name] ?? plugins.refusals[need.name] {
        fault = failure
      } else if plugins.malformed.contains(where: { $0.name == need.name }) {
        fault = NameRefusal.noRequirement(plugin: need.name, need.requirement)
      } else {
        return nil
      }
      return Diagnostic(document.error(fault, at: need.offset), severity: .error)
    }
  }

  /// What is wrong with an object that was built, or worth knowing.
  ///
  /// - Parameter reportsUnasked: whether to report, too, that it was not built since no other of its class can be.
  package func checkBuilt(_ built: BuiltObject, strict: Bool, reportsUnasked: Bool = true) -> [Diagnostic] {
    var found = checkAttributes(built, strict: strict)
    for message in built.answer.warnings {
      found.append(worded(message, .hookWarning, .warning, built.node))
    }
    for message in built.answer.skipped {
      found.append(worded(message, .hookRejected, .error, built.node))
    }
    found += undeclaredDiagnostics(built.answer, built.node, built.binding)
    // What failed elsewhere is reported there.
    if let failure = built.answer.failure, !failure.namesObject, failure.wasAsked || reportsUnasked {
      found.append(diagnostic(failure, built.node))
    }
    return found
  }

  /// Checks an object's attributes, leaving out the warnings and refusals of its hooks.
  package func checkAttributes(_ built: BuiltObject, strict: Bool) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if built.findings.isRemarkable || built.findings.isIntricate {
      found += checkStored(built, strict: strict)
    }
    for message in built.answer.invalid {
      found.append(worded(message, .valueInvalid, .error, built.node))
    }
    return found
  }

  /// Keys that the class does not have, values that cannot be the property's, former and deprecated names, required
  /// values that are missing, and those that take no effect.
  private func checkStored(_ built: BuiltObject, strict: Bool) -> [Diagnostic] {
    let (node, binding) = (built.node, built.binding)
    let stored = stored(node, binding)
    var found = stored.unknown.map { key, _ in
      let code = binding.unknownProperty(key, suggestion: nil).code
      return diagnostic(
        code, strict || code != .unknownProperty ? .error : .warning, node, property: key,
        message: unknownPropertyMessage(key, binding))
    }
    found += stored.problems.map { key, problem in
      diagnostic(problem, node, property: key)
    }
    found += stored.shadowed.map { key, property in
      diagnostic(
        .propertyAlias, .warning, node, property: key, message: shadowedMessage(key, property))
    }
    for (place, property) in binding.definition.properties.enumerated() {
      if let reason = property.deprecated, let key = stored.keys[place] {
        let message = "'\(property.name)' is deprecated: \(reason)"
        found.append(diagnostic(.propertyDeprecated, .warning, node, property: key, message: message))
      }
    }
    found += missingProperties(node, binding, stored).map { property in
      diagnostic(.valueRequired, .error, node, message: missingMessage(property, node), namesObject: true)
    }
    return found + checkConditions(built, stored)
  }

  package func shadowedMessage(_ key: String, _ property: PropertyDefinition) -> String {
    let kind = property.otherNames.contains(key) ? "another" : "a former"
    return "'\(key)' is \(kind) name of '\(property.name)', which is stored too and wins; remove '\(key)'"
  }

  /// The required properties that have no value, those apart whose value cannot be the property's.
  package func missingProperties(_ node: NodeIndex, _ binding: ClassBinding, _ stored: StoredAttributes)
    -> [PropertyDefinition]
  {
    let refused = Set(stored.problems.map(\.key))
    return binding.definition.properties.enumerated().compactMap { place, property in
      let hasValue = if case .value(.some) = stored.cells[place] { true } else { false }
      return property.isRequired && !hasValue && !refused.contains(property.name) ? property : nil
    }
  }

  package func missingMessage(_ property: PropertyDefinition, _ node: NodeIndex) -> String {
    "'\(document.id(node)).\(property.name)' is required and has no value; set one"
  }

  /// Values that are stored, and have no effect or are hidden, are kept and reported.
  private func checkConditions(_ built: BuiltObject, _ stored: StoredAttributes) -> [Diagnostic] {
    let binding = built.binding
    let conditions = ConditionState(
      binding: binding, cells: stored.cells, effective: effective(built.answer, cells: stored.cells, binding),
      palette: palette)
    return binding.definition.properties.indices.flatMap { place in
      guard let key = stored.keys[place] else { return [Diagnostic]() }
      return conditions.notes(place).map { note in
        diagnostic(
          .propertyInactive, .warning, built.node, property: key,
          message: "'\(document.id(built.node)).\(key)' is stored, but \(note.text)", namesObject: true)
      }
    }
  }

  /// What a hook says of an object or of one of its properties: `'ID.PROPERTY': text`.
  ///
  /// - Parameter subject: stands in place of `'ID.PROPERTY'`.
  package func worded(
    _ message: HookMessage, _ code: DiagnosticCode, _ severity: Diagnostic.Severity, _ node: NodeIndex,
    subject: String? = nil
  ) -> Diagnostic {
    diagnostic(
      code, severity, node, property: message.property,
      message: "\(subject ?? quotedName(of: node, message.property)): \(message.text)", namesObject: true)
  }

  /// `'ID.PROPERTY'`, or `'ID'` for the whole object.
  package func quotedName(of node: NodeIndex, _ property: String?) -> String {
    "'\(document.id(node))\(property.map { ".\($0)" } ?? "")'"
  }

  /// That a class is inspected as its base.
  ///
  /// - Parameter count: how many objects of the class there are.
  private func baseDiagnostics(_ node: NodeIndex, strict: Bool, count: Int) -> [Diagnostic] {
    guard let base = binding(of: node)?.inspectedAs else { return [] }
    let objects = count == 1 ? "'\(document.id(node))' is" : "its \(count) objects are"
    return [
      diagnostic(
        .unknownClass, strict ? .error : .warning, node,
        message: "no plugin knows the class '\(document.className(node))'; \(objects) inspected as '\(base)'",
        namesObject: count == 1)
    ]
  }

  /// Why an object's class has no binding.
  ///
  /// - Parameter count: how many objects of the class are meant.
  package func classDiagnostics(_ node: NodeIndex, strict: Bool, count: Int = 1) -> [Diagnostic] {
    let className = document.className(node)
    switch meaning(of: node) {
    case .known: return []
    case .unknown:
      let hint = DidYouMean.suffix(hints.suggestion(for: className, among: registry.classNames))
      let objects = count == 1 ? "'\(document.id(node))' is" : "its \(count) objects are"
      return [
        diagnostic(
          .unknownClass, strict ? .error : .warning, node,
          message: "no plugin knows the class '\(className)'; \(objects) shown read-only\(hint)",
          namesObject: count == 1)
      ]
    case .ambiguous(let plugins):
      let refusal = NameRefusal.ambiguousClass(className, plugins)
      return [diagnostic(refusal.code, .error, node, message: refusal.message)]
    case .refused(let failure): return [diagnostic(failure.code, .warning, node, message: failure.message)]
    }
  }
}

extension Diagnostic {
  /// An error of the document's own.
  package init(_ error: SceneError, severity: Severity) {
    self.init(
      code: error.code, severity: severity, file: error.file, line: error.line, column: error.column,
      message: error.message + (error.related.map { "; the first is at \($0)" } ?? ""),
      excerpt: error.excerpt.map { "\($0.line)\n\($0.caretLine)" })
  }
}

extension BuiltObject {
  /// Whether the object may have findings.
  fileprivate var isRemarkable: Bool {
    !answer.isSilent || findings.isRemarkable || findings.isIntricate
  }
}
