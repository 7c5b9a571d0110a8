package import InspectorKit
internal import JSONText
package import SceneDocument

extension SceneModel {
  /// Returns all findings about a scene, in the order of the file.
  ///
  /// - Parameters:
  ///   - strict: true to report unknown classes, properties and keys as errors instead of warnings.
  ///   - hooks: true to build components; false to examine only the types, ranges, options and names of stored
  ///     values.
  ///   - twice: true to build each object once more, to find components whose second reply differs from the first.
  package func check(
    strict: Bool, hooks: Bool = true, twice: Bool = false
  ) -> [Diagnostic] {
    hints = NameHints()
    var found = document.warnings.map { warning in
      // A reserved key is not an error even in a strict check.
      Diagnostic(warning, severity: strict && warning.code == .unknownKey ? .error : .warning)
    }
    found += document.unreadFiles.map { Diagnostic($0, severity: .warning) }
    found += document.compositionFindings.map { finding, isError, object in
      var diagnostic = Diagnostic(finding, severity: isError ? .error : .warning)
      diagnostic.object = document.id(object)
      return diagnostic
    }
    // An open scene keeps the objects of a template whose file no longer exists.
    for template in document.templateDocuments where FileIdentity(path: template.name) == nil {
      let name = template.name.parts(between: "/").last ?? template.name
      let refusal = SourceRefusal.missing(name, folder: FileName.folder(of: template.name), suggestion: nil)
      found.append(Diagnostic(refusal, severity: .error, file: document.name))
    }
    for (node, className) in document.placeholders where !isKind(document.classID(node), className) {
      // The bases of a class are unknown without its plugin.
      guard case .known = resolution(ofClass: document.classID(node)) else { continue }
      let refusal = CompositionRefusal.otherClass(
        document.id(node), written: className, className: document.className(node))
      found.append(diagnostic(refusal, .error, node, naming: .inReason))
    }
    found += document.duplicateIDs.map { Diagnostic($0, severity: .error) }
    found += checkPlugins()
    for (name, offset, problem) in palette.problems {
      var diagnostic = Diagnostic(document.source.error(problem, at: offset), severity: .error)
      diagnostic.property = name
      found.append(diagnostic)
    }
    found += paletteFindings
    var known: [NodeIndex] = []
    var frames = FrameCensuses(of: document)
    let isKnown = document.classNames.indices.map { if case .known = meaning(ofClass: $0) { true } else { false } }
    // A class is reported once in each document that defines objects of the class.
    var based: [ClassPlace: (first: NodeIndex, count: Int)] = [:]
    var former: [ClassPlace: (first: NodeIndex, count: Int)] = [:]
    let formerNames = strict && storesFormerClasses ? document.classNames.indices.map(presentName) : []
    let isBased = document.classNames.indices.map { classID in
      if case .known(let binding) = meaning(ofClass: classID) { binding.inspectedAs != nil } else { false }
    }
    for node in document.objects {
      if job.isCancelled(at: node.number) { break }
      if !formerNames.isEmpty, formerNames[document.classID(node)] != nil {
        former[classPlace(of: node), default: (node, 0)].count += 1
      }
      if isBased[document.classID(node)] { based[classPlace(of: node), default: (node, 0)].count += 1 }
      if isKnown[document.classID(node)] {
        known.append(node)
        continue
      }
      frames.add(node, hasFrame: storedFrame(of: node)?.hasExtent)
      if case .refused = meaning(of: node) {
        // A refused plugin is reported once for the whole scene.
        continue
      } else {
        found += classDiagnostics(node, strict: strict) + bindingFindings(of: node, strict: strict)
      }
    }
    // A foreign document does not refer to plugin classes. Its format determines how objects are inspected.
    for (first, count) in based.values where document.foreignFormat == nil {
      found += baseDiagnostics(first, strict: strict, count: count)
    }
    for (first, count) in former.values { found += formerClass(first, count: count) }
    // If no object of a class can be built, the objects that were never sent are reported once, at the first of them.
    var unbuilt: [ClassPlace: (first: BuiltObject, count: Int)] = [:]
    var repeated = twice && hooks ? RepeatedBuilds(self) : nil
    build(known, validates: true, hooks: hooks) { [self] built in
      repeated?.keep(built)
      frames.add(built.node, hasFrame: hasFrame(built))
      // Nearly all objects have no findings.
      guard built.isRemarkable || document.isDoubtful(built.node) else { return }
      found += checkBuilt(built, strict: strict, reportsUnasked: false)
      guard let failure = built.answer.failure, !failure.wasAsked, !failure.namesObject else { return }
      unbuilt[classPlace(of: built.node), default: (built, 0)].count += 1
    }
    for (first, count) in unbuilt.values {
      guard var failure = first.answer.failure else { continue }
      if count > 1 { failure.reason = AnyRefusal(HookFinding.notChecked(count, failure.reason)) }
      found.append(diagnostic(failure, first.node))
    }
    if let repeated { found += repeated.check(known) }
    found += checkReferences(strict: strict) + checkFiles(strict: strict)
    found += checkLayout(solves: hooks) + checkRuntimeAttributes()
    // Foreign formats have objects without a frame, such as points.
    if document.foreignFormat == nil { found += diagnostics(frames) }
    // Findings at the same position keep the order in which they were found. Findings in templates follow at the end.
    let own = document.isComposed ? document.name : nil
    let order = found.indices.sorted { a, b in
      if let own, (found[a].file == own) != (found[b].file == own) { return found[a].file == own }
      return (found[a].line ?? 0, found[a].column ?? 0, a) < (found[b].line ?? 0, found[b].column ?? 0, b)
    }
    return order.map { found[$0] }
  }

