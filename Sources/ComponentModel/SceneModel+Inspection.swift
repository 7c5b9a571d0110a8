internal import InspectorKit
internal import JSONText
package import SceneDocument

extension SceneModel {
  /// Builds the component of an object, and returns the complete inspection of the object.
  package func inspect(_ node: NodeIndex) -> ObjectInspection {
    let (id, className) = (document.id(node), document.className(node))
    guard let binding = binding(of: node) else {
      let rows = attributes(of: node).texts.map { unknownRow($0.key, raw: $0.raw, node, note: nil) }
      let runtime = runtimeRows(node)
      return ObjectInspection(
        id: id, className: className, classLabel: PropertyName.label(for: className),
        objectName: document.objectName(node),
        sections: runtimeSection(runtime.rows) + undeclaredSection(rows),
        diagnostics: classDiagnostics(node, strict: false) + runtime.problems)
    }
    var built: BuiltObject?
    build(CollectionOfOne(node), wantsComputed: true) { built = $0 }
    let stored = stored(node, binding)
    let answer = built?.answer ?? BuildReply()
    let effective = effective(answer, cells: stored.cells, binding)
    let failure = answer.failure.map { diagnostic($0, node) }
    let raws = Dictionary(
      attributes(of: node).texts.map { ($0.key, $0.raw) }, uniquingKeysWith: { first, _ in first })
    let conditions = ConditionState(binding: binding, cells: stored.cells, effective: effective, palette: palette)
    let words = PropertyWords(stored, answer)
    hints = NameHints()
    var sections: [ObjectInspection.Section] = []
    for (place, property) in binding.definition.properties.enumerated() {
      var row = row(
        place, node, binding, stored: stored, effective: effective?[place], answer: answer, words,
        raw: stored.keys[place].flatMap { raws[$0] }, conditions)
      if let failure { row.notes.insert(.failed(failure.message), at: 0) }
      if let unit = property.unitTemplate {
        row.definition?.unit = self.unit(unit, binding) {
          effective?[$0] ?? binding.value(of: stored.cells[$0], at: $0)
        }
      }
      // A class may list only some of its inherited properties, and leave the rest to the host.
      if let section = sections.lastIndex(where: { $0.className == property.declaringClass }) {
        sections[section].properties.append(row)
      } else {
        let label = label(ofClass: property.declaringClass, in: binding)
        sections.append(.init(title: label, className: property.declaringClass, properties: [row]))
      }
    }
    putBasesFirst(&sections, node, binding)
    for section in sections.indices {
      sections[section].properties = PropertyGroups.rows(
        of: sections[section].properties, name: \.name, definition: \.definition)
    }
    let layout = layoutRows(node, binding)
    if !layout.rows.isEmpty { sections.append(.init(title: "Layout", className: "", properties: layout.rows)) }
    let runtime = runtimeRows(node)
    sections += runtimeSection(runtime.rows)
    if !stored.unknown.isEmpty {
      let rows = stored.unknown.map { key, raw in
        unknownRow(key, raw: raw, node, note: unknownProperty(key, binding).message)
      }
      sections += undeclaredSection(rows)
    }
    return ObjectInspection(
      id: id, className: className, classLabel: binding.definition.label,
      inspectedAs: binding.inspectedAs ?? presentName(ofClass: document.classID(node)),
      objectName: document.objectName(node),
      sections: sections, otherNames: otherNames(binding, sections.flatMap(\.properties)),
      actions: binding.definition.actions.map { InspectedAction(definition: $0, isEnabled: conditions.isEnabled($0)) },
      presets: binding.definition.presets,
      diagnostics: [failure ?? layout.failure].compactMap(\.self) + objectDiagnostics(answer, node) + runtime.problems,
      failure: failure)
  }

