internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A recorder of the changes that an edit makes to one object. A recorder is created before the document changes and
/// queried afterwards.
struct ChangeRecorder {
  private let model: SceneModel
  private let edit: ObjectEdit
  private let binding: ClassBinding
  /// The component's reply to the edit. If the component could not be built before the edit, this is the reply to the
  /// build after the edit.
  var answer: BuildReply

  /// The notes on edited properties, such as those that a condition disables, keyed by the index of the property in its
  /// class.
  var notes: [Int: [ObjectChange.Note]] = [:]

  /// The index of the edited property that causes an effect, keyed by the index of the affected property. It is ignored
  /// if the edit sets only one property.
  var causes: [Int: Int] = [:]

  /// True if the component's effective values before the edit are known.
  private let knowsBefore: Bool
  /// The stored texts before the edit, one for each reported property; nil if nothing is stored.
  private let olds: [String?]

  /// The old keys of the renamed properties; empty if the edit renames none. The first cells of `edit.cells` belong to
  /// the new names, in the same order. The remaining cells belong to the old names and are not reported.
  private let formerKeys: [String]

  /// The changed keys that belong to no reported property, with their stored texts: undeclared keys, and keys that are
  /// ignored because a different key provides the value of their property.
  private let strays: [(key: String, raw: String?)]

  /// The values of all properties before the edit; nil if the component had nothing to report, so that only the edited
  /// properties can differ.
  private let cells: [StoredCell]?

  /// The values of the edited properties before the edit; empty if ``cells`` contains them.
  private let befores: [StoredCell]

  /// Creates a recorder with the values before the edit.
  ///
  /// - Parameters:
  ///   - answer: the component's reply; nil if the component could not be built before the edit. The caller then sets
  ///     ``answer`` to the reply to the build after the edit.
  ///   - former: a reader with the palette before the edit; nil if the edit does not change the palette.
  init(
    _ model: SceneModel, _ edit: ObjectEdit, _ binding: ClassBinding, _ answer: BuildReply?,
    by former: StoredValueReader? = nil
  ) {
    self.model = model
    self.edit = edit
    self.binding = binding
    self.answer = answer ?? BuildReply()
    knowsBefore = answer != nil
    formerKeys = edit.changes.compactMap { if case .rename(let key, _) = $0 { key } else { nil } }
    let texts = StoredTexts(edit, model)
    // The value of a setting hides the values that templates store.
    let bound = model.bindings(of: edit.node, binding).filter(\.isInEffect).map(\.place)
    olds =
      formerKeys.isEmpty
      ? edit.cells.map { bound.contains($0.place) ? nil : texts.text(at: $0.place, binding, model) }
      : formerKeys.map { texts[$0] }
    strays = edit.strayKeys.map { ($0, texts[$0]) }
    let isQuiet = answer?.isSilent == true && former == nil && !texts.areMany
    cells = isQuiet ? nil : model.stored(edit.node, binding, by: former).cells
    befores = isQuiet ? edit.cells.map { model.givenCell(edit.node, binding, at: $0.place) } : []
  }

  /// The changed effective values of properties that the edit does not set. Empty if the values before the edit are
  /// unknown, or if the component reports nothing.
  var effects: [(place: Int, old: PropertyValue?, new: PropertyValue?)] {
    guard knowsBefore, let cells else { return [] }
    return effects(from: before(cells), to: after(cells))
  }

  /// Returns the ``effects`` of an edit that has been checked but not yet performed.
  static func effects(
    _ model: SceneModel, _ judged: JudgedEdit
  ) -> [(place: Int, old: PropertyValue?, new: PropertyValue?)] {
    ChangeRecorder(model, judged.edit, judged.binding, judged.answer).effects
  }

  private func before(_ cells: [StoredCell]) -> [PropertyValue?] {
    binding.effective(answer.before, skipped: [], cells: cells)
  }

  private func after(_ cells: [StoredCell]) -> [PropertyValue?] {
    var newCells = cells
    for (place, cell) in edit.cells { newCells[place] = cell }
    return binding.effective(answer.effective, skipped: answer.skipped, cells: newCells)
  }

  private func effects(
    from before: [PropertyValue?], to after: [PropertyValue?]
  ) -> [(place: Int, old: PropertyValue?, new: PropertyValue?)] {
    guard knowsBefore else { return [] }
    let edited = Set(edit.cells.map(\.place))
    return before.indices.filter { !edited.contains($0) && before[$0] != after[$0] }.map {
      ($0, before[$0], after[$0])
    }
  }

  /// Returns one change for each edited property, with its effects, and one for each changed key that belongs to no
  /// edited property. Effects of unknown cause are in an additional change of the object as a whole.
  ///
  /// - Parameter isChanged: true if the edit changed the document; if not, the new texts are the old ones.
  func changes(isChanged: Bool) -> [ObjectChange] {
    (cells.map { changes(isChanged: isChanged, $0) } ?? quietChanges(isChanged: isChanged))
      + strayChanges(isChanged: isChanged)
  }

  private func strayChanges(isChanged: Bool) -> [ObjectChange] {
    guard !strays.isEmpty else { return [] }
    let texts = StoredTexts(edit, model)
    return strays.map { key, raw in
      ObjectChange(
        object: model.document.id(edit.node), className: binding.definition.name, property: key, old: raw,
        new: isChanged ? texts[key] : raw, hasEffectiveBefore: false)
    }
  }

