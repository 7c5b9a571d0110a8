import InspectorKit
import JSONText
import SceneDocument

/// An explainer of one value, which uses the definition, the session's steps, and one more build of the component.
struct ValueExplainer {
  typealias Reason = ValueExplanation.Reason

  let model: SceneModel
  let node: NodeIndex
  let property: InspectedProperty
  let history: EditHistory

  /// The class as its plugin defines it; nil if no plugin declares the property.
  let binding: ClassBinding?

  /// The explained property or component in the class; nil if no plugin declares the property.
  let reference: PropertyPath?

  init(_ model: SceneModel, _ node: NodeIndex, _ name: String, history: EditHistory) throws(Diagnostic) {
    self.init(model, node, try model.property(name, of: node), named: name, history: history)
  }

  /// Creates an explainer of an inspected property.
  ///
  /// - Parameter name: the name of the property, or of a component of its value.
  init(
    _ model: SceneModel, _ node: NodeIndex, _ property: InspectedProperty, named name: String, history: EditHistory
  ) {
    (self.model, self.node, self.history, self.property) = (model, node, history, property)
    binding = property.definition == nil ? nil : model.binding(of: node)
    reference = binding.flatMap { PropertyPath(name, of: $0) }
  }

  func explanation() throws(Diagnostic) -> ValueExplanation {
    if property.state == .computed {
      let text = ColumnReader.inOneLine(Array((property.storedText ?? "").utf8))
      let reason = Reason(kind: .file, text: "the file computes it: \(text)", new: property.storedText)
      return ValueExplanation(property: property, reasons: defaults + [reason])
    }
    if let reasons = runtimeReasons() { return ValueExplanation(property: property, reasons: reasons) }
    if let reasons = layoutReasons() { return ValueExplanation(property: property, reasons: reasons) }
    let history = try traced(self.history)
    var reasons = defaults + templates + stored(history) + (history.edits + history.undone).flatMap(self.reasons)
    reasons += bindings + palette + standing
    reasons += built(isStored: history.edits.last?.new ?? history.origin != nil)
    reasons.append(
      definition == nil
        ? Reason(kind: .effective, text: "no component provides it; the document keeps it unchanged") : effective)
    return ValueExplanation(property: property, reasons: reasons)
  }

  /// Returns the reasons for the value of a runtime attribute: the stored value, and its problem if it is invalid.
  /// Returns nil for any other value.
  func runtimeReasons() -> [Reason]? {
    guard property.definition == nil, property.type != nil, let raw = property.storedText else { return nil }
    let stored = ColumnReader.inOneLine(Array(raw.utf8))
    let isForeign = model.document.foreignFormat != nil
    let origin =
      isForeign
      ? model.document.attributeOrigin(property.name, of: node).map { ($0.source, $0.value) }
      : model.runtimeKeyPath(property.name, of: node)
        .flatMap { model.runtimeAttributeList(of: node)?.origin(of: $0) }
        .map { model.document.origin(ofOffset: $0, of: node) }
    // After an edit, positions refer to a text that no file contains.
    let place = model.document.source.isEdited ? nil : origin.map { $0.0.position(ofOffset: $0.1) }
    let kind = isForeign ? "no class declares it" : "it is a runtime attribute, which no class declares"
    return [
      Reason(kind: .default, text: "\(kind), so it has no default"),
      Reason(kind: .file, text: "the object stores \(stored)", new: stored, line: place?.line, column: place?.column),
    ] + property.notes.map { Reason(kind: .refused, text: $0.text, old: stored) } + [effective]
  }

  /// Returns the history of the stored value.
  func traced(_ history: EditHistory) throws(Diagnostic) -> ValueHistory {
    try ValueHistory(
      model.document, node, keys: keys, isColor: definition?.type == .color && definition?.storedAs == nil,
      history: history)
  }

  /// The keys that may store the property, in order of precedence: its name, its former names, and extensions' names.
  var keys: [String] {
    guard let binding, let reference else { return [property.name] }
    return binding.keys(at: reference.place)
  }

  var definition: PropertyDefinition? {
    guard let binding, let reference else { return nil }
    return binding.property(at: reference.place, under: model.storedKey(node, binding, at: reference.place))
  }