  /// A class, and a document that defines objects of the class.
  private struct ClassPlace: Hashable {
    var classID: Int
    var document: ObjectIdentifier
  }

  private func classPlace(of node: NodeIndex) -> ClassPlace {
    ClassPlace(classID: document.classID(node), document: ObjectIdentifier(document.origin(of: node).document))
  }

  /// Returns errors about required plugins that are missing, unusable or of the wrong version, and about version
  /// requirements that are malformed or contradictory.
  private func checkPlugins() -> [Diagnostic] {
    let needs = document.allPlugins
    return needs.enumerated().compactMap { index, entry in
      let (document, need) = entry
      let requirement = VersionRequirement(need.requirement)
      let other = requirement.flatMap { requirement in
        needs[..<index].first { other in
          let isOther = VersionRequirement(other.need.requirement)?.isCompatible(with: requirement) == false
          return isOther && other.need.name.isExactly(need.name)
        }
      }
      var fault: (any Refusal)?
      if let other {
        fault = NameRefusal.contradictory(
          plugin: need.name, need.requirement, other: other.need.requirement, file: other.document.name)
      } else if let failure = plugins.missing[need.name] {
        fault = failure
      } else if let requirement {
        // Each requirement that the plugin does not meet is reported in its own document.
        let version = registry.plugins.first { $0.name == need.name }?.described?.version
        if let version, !requirement.accepts(version) {
          fault = PluginFailure.needed(need.name, need.requirement, installed: version)
        }
      } else {
        fault = NameRefusal.noRequirement(plugin: need.name, need.requirement)
      }
      return fault.map { Diagnostic(document.source.error($0, at: need.offset), severity: .error) }
    }
  }

  /// Returns the findings about a built object.
  ///
  /// - Parameter reportsUnasked: true to also report an object that was not sent to its plugin because no object of its
  ///   class can be built.
  package func checkBuilt(_ built: BuiltObject, strict: Bool, reportsUnasked: Bool = true) -> [Diagnostic] {
    var found = checkAttributes(built, strict: strict)
    found += built.answer.warnings.map { diagnostic(HookFinding.warning, $0, .warning, built.node) }
    found += built.answer.skipped.map { diagnostic(HookFinding.rejection, $0, .error, built.node) }
    found += undeclaredDiagnostics(built.answer, built.node, built.binding)
    // A failure that another object caused is reported at that object.
    if let failure = built.answer.failure, !failure.namesObject, failure.wasAsked || reportsUnasked {
      found.append(diagnostic(failure, built.node))
    }
    return found
  }

  /// Returns the findings about an object's stored attributes. Warnings and rejections from hooks are not included.
  package func checkAttributes(_ built: BuiltObject, strict: Bool) -> [Diagnostic] {
    let mayHaveFindings =
      built.findings.isRemarkable || built.findings.isIntricate || document.isDoubtful(built.node)
    return (mayHaveFindings ? checkStored(built, strict: strict) : [])
      + built.answer.invalid.map { diagnostic(HookFinding.invalid, $0, .error, built.node) }
  }