  /// Returns a section for each extension that gives aliases to properties, with a row for each alias.
  private func otherNames(_ binding: ClassBinding, _ rows: [InspectedProperty]) -> [ObjectInspection.Section] {
    let names = binding.extensionNames
    guard !names.isEmpty else { return [] }
    let known = Dictionary(rows.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var sections: [ObjectInspection.Section] = []
    for (place, property) in names {
      guard var row = known[binding.name(at: place)] else { continue }
      (row.name, row.label, row.definition, row.notes) = (property.name, property.label, property, [])
      if let last = sections.indices.last, sections[last].className == property.declaringClass {
        sections[last].properties.append(row)
      } else {
        let title = label(ofClass: property.declaringClass, in: binding)
        sections.append(.init(title: title, className: property.declaringClass, properties: [row]))
      }
    }
    return sections
  }

  /// Moves the sections of base classes before the section of the class itself. These sections follow the class's
  /// section if the host added the inherited properties, as for a plugin that is not written in Swift.
  private func putBasesFirst(_ sections: inout [ObjectInspection.Section], _ node: NodeIndex, _ binding: ClassBinding) {
    guard binding.built.name.isExactly(binding.definition.name),
      let own = sections.firstIndex(where: { $0.className.isExactly(binding.definition.name) }),
      case .known(let entry) = resolution(ofClass: document.classID(node))
    else { return }
    let bases = registry.lineage(of: entry).dropFirst().map(\.name)
    let late = sections[own...].filter { section in bases.contains { $0.isExactly(section.className) } }
    guard !late.isEmpty else { return }
    sections.removeAll { section in late.contains { $0.className.isExactly(section.className) } }
    sections.insert(contentsOf: late, at: min(own, sections.count))
  }

  package func label(ofClass name: String, in binding: ClassBinding) -> String {
    if name == binding.definition.name { return binding.definition.label }
    if let found = binding.extensions.first(where: { $0.definition.name == name }) { return found.definition.label }
    return binding.owner.definition(ofClass: name)?.label ?? binding.plugin.definition(ofClass: name)?.label
      ?? registry.definition(of: name)?.label
      ?? PropertyName.label(for: name)
  }

  private func row(
    _ place: Int, _ node: NodeIndex, _ binding: ClassBinding, stored: StoredAttributes, effective: PropertyValue?,
    answer: BuildReply, _ words: PropertyWords, raw: String?, _ conditions: ConditionState
  ) -> InspectedProperty {
    let property = binding.definition.properties[place]
    let cell = stored.cells[place]
    let key = stored.keys[place] ?? property.name
    let bound = bindings(of: node, binding).first { $0.place == place }
    var notes = ((words.problems[key] ?? []) + (words.skipped[property.name] ?? [])).map(PropertyNote.refused)
    let computed = document.unreadText(of: property.name, node)
    let state = computed == nil ? state(place, binding, stored, answer, words, conditions) : .computed
    if computed != nil, !property.isReadOnly { notes.append(.computed) }
    notes += (words.warnings[property.name] ?? []).map(PropertyNote.warning)
    let undeclared = answer.undeclaredValues(binding).filter { $0.property == property.name }
    notes += undeclared.map { .undeclared($0.text) }
    if answer.failure == nil, state != .refused, undeclared.isEmpty, effective != binding.value(of: cell, at: place) {
      let author = answer.author(ofValueAt: place, binding)
      if bound?.isInEffect == true, case .value(let value) = cell {
        notes.append(.changedSetting(by: author, to: effective, setting: value))
      } else {
        notes.append(.changed(by: author, to: effective, stored: cell))
      }
    }
    if let note = bound?.note { notes.append(note) }
    if key != property.name {
      notes.append(property.otherNames.contains(key) ? .otherName(key) : .formerName(key))
    }
    let form = binding.property(at: place, under: key)
    if let raw, let value = reader.formerOption(Array(raw.utf8), of: form) { notes.append(.formerOption(value)) }
    let hasValue = raw != nil || computed != nil || bound?.isInEffect == true
    if let reason = property.deprecated, hasValue { notes.append(.deprecated(reason)) }
    if property.isRequired, !hasValue { notes.append(.missing) }
    notes += conditions.notes(place)
    if property.references != nil, case .string(let id)? = effective, !id.isEmpty {
      notes.append(note(reference: id, of: node, key: key))
    }
    return InspectedProperty(
      object: document.id(node), className: document.className(node), name: property.name, label: property.label,
      definition: property, type: property.type, stored: bound?.isInEffect == true ? .absent : cell,
      storedText: computed.map { shown($0, form) } ?? raw.map { shown($0, form) },
      effective: computed == nil ? effective : nil,
      defaultValue: property.defaultValue, state: state, isVisible: conditions.isVisible(place), notes: notes)
  }

  private func note(reference id: String, of node: NodeIndex, key: String) -> PropertyNote {
    guard let target = document.node(id: document.address(id, from: node, key: key)) else { return .dangling }
    return .refers(className: document.className(target), title: title(of: target)?.quoted(to: 42))
  }

  /// Returns the state of the property with the index `place` in an object's class.
  package func state(
    _ place: Int, _ binding: ClassBinding, _ stored: StoredAttributes, _ answer: BuildReply, _ words: PropertyWords,
    _ conditions: ConditionState
  ) -> PropertyState {
    if answer.failure != nil { return .failed }
    let (key, name) = (stored.keys[place], binding.definition.properties[place].name)
    if let key, words.problems[key] != nil || words.skipped[name] != nil { return .refused }
    let bound = stored.bound[place]
    if let bound, bound.problem != nil || words.skipped[name] != nil { return .refused }
    if !conditions.isActive(place) { return .inactive }
    if let bound { return bound.isInherited ? .inherited : .bound }
    guard key != nil else { return .default }
    return stored.cells[place] == .value(nil) ? .unset : .stored
  }

  /// Returns the section of undeclared values; empty if there are no such values.
  private func undeclaredSection(_ rows: [InspectedProperty]) -> [ObjectInspection.Section] {
    let title = document.foreignFormat == nil ? "Unknown" : "Other Values"
    return rows.isEmpty ? [] : [.init(title: title, className: "", properties: rows)]
  }

  private func unknownRow(_ key: String, raw: String, _ node: NodeIndex, note: String?) -> InspectedProperty {
    if document.foreignFormat != nil, let value = undeclaredValue(key, of: node) {
      return InspectedProperty(
        object: document.id(node), className: document.className(node), name: key,
        label: PropertyName.label(for: key), definition: nil, type: value.type, stored: .value(value), storedText: raw,
        effective: value, defaultValue: nil, state: .stored, notes: [])
    }
    return InspectedProperty(
      object: document.id(node), className: document.className(node), name: key, label: PropertyName.label(for: key),
      definition: nil, type: nil, stored: .absent, storedText: raw, effective: nil, defaultValue: nil, state: .unknown,
      notes: note.map { [.unknown($0)] } ?? [])
  }

  private func objectDiagnostics(_ answer: BuildReply, _ node: NodeIndex) -> [Diagnostic] {
    let warnings = answer.warnings.filter { $0.property == nil }
    let skipped = answer.skipped.filter { $0.property == nil }
    return warnings.map { diagnostic(HookFinding.warning, $0, .warning, node, naming: .none) }
      + skipped.map { diagnostic(HookFinding.rejection, $0, .error, node, naming: .none) }
  }

  func unknownProperty(_ key: String, _ binding: ClassBinding) -> NameRefusal {
    let names = binding.definition.properties.lazy.map(\.name)
    let suggestion = hints.suggestion(for: key, among: names, of: binding.identity)
    return binding.unknownProperty(key, suggestion: suggestion)
  }

  /// Returns a plugin's failure as a diagnostic of the object that it was building.
  package func diagnostic(_ failure: PluginFailure, _ node: NodeIndex) -> Diagnostic {
    if failure.namesObject { return diagnostic(failure.reason, .error, node, naming: .inReason) }
    let place = FindingPlace(document.id(node), failure.property)
    let finding: HookFinding =
      switch failure.kind {
      case .tooLarge: .tooLarge(place, failure.reason)
      case .changed, .unconfined: .notBuilt(place, failure.reason)
      default: .whileBuilding(phrase: work(failure, node), failure.reason)
      }
    return diagnostic(finding, .error, node, property: failure.property, naming: .inReason)
  }

  /// Returns a phrase about the work during which a plugin failed: `built 'star.alpha' = 2 (StarView, version 1.0)`.
  private func work(_ failure: PluginFailure, _ node: NodeIndex) -> String {
    let binding = binding(of: node)
    let (id, verb) = (document.id(node), failure.action.map { "ran '\($0)' of" } ?? "built")
    let version = registry.plugins.first { $0.name == failure.plugin }?.description?.version
    let about = "\(binding?.definition.name ?? document.className(node))\(version.map { ", version \($0)" } ?? "")"
    guard let property = failure.property else {
      let step = failure.action == nil ? failure.step.map { "\($0); " } : nil
      return "\(verb) '\(id)' (\(step ?? "")\(about))"
    }
    let key = binding.flatMap { binding in binding.place(of: property).map { storedKey(node, binding, at: $0) } }
    let value = failure.value ?? attributes(of: node)[key ?? property].map { String(decoding: $0, as: UTF8.self) }
    let shown = value.map { $0.count > 60 ? " = \($0.prefix(60))…" : " = \($0)" }
    return "\(verb) '\(id).\(property)'\(shown ?? "") (\(about))"
  }

  /// The codes of the diagnostics that are located at the name of an object's class.
  private static let codesOfClasses: Set<DiagnosticCode> = [.unknownClass, .classAlias, .pluginAmbiguous, .refClass]

  /// The codes of the diagnostics that are located at an attribute's key instead of its value.
  private static let codesOfKeys: Set<DiagnosticCode> = [
    .unknownProperty, .propertyAlias, .propertyDeprecated, .valueReadOnly,
  ]

  /// Returns the diagnostic of an invalid stored value, located at the faulty member if the value is an object.
  package func diagnostic(_ problem: Diagnostic, _ node: NodeIndex, property: String) -> Diagnostic {
    guard case .member(let member, let isKey)? = problem.part else {
      return diagnostic(problem.reason, .error, node, property: property)
    }
    let origin = attributeOrigins.origin(of: property, of: node, in: self)
    if let origin, let (offset, fault) = document.composedMember(member, of: property, node) {
      return diagnostic(fault ?? problem.reason, .error, node, property: property, in: (origin.source, offset))
    }
    guard let origin, let offset = origin.source.memberOffset(member, isKey: isKey, inValueAt: origin.value) else {
      return diagnostic(problem.reason, .error, node, property: property)
    }
    return diagnostic(problem.reason, .error, node, property: property, in: (origin.source, offset))
  }

  /// Returns a diagnostic located at an object, or at one of its attributes.
  ///
  /// - Parameters:
  ///   - naming: the way in which the message names the object.
  ///   - offset: the location; nil for the default location of the diagnostic code.
  package func diagnostic(
    _ reason: any Refusal, _ severity: Diagnostic.Severity, _ node: NodeIndex, property: String? = nil,
    naming: Diagnostic.Naming = .none, at offset: Int? = nil
  ) -> Diagnostic {
    let code = reason.code
    let isOfClass = property == nil && Self.codesOfClasses.contains(code)
    let isOfKey = Self.codesOfKeys.contains(code)
    let stored = offset == nil ? property.flatMap { attributeOrigins.origin(of: $0, of: node, in: self) } : nil
    let place =
      if let offset {
        document.origin(ofOffset: offset, of: node)
      } else if let stored {
        (stored.source, isOfKey ? stored.key : stored.value)
      } else {
        property.flatMap { bindingPlace(of: $0, node) ?? document.overridePlace(of: $0, node) }
          ?? document.place(of: node, isOfClass: isOfClass)
      }
    return diagnostic(reason, severity, node, property: property, naming: naming, in: place)
  }

  /// Returns a diagnostic about an object that is located at an offset of a text.
  private func diagnostic(
    _ reason: any Refusal, _ severity: Diagnostic.Severity, _ node: NodeIndex, property: String?,
    naming: Diagnostic.Naming = .none, in place: (source: TextDocument, offset: Int)
  ) -> Diagnostic {
    var diagnostic = Diagnostic(place.source.error(reason, at: place.offset), severity: severity)
    diagnostic.object = document.id(node)
    diagnostic.className = document.className(node)
    diagnostic.property = property
    diagnostic.naming = naming
    return diagnostic
  }
}

/// The messages about each property of an object: the reasons for refused stored values, the reasons for values that
/// hooks rejected, and the warnings of hooks.
package struct PropertyWords {
  package let problems: [String: [String]]
  package let skipped: [String: [String]]
  package let warnings: [String: [String]]

  package init(_ stored: StoredAttributes, _ answer: BuildReply) {
    problems = stored.problems.reduce(into: [:]) { $0[$1.key, default: []].append($1.problem.message) }
    func byProperty(_ messages: [HookMessage]) -> [String: [String]] {
      messages.reduce(into: [:]) { words, message in
        if let property = message.property { words[property, default: []].append(message.text) }
      }
    }
    skipped = byProperty(answer.skipped)
    warnings = byProperty(answer.warnings)
  }
}

/// A cache of the positions of one object's attributes in the text of the scene. The first two requests for an object
/// search its attributes; later ones use a table.
struct AttributeOrigins {
  private var node: NodeIndex?
  private var generation = 0
  private var questions = 0
  private var origins: [ExactText: AttributeOrigin] = [:]