  // MARK: formatting values

  /// Formats a value of the property for a sentence. If a component such as `frame.x` is explained, formats only this
  /// number.
  func words(_ value: PropertyValue?) -> String {
    words(reference?.part(of: value) ?? value, of: reference?.component == nil ? definition : nil)
  }

  /// Formats a value for a sentence, with the labels or flags of the property that it belongs to.
  func words(_ value: PropertyValue?, of definition: PropertyDefinition?) -> String {
    guard let value else { return "unset" }
    let words = if case .string(let text) = value { JSON.string(text).text() } else { value.text }
    return definition?.valueNames.words(words, of: value) ?? words
  }

  /// Formats a stored JSON text on one line. If a component such as `frame.x` is explained, formats only this number.
  func words(_ raw: [UInt8]?) -> String {
    guard let raw else { return "nothing" }
    if reference?.component != nil || definition?.valueNames.isEmpty == false, let value = value(of: raw) {
      return words(value)
    }
    return ColumnReader.inOneLine(raw)
  }

  private func value(of raw: [UInt8]) -> PropertyValue? {
    guard let definition, case .value(let value)? = raw.withUnsafeBytes({ try? model.reader.read($0, as: definition) })
    else { return nil }
    return value
  }

  func json(_ value: PropertyValue?) -> String { (reference?.part(of: value) ?? value)?.json.text() ?? "null" }

  // MARK: stored values

  /// The reason for the declared default, followed by the default of the object's own class if they differ.
  var defaults: [Reason] {
    guard let binding, let definition else {
      let reason =
        property.notes.first?.text ?? "no plugin knows the class '\(property.className)', so it has no default"
      return [Reason(kind: .default, text: reason)]
    }
    let own = binding.definition.name
    let declared = declaration(definition)
    let first = declared ?? definition.defaultValue
    let beginning =
      first == nil
      ? "'\(definition.declaringClass)' declares no default, so it is unset"
      : "'\(definition.declaringClass)' declares the default \(words(first))"
    let reason = Reason(kind: .default, text: beginning, cause: definition.declaringClass, new: json(first))
    guard let declared, definition.declaringClass != own, declared != definition.defaultValue else { return [reason] }
    return [
      reason,
      Reason(
        kind: .default, text: "a new '\(own)' has \(words(definition.defaultValue)) instead", cause: own,
        old: json(declared), new: json(definition.defaultValue)),
    ]
  }

  /// Returns the property's default in the declaring class: an inner nil if the class declares no default, and an outer
  /// nil if the class is unknown.
  private func declaration(_ definition: PropertyDefinition) -> PropertyValue?? {
    guard let binding else { return nil }
    let known = binding.plugin.definition(ofClass: definition.declaringClass)
    return (known ?? model.registry.definition(of: definition.declaringClass))?
      .property(named: definition.name).map(\.defaultValue)
  }

  /// The reasons for the values that templates store, the innermost first.
  var templates: [Reason] {
    guard model.document.isComposed else { return [] }
    var reasons: [Reason] = []
    model.document.forEachLayer(of: keys, node) { source, offset, value in
      guard source !== model.document.source else { return }
      let place = source.position(ofOffset: offset)
      reasons.append(
        Reason(
          kind: .template, text: "the template stores \(words(value))", new: ColumnReader.inOneLine(value),
          file: source.name, line: place.line, column: place.column))
    }
    return reasons
  }

  /// Returns the value of a setting and, if a transformer converts it, the property's value.
  private func given(_ setting: SettingValues.Value, _ bound: BoundProperty, _ value: PropertyValue?) -> String {
    guard let transformer = bound.transformer else { return words(value) }
    return "\(setting.value.json.text()), of which '\(transformer)' makes \(words(value))"
  }