  /// Returns true if an undeclared attribute is to be reported. In a foreign document, only a strict check reports it,
  /// unless the attribute is a part of a value or the document itself defines its name.
  private func isReported(_ key: String, _ node: NodeIndex, strict: Bool) -> Bool {
    guard let format = document.foreignFormat else { return true }
    return strict && !format.isOpen && !key.utf8.contains(UInt8(ascii: ".")) && !document.isCustom(key, node)
  }

  /// Returns findings about unknown keys, invalid values, former and deprecated names, missing required values, and
  /// values without effect.
  private func checkStored(_ built: BuiltObject, strict: Bool) -> [Diagnostic] {
    let (node, binding) = (built.node, built.binding)
    let stored = stored(node, binding)
    let faults = document.foreignFaults(of: node)
    // The values of a foreign document need no declaration.
    var found = foreignFindings(stored, node, faults, strict: strict)
    found += stored.unknown.filter { isReported($0.key, node, strict: strict) }.map { key, _ in
      let finding = unknownProperty(key, binding)
      return diagnostic(
        finding, strict || finding.code != .unknownProperty ? .error : .warning, node, property: key)
    }
    // The foreign findings describe these problems in the format's own terms.
    let faulty = Set(faults.map { ExactText($0.name) })
    found += stored.problems.filter { !faulty.contains(ExactText($0.key)) }.map { key, problem in
      diagnostic(problem, node, property: key)
    }
    found += shadowedKeys(node, binding, stored, built.answer) + bindingFindings(of: node, strict: strict)
    for (place, property) in binding.definition.properties.enumerated() {
      if strict, let key = stored.keys[place], property.aliases.contains(where: { $0.isExactly(key) }) {
        found.append(diagnostic(ObjectFinding.former(key, of: property.name), .warning, node, property: key))
      }
      if strict, let key = stored.keys[place],
        let finding = formerOption(node, binding.property(at: place, under: key), storedAs: key)
      {
        found.append(diagnostic(finding, .warning, node, property: key))
      }
      if let reason = property.deprecated, let key = stored.keys[place] {
        let finding = ObjectFinding.deprecated(property.name, reason: reason)
        found.append(diagnostic(finding, .warning, node, property: key))
      }
    }
    found += missingProperties(node, binding, stored).map { property in
      diagnostic(missing(property, node), .error, node, naming: .inReason)
    }
    return found + checkConditions(built, stored)
  }

  /// Returns the finding about a stored former value of an option; nil if the object stores another value.
  private func formerOption(
    _ node: NodeIndex, _ property: PropertyDefinition, storedAs key: String
  ) -> ObjectFinding? {
    guard property.metadata.options?.haveAliases == true, let raw = attributes(of: node)[key],
      let former = reader.formerOption(raw, of: property), let present = property.options.value(formerly: former)
    else { return nil }
    return .formerOption(former, now: present, of: property.name)
  }

  /// Returns warnings about stored keys without effect, whose properties the object also stores under another key.
  package func shadowedKeys(
    _ node: NodeIndex, _ binding: ClassBinding, _ stored: StoredAttributes, _ answer: BuildReply
  ) -> [Diagnostic] {
    guard !stored.shadowed.isEmpty else { return [] }
    let problems = Set(stored.problems.map(\.key))
    let rejected = Set((answer.skipped + answer.invalid).compactMap(\.property))
    return stored.shadowed.map { key, place in
      let property = binding.definition.properties[place]
      let carrier = stored.keys[place] ?? property.name
      let finding = ObjectFinding.shadowed(
        key, of: property, carrier: carrier,
        isCarrierRefused: problems.contains(carrier) || rejected.contains(property.name))
      return diagnostic(finding, .warning, node, property: key)
    }
  }

  /// Returns the required properties without a value, except those with an invalid stored value.
  package func missingProperties(_ node: NodeIndex, _ binding: ClassBinding, _ stored: StoredAttributes)
    -> [PropertyDefinition]
  {
    let refused = Set(stored.problems.map(\.key))
    return binding.definition.properties.enumerated().compactMap { place, property in
      let hasValue = if case .value(.some) = stored.cells[place] { true } else { false }
      let isRefused = stored.keys[place].map(refused.contains) ?? false
      return property.isRequired && !hasValue && !isRefused ? property : nil
    }
  }