  /// Returns the position of an attribute in the text from which the scene was read; nil if that text does not have the
  /// attribute.
  mutating func origin(of key: String, of node: NodeIndex, in model: SceneModel) -> AttributeOrigin? {
    if self.node != node || generation != model.document.generation {
      (self.node, generation, questions, origins) = (node, model.document.generation, 0, [:])
    }
    questions += 1
    if questions < 3 { return model.attributes(of: node).origin(of: key) }
    if questions == 3 { origins = model.attributes(of: node).origins }
    return origins[ExactText(key)]
  }
}

/// A cache of suggestions for names in a scene that no plugin knows. Each new suggestion compares the name with all
/// known names, so the number of comparisons is limited. Beyond the limit, only cached suggestions are returned.
package struct NameHints {
  private struct Key: Hashable {
    var owner: ClassIdentity?
    var name: String
  }

  private var known: [Key: String?] = [:]

  /// The number of name comparisons that remain.
  private var left: Int

  package init(comparisons: Int = 500_000) { left = comparisons }

  /// Returns the known name most similar to an unknown one, and caches the result. Returns nil if no name is similar,
  /// or if no comparisons remain for a name that is not cached.
  ///
  /// - Parameter owner: the class that declares the known names; nil if they are names of classes or objects.
  package mutating func suggestion(
    for name: String, among names: some Collection<String>, of owner: ClassIdentity? = nil
  ) -> String? {
    let key = Key(owner: owner, name: name)
    if let suggestion = known[key] { return suggestion }
    guard left > 0 else { return nil }
    left -= names.count + 1
    let suggestion = DidYouMean.suggestion(for: name, among: names)
    known[key] = .some(suggestion)
    return suggestion
  }
}