  /// The reason that names the setting to which the property is bound; empty if the property is not bound, or if an
  /// enclosing document overrides the value.
  var bindings: [Reason] {
    guard let binding, let reference,
      let bound = model.bindings(of: node, binding).first(where: { $0.place == reference.place }),
      bound.hiddenBy == nil || bound.isHiddenHere
    else { return [] }
    if bound.isInherited { return bound.isInEffect ? [inherited(bound)] : [] }
    let words =
      if bound.hiddenBy != nil {
        "it is bound to '\(bound.key)', but the stored value wins"
      } else if let setting = bound.setting, bound.problem == nil, case .value(let value) = bound.cell {
        "it is bound to '\(bound.key)', which is \(given(setting, bound, value)) (\(setting.place))"
      } else {
        bound.problem?.message ?? ""
      }
    // After an edit, positions refer to a text that no file contains.
    let place = bound.source.isEdited ? nil : bound.source.position(ofOffset: bound.offset)
    let cell: String? = if bound.isInEffect, case .value(let value) = bound.cell { json(value) } else { nil }
    return [
      Reason(
        kind: .binding, text: words, cause: bound.key, new: cell,
        file: bound.source === model.document.source ? nil : bound.source.name, line: place?.line, column: place?.column
      )
    ]
  }

  /// Returns the reason that names the object from which a value is inherited.
  private func inherited(_ bound: BoundProperty) -> Reason {
    let value: PropertyValue? = if case .value(let value) = bound.cell { value } else { nil }
    let parts = bound.key.split(separator: ":")
    let (folder, numbers) = (FileName.folder(of: model.document.name), parts.suffix(2).map { Int($0) })
    let file = parts.dropLast(2).joined(separator: ":")
    let words = bound.problem?.message ?? "it is \(words(value)), inherited"
    return Reason(
      kind: .template, text: words, new: bound.problem == nil ? json(value) : nil,
      file: folder == "." ? file : "\(folder)/\(file)",
      line: numbers.first ?? nil, column: numbers.last ?? nil)
  }

  /// True if a template supplies the value, and the scene's own file stored none when it was read.
  private var isOfTemplate: Bool {
    let origin = keys.lazy.compactMap { [model, node] in model.document.attributeOrigin($0, of: node) }.first
    return origin.map { $0.source !== model.document.source } ?? false
  }

  func stored(_ history: ValueHistory) -> [Reason] {
    if isOfTemplate { return [] }
    if let (step, name) = history.creation {
      let text = history.origin.map { "it was inserted with \(words($0))" } ?? "nothing was stored for the property"
      return [
        Reason(
          kind: .created, text: "'\(name)' inserted the object; \(text)", step: step, command: name,
          new: history.origin.map(ColumnReader.inOneLine))
      ]
    }
    guard let origin = history.origin else {
      // Mention a missing value only if edits followed.
      return history.edits.isEmpty ? [] : [Reason(kind: .file, text: "the object stored nothing for it")]
    }
    // The template supplied the value, as its own reason states, until an edit overrode it.
    if history.place == nil, keys.contains(where: { model.document.inheritedAttribute($0, of: node) == origin }) {
      return []
    }
    // If edits followed, the file may already contain their value.
    let stores = history.edits.contains { $0.old != $0.new } ? "stored" : "stores"
    return [
      Reason(
        kind: .file, text: "the object \(stores) \(words(origin))", new: ColumnReader.inOneLine(origin),
        line: history.place?.line, column: history.place?.column)
    ]
  }

  // MARK: the meaning of the stored value

  /// The reason that resolves the stored colour name to a colour; empty if the value is not a name.
  private var palette: [Reason] {
    guard let name = colorName, case .value(let value?) = property.stored else { return [] }
    guard let color = model.palette.colors[ExactText(name)] else {
      return [Reason(kind: .palette, text: "'\(name)' is the CSS colour \(words(value))", cause: name)]
    }
    let isOwn = model.colorText(name) != nil
    let shared = isOwn ? nil : model.palette.source(of: name).map { "\($0.source.path):\($0.entry.position)" }
    let place = isOwn ? nil : shared ?? model.document.templateColorPlace(name)?.description
    let owner = place.map { "from '\($0)'" } ?? "of the palette"
    let text = "'\(name)' \(owner) is \(words(.color(color)))"
    return [Reason(kind: .palette, text: text, cause: name, new: json(.color(color)))]
  }