  package func missing(_ property: PropertyDefinition, _ node: NodeIndex) -> ObjectFinding {
    .missing(FindingPlace(document.id(node), property.name))
  }

  /// Returns warnings about stored values that have no effect or are hidden because of their properties' conditions.
  private func checkConditions(_ built: BuiltObject, _ stored: StoredAttributes) -> [Diagnostic] {
    let binding = built.binding
    let conditions = ConditionState(
      binding: binding, cells: stored.cells, effective: effective(built.answer, cells: stored.cells, binding),
      palette: palette)
    return boundFindings(built, stored, conditions)
      + binding.definition.properties.indices.flatMap { place in
        guard let key = stored.keys[place] else { return [Diagnostic]() }
        return conditions.notes(place).map { note in
          diagnostic(
            ObjectFinding.storedInactive(FindingPlace(document.id(built.node), key), note), .warning, built.node,
            property: key, naming: .inReason)
        }
      }
  }

  /// Returns the diagnostic of a hook's message about an object or one of its properties.
  ///
  /// - Parameter finding: makes the finding from the message's text.
  package func diagnostic(
    _ finding: (String) -> HookFinding, _ message: HookMessage, _ severity: Diagnostic.Severity, _ node: NodeIndex,
    naming: Diagnostic.Naming = .property
  ) -> Diagnostic {
    diagnostic(finding(message.text), severity, node, property: message.property, naming: naming)
  }

  /// Returns the finding about an unknown class that is inspected as its base class; empty for other classes.
  ///
  /// - Parameter count: the number of objects of the class.
  private func baseDiagnostics(_ node: NodeIndex, strict: Bool, count: Int) -> [Diagnostic] {
    guard let base = binding(of: node)?.inspectedAs else { return [] }
    let finding = ObjectFinding.inspectedAs(base, className: document.className(node), objects: objects(node, count))
    return [diagnostic(finding, strict ? .error : .warning, node, naming: count == 1 ? .inReason : .none)]
  }

  /// Returns the finding about a former name of a class that the scene stores.
  ///
  /// - Parameter count: the number of objects of the class.
  private func formerClass(_ node: NodeIndex, count: Int) -> [Diagnostic] {
    guard let present = presentName(ofClass: document.classID(node)) else { return [] }
    let finding = ObjectFinding.formerClass(document.className(node), now: present, objects: objects(node, count))
    return [diagnostic(finding, .warning, node, naming: count == 1 ? .inReason : .none)]
  }

  private func objects(_ node: NodeIndex, _ count: Int) -> String {
    count == 1 ? "'\(document.id(node))' is" : "its \(count) objects are"
  }

  /// Returns the finding about an object's class that is unknown, ambiguous or refused; empty if the class is known.
  package func classDiagnostics(_ node: NodeIndex, strict: Bool) -> [Diagnostic] {
    let className = document.className(node)
    switch meaning(of: node) {
    case .known: return []
    case .unknown where document.foreignFormat != nil: return []
    case .unknown:
      let suggestion = hints.suggestion(for: className, among: registry.classNames)
      let finding = ObjectFinding.unknownClass(className, objects: objects(node, 1), suggestion: suggestion)
      return [diagnostic(finding, strict ? .error : .warning, node, naming: .inReason)]
    case .ambiguous(let plugins): return [diagnostic(NameRefusal.ambiguousClass(className, plugins), .error, node)]
    case .refused(let failure): return [diagnostic(failure, .warning, node)]
    }
  }
}

extension Diagnostic {
  /// Creates a diagnostic from an error of the document.
  package init(_ error: SceneError, severity: Severity) {
    self.init(
      error.related.map { ObjectFinding.twice(error.reason, first: $0) } ?? error.reason, severity: severity,
      file: error.file, line: error.line, column: error.column,
      excerpt: error.excerpt.map { "\($0.line)\n\($0.caretLine)" })
  }
}

extension BuiltObject {
  /// True if the object may have findings.
  fileprivate var isRemarkable: Bool {
    !answer.isSilent || findings.isRemarkable || findings.isIntricate
  }
}