  private func changes(isChanged: Bool, _ cells: [StoredCell]) -> [ObjectChange] {
    let (before, after) = (before(cells), after(cells))
    let id = model.document.id(edit.node)
    let reported = edit.cells.prefix(olds.count)
    // The effects, keyed by the index of the property that causes them; nil for effects of the object as a whole.
    var effects: [Int?: [ObjectChange.Effect]] = [:]
    for effect in self.effects(from: before, to: after) {
      let cause = reported.count == 1 ? reported.first?.place : causes[effect.place]
      let isReported = reported.contains { $0.place == cause }
      effects[isReported ? cause : nil, default: []].append(
        .init(
          object: id, property: binding.definition.properties[effect.place].name, old: effect.old, new: effect.new))
    }
    let ofObject = effects[nil].map { effects in
      [ObjectChange(ofObject: id, className: binding.definition.name, effects: effects)]
    }
    return properties(isChanged: isChanged) { step, place, cell in
      let name = binding.definition.properties[place].name
      let hookNotes = answer.warnings.filter { $0.property == name || ($0.property == nil && step == 0) }.map {
        ObjectChange.Note.hook(property: $0.property, words: $0.text)
      }
      let notes = hookNotes + [difference(cell, after[place], place)].compactMap(\.self)
      return (knowsBefore ? before[place] : nil, after[place], effects[place] ?? [], notes)
    } + (ofObject ?? [])
  }

  /// Returns the changes of an object whose component reports nothing, so that its stored values are its effective
  /// values.
  private func quietChanges(isChanged: Bool) -> [ObjectChange] {
    properties(isChanged: isChanged) { step, place, cell in
      (binding.value(of: befores[step], at: place), binding.value(of: cell, at: place), [], [])
    }
  }

  /// Returns one change for each edited property.
  ///
  /// - Parameter effective: returns the effective values before and after the edit, the effects and the hooks' notes.
  ///   Its arguments are the property's index in the edit, its index in the class, and its new cell.
  private func properties(
    isChanged: Bool,
    _ effective: (_ step: Int, _ place: Int, _ cell: StoredCell) -> (
      before: PropertyValue?, after: PropertyValue?, effects: [ObjectChange.Effect], notes: [ObjectChange.Note]
    )
  ) -> [ObjectChange] {
    let id = model.document.id(edit.node)
    let texts = StoredTexts(edit, model)
    return edit.cells.prefix(olds.count).enumerated().map { step, edited in
      let (before, after, effects, notes) = effective(step, edited.place, edited.cell)
      let isBound = isChanged && model.bound(edit.node, binding, at: edited.place)?.isInherited == false
      let new = isBound ? nil : isChanged ? texts.text(at: edited.place, binding, model) : olds[step]
      let ownNotes = (self.notes[edited.place] ?? []) + [lostName(olds[step], new, edited.place)].compactMap(\.self)
      var change = ObjectChange(
        object: id, className: binding.definition.name, property: binding.definition.properties[edited.place].name,
        renamedFrom: formerKeys.isEmpty ? nil : formerKeys[step], old: olds[step], new: new, effectiveBefore: before,
        hasEffectiveBefore: knowsBefore, effective: after, effects: effects, notes: notes + ownNotes)
      change.isInherited = model.inherits(edit.node, binding, at: edited.place)
      return change
    }
  }

  /// Returns a note if the old text named a palette colour and a new value other than null replaces it; nil otherwise.
  private func lostName(_ old: String?, _ new: String?, _ place: Int) -> ObjectChange.Note? {
    binding.takesPaletteNames(place) ? model.lostPaletteName(old, new).map { .paletteName($0) } : nil
  }

  private func difference(_ cell: StoredCell, _ effective: PropertyValue?, _ place: Int) -> ObjectChange.Note? {
    let stored = binding.value(of: cell, at: place)
    guard stored != effective else { return nil }
    return .changed(by: answer.author(ofValueAt: place, binding), to: effective, stored: stored)
  }
}

/// The stored texts of an object's attributes, read in one pass if the edit changes more than eight keys or properties,
/// otherwise one by one.
private struct StoredTexts {
  private let attributes: ObjectAttributes
  private let table: [ExactText: String]?

  init(_ edit: ObjectEdit, _ model: SceneModel) {
    attributes = model.attributes(of: edit.node)
    // The first value of a duplicate key counts.
    table =
      edit.cells.count + edit.strayKeys.count > 8
      ? Dictionary(attributes.texts.map { (ExactText($0.key), $0.raw) }, uniquingKeysWith: { first, _ in first }) : nil
  }

  var areMany: Bool { table != nil }

  subscript(key: String) -> String? {
    if let table { return table[ExactText(key)] }
    return attributes[key].map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the stored text of a property, under the stored key with the highest precedence, in the form shown to
  /// users; nil if nothing is stored.
  func text(at place: Int, _ binding: ClassBinding, _ model: SceneModel) -> String? {
    guard binding.transformed.contains(place) else {
      return binding.keys(at: place).lazy.compactMap { self[$0] }.first
    }
    for key in binding.keys(at: place) {
      if let text = self[key] { return model.shown(text, binding.property(at: place, under: key)) }
    }
    return nil
  }
}