  /// The stored name of a colour; nil if the property is not a colour, or its value is not a name.
  private var colorName: String? {
    guard definition?.type == .color, definition?.storedAs == nil, case .value = property.stored, let text = wholeText
    else { return nil }
    return NamedColor.name(in: Array(text.utf8))
  }

  private var wholeText: String? {
    guard let binding, let reference else { return property.storedText }
    let key = model.storedKey(node, binding, at: reference.place)
    return model.attributes(of: node)[key].map { String(decoding: $0, as: UTF8.self) }
  }

  /// The reasons that concern the stored value itself: the property is inactive, the value is refused, or a former name
  /// of the property is used. The wording is that of the inspector's notes.
  private var standing: [Reason] {
    let condition = property.state == .inactive ? definition?.enabledWhen : nil
    let inactive = condition.map { [Reason(kind: .inactive, text: "it \(PropertyNote.inactive($0).text)")] } ?? []
    return inactive
      + property.notes.compactMap { note in
        switch note {
        case .refused: Reason(kind: .refused, text: "the default is used instead; \(note.text)", old: wholeText)
        case .formerName, .formerOption: Reason(kind: .file, text: "it is \(note.text)")
        default: nil
        }
      }
  }

  /// Formats the effective value of the explained property or, for a component such as `frame.x`, only this number.
  func shown(_ value: PropertyValue?) -> String {
    words(value, of: reference?.component == nil ? definition : nil)
  }

  /// The last reason: the effective value. A component such as `frame.x` has only that number as its value.
  var effective: Reason {
    let value = property.effective
    return Reason(kind: .effective, text: "the value is \(shown(value))", new: value?.json.text() ?? "null")
  }
}

extension SceneSession {
  /// Explains the value of a property by its default, the file, the edits of this session, hooks, the parent and so on.
  ///
  /// ```swift
  /// for reason in try session.why("badge.Corner Radius").reasons { print(reason.kind, reason.text) }
  /// ```
  ///
  /// To trace the hooks, the object's component is built once more. Undone edits are listed with the kind `undone`.
  ///
  /// - Parameter reference: `ID.PROPERTY`, as for ``value(of:isStored:)``.
  /// - Throws: an error if the scene has no such object or property, or if the object's component failed.
  public func why(_ reference: String) throws(Diagnostic) -> ValueExplanation {
    try askingHistory { model, history throws(Diagnostic) in
      let (node, name) = try Self.split(reference, in: model)
      return try ValueExplainer(model, node, name, history: history).explanation()
    }
  }
}

// The reasons that result from the session's steps.
extension ValueExplainer {
  /// Returns the reasons of a step: a change of the palette colour that the value names, and a change of the stored
  /// value or the object's class.
  func reasons(_ edit: ValueHistory.Edit) -> [Reason] {
    var reasons: [Reason] = []
    if edit.changesColor, let name = edit.newColor?.name {
      let (old, new) = (edit.oldColor?.text, edit.newColor?.text)
      var color = edit.reason(" changed '\(name)' of the palette: \(words(old)) → \(words(new))")
      color.cause = name
      (color.old, color.new) = (old.map(ColumnReader.inOneLine), new.map(ColumnReader.inOneLine))
      reasons.append(color)
    }
    let (old, new) = (words(edit.old), words(edit.new))
    if edit.old == edit.new {
      if edit.changesClass { reasons.append(edit.reason(" changed the object's class; stored values stayed")) }
    } else if reference?.component == nil || old != new {
      var value = edit.reason(": \(old) → \(new)")
      (value.old, value.new) = (edit.old.map(ColumnReader.inOneLine), edit.new.map(ColumnReader.inOneLine))
      reasons.append(value)
    }
    return reasons
  }
}

extension ValueHistory.Edit {
  fileprivate func reason(_ words: String) -> ValueExplanation.Reason {
    let step =
      switch origin {
      case .scene: "'\(name)'"
      case .transaction: "the transaction '\(name)'"
      case .scratch: "the scratch '\(name)'"
      case .background: "the background edit '\(name)'"
      }
    return ValueExplanation.Reason(
      kind: isUndone ? .undone : .edit, text: "\(step)\(words)", step: self.step, command: name)
  }
}
