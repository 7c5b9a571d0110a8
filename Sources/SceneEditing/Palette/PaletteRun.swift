internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Changes of the palette, for steps of a transaction. A run edits the palette's text, asks the components that use a
/// changed colour to accept or refuse the change, and rewrites the attributes that use a renamed colour.
final class PaletteRun {
  let transaction: Transaction
  let model: SceneModel
  let edits: [PaletteEdit]

  /// The changes of the colours so far.
  var colors: [ColorChange] = []

  /// The warnings, each with the index of the change that it concerns.
  var placedWarnings: [(place: Int, warning: Diagnostic)] = []

  /// The changes that the model already has and the document does not. The changes are collected, because each write to
  /// the document reads the whole palette.
  private var pending: [AttributeChange] = []

  /// The attributes that use each name in `edits`, keyed by name.
  var uses: [ExactText: ColorUses]

  /// The number of attributes that are rewritten and sent to components in one batch. The replies of components need
  /// more memory than the list of attributes.
  private let partCount: Int

  init(_ transaction: Transaction, _ edits: [PaletteEdit], partCount: Int = 4096) {
    self.partCount = partCount
    self.transaction = transaction
    model = transaction.model
    self.edits = edits
    uses = model.colorUses(of: Set(edits.names.map { ExactText($0) }))
  }

  func perform() throws(Diagnostic) {
    var place = 0
    while place < edits.count {
      do throws(Diagnostic) {
        switch edits[place] {
        case .set(let name, _) where skips(name):
          let file = model.palette.source(of: name)?.source.path
          transaction.result.absentColors.append(
            AbsentColor(name: name, suggestion: file == nil ? model.suggestedColor(for: name) : nil, file: file))
          transaction.match([])
        case .set:
          try set(from: &place)
          continue
        case .extract(let name, let color): try extract(name, of: color)
        case .rename(let name, let new): try rename(name, to: new)
        case .remove(let name): try remove(name)
        }
        place += 1
      } catch {
        var error = error
        error.part = error.part ?? .color(place)
        throw error
      }
    }
    try store()
  }

  /// The warnings in the order of the changes.
  var warnings: [Diagnostic] { placedWarnings.map { (step: $0.place, warning: $0.warning) }.inOrder }

  // MARK: the changes

  private func rename(_ name: String, to new: String) throws(Diagnostic) {
    if let file = transaction.request.colorDocument { return try follow(file, renaming: name, to: new) }
    guard let old = model.colorText(name) else { return try refuseUnknown(name) }
    guard !name.isExactly(new) else {
      return colors.append(ColorChange(name: name, old: Self.text(old), new: Self.text(old), uses: 0))
    }
    guard ScenePalette.isIdentifier(new) else { throw Diagnostic(ValueRefusal.noIdentifier(new)) }
    guard model.colorText(new) == nil else { throw Diagnostic(EditRefusal.colorIsThere(new)) }
    // An attribute that already stores this text, such as the name of a CSS colour, would refer to the palette's colour
    // after the edit.
    if let use = uses(of: new).first {
      throw Diagnostic(EditRefusal.nameIsUsed(new, by: "\(model.document.id(use.0)).\(use.1)"))
    }
    let uses = uses(of: name)
    try refuseUnclear(uses, name)
    change([.rename(key: name, to: new)])
    try rewrite(uses, to: new)
    (self.uses[ExactText(name)], self.uses[ExactText(new)]) = (nil, uses)
    match(uses)
    colors.append(
      ColorChange(
        name: name, newName: new, old: Self.text(old), new: model.colorText(new).map(Self.text), uses: uses.count))
  }

  /// Updates the scene's uses of a colour that another document has renamed.
  private func follow(_ file: String, renaming name: String, to new: String) throws(Diagnostic) {
    let uses = try model.following(file, renaming: name, to: new, self.uses)
    guard !uses.isEmpty else { return transaction.match([]) }
    try refuseUnclear(uses, name)
    model.renameBeneath(name, to: new)
    try rewrite(uses, to: new)
    match(uses)
  }

  private func remove(_ name: String) throws(Diagnostic) {
    guard let old = model.colorText(name) else { return try refuseUnknown(name) }
    let uses = uses(of: name)
    if !uses.isEmpty, let color = model.palette.colorBeneath(name), let file = model.fileBeneath(name) {
      return try replace(name, old, by: color, of: file)
    }
    if let first = uses.known.first.map({ ($0.node, uses.key(of: $0)) }) ?? uses.runtime.first {
      let owner = "\(model.document.id(first.0)).\(first.1)"
      throw Diagnostic(EditRefusal.colorIsUsed(name, by: owner, count: uses.count))
    }
    try refuseUnclear(uses, name)
    change([.remove(key: name)])
    colors.append(ColorChange(name: name, old: Self.text(old), uses: 0))
  }

  // MARK: steps

  /// Applies changes of the palette to the model; ``store()`` writes them to the document.
  func change(_ changes: [AttributeChange]) {
    pending += changes
    for change in changes {
      switch change {
      case .set(let name, let value): model.expectColor(name, value)
      case .setMember(let name, let member, let value):
        guard let old = model.colorText(name) else { continue }
        model.expectColor(name, SceneDocument.object(old, setting: member, to: value))
      case .rename(let name, let new):
        let value = model.colorText(name)
        model.expectColor(name, nil)
        model.expectColor(new, value)
      case .remove(let name): model.expectColor(name, nil)
      }
    }
  }

  /// Discards the last `count` pending changes, and stores the earlier ones.
  func takeBack(_ count: Int) throws(Diagnostic) {
    pending.removeLast(count)
    try store()
    model.readPalette()
  }

  /// Writes the pending changes to the document.
  private func store() throws(Diagnostic) {
    guard !pending.isEmpty else { return }
    try Diagnostic.wrapping { () throws(SceneError) in
      transaction.edit.add(.palette(try model.write(palette: pending)))
    }
    pending = []
    model.readPalette()
  }

  func uses(of name: String) -> ColorUses { uses[ExactText(name)] ?? ColorUses() }

  static func text(_ raw: [UInt8]) -> String { String(decoding: raw, as: UTF8.self) }

  /// Throws an error for a name that the palette lacks, unless the step may match nothing.
  private func refuseUnknown(_ name: String) throws(Diagnostic) {
    guard !transaction.mayMatchNothing else { return transaction.match([]) }
    try store()
    if let places = model.palette.disputes[ExactText(name)] {
      throw Diagnostic(ValueRefusal.disputedColor(name, of: nil, places))
    }
    if let file = model.fileBeneath(name) {
      let isTemplate = model.palette.source(of: name) == nil
      throw Diagnostic(EditRefusal.colorOfDocument(name, file: file, isTemplate: isTemplate))
    }
    throw Diagnostic(EditRefusal.noColor(name, suggestion: model.suggestedColor(for: name)))
  }

  /// Returns true if a `set` change of the name is skipped because the palette of this scene, one of many, lacks the
  /// name.
  func skips(_ name: String) -> Bool {
    transaction.request.skipsNewColors && transaction.request.isOfManyScenes && model.colorText(name) == nil
  }

  /// Records the objects with attributes that use a colour as matched by the edit.
  func match(_ uses: ColorUses) {
    transaction.changes.match(uses.known.lazy.map(\.node))
    transaction.changes.match(uses.runtime.lazy.map(\.node))
  }

  /// Throws an error if the name is the value of a setting, or of an attribute of unknown type. The attribute may be a
  /// colour whose plugin is missing.
  private func refuseUnclear(_ uses: ColorUses, _ name: String) throws(Diagnostic) {
    if let use = uses.bound.first {
      // Other scenes may use the setting, too.
      throw Diagnostic(
        EditRefusal.colorIsBound(name, by: "\(model.document.id(use.node)).\(use.property)", setting: use.setting))
    }
    guard let use = uses.unclear.first else { return }
    let (id, className) = (model.document.id(use.node), model.document.className(use.node))
    let isKnown = model.binding(of: use.node) != nil
    throw Diagnostic(
      EditRefusal.mayBeColor(name, of: "\(id).\(use.key)", className: className, lacking: isKnown ? use.key : nil))
  }
}

extension SceneModel {
  /// Returns the palette document or template's document that defines a colour, even if the scene's own palette hides
  /// it; nil if there is none.
  func fileBeneath(_ name: String) -> String? {
    palette.source(of: name)?.source.path ?? document.templateColorPlace(name)?.file
  }

  /// Returns the known palette name that is most similar to an unknown one; nil if none is similar.
  func suggestedColor(for name: String) -> String? {
    let shared = palette.sources.flatMap { $0.palette?.entries.map(\.name) ?? [] }
    return DidYouMean.suggestion(
      for: name, among: (document.palette.map(\.name) + shared).filter { !$0.isExactly(name) })
  }
}

/// The rewriting of attributes that use a renamed or extracted colour.
extension PaletteRun {
  func rewrite(_ uses: ColorUses, to new: String) throws(Diagnostic) {
    var rest = uses.known[...]
    while !rest.isEmpty {
      try model.job.check()
      // All uses in one object are rewritten together, since its component reads the whole object. If components read
      // their parents, all uses in the scene are rewritten together.
      var part = model.hasParentReaders ? rest : rest.prefix(partCount)
      while part.endIndex < rest.endIndex, rest[part.endIndex].node == part.last?.node {
        part = rest[..<(part.endIndex + 1)]
      }
      rest = rest[part.endIndex...]
      try rewrite(part, of: uses, to: new)
    }
    for use in uses.runtime { try model.refuseClosed(use.node) }
    try transaction.setRuntimeAttributes(
      model.runtimeChanges(uses.runtime.map { ($0.node, $0.key, Array(JSON.string(new).text().utf8)) }),
      keeping: model.palette.colors[ExactText(new)].map(PropertyValue.color))
  }

  private func rewrite(_ part: ArraySlice<ColorUse>, of uses: ColorUses, to new: String) throws(Diagnostic) {
    let text = Array(JSON.string(new).text().utf8)
    var undo: [SpliceRestore] = []
    for use in part {
      try Diagnostic.wrapping { () throws(SceneError) in
        undo.append(try model.write([.set(key: uses.key(of: use), value: text)], to: use.node))
        transaction.keep(undo[undo.count - 1])
      }
    }
    let effectives = effectives(of: part)
    for (step, (use, restore)) in zip(part, undo).enumerated() {
      guard let binding = model.binding(of: use.node) else { continue }
      let name = binding.definition.properties[use.place].name
      transaction.edit.properties.insert(name)
      guard transaction.request.wantsChanges else { continue }
      let old = model.document.attribute(uses.key(of: use), before: restore)
      // The new name refers to the same colour, so the effective value does not change.
      let value = effectives[step]
      let change = ObjectChange(
        object: model.document.id(use.node), className: binding.definition.name, property: name,
        old: old.map(Self.text), new: Self.text(text), effectiveBefore: value, effective: value)
      transaction.changes.spool.add([change], of: use.node)
    }
  }

  /// Returns the effective value at each use, or nil where the value is unknown. Returns an empty list if changes are
  /// not reported.
  private func effectives(of uses: ArraySlice<ColorUse>) -> [PropertyValue?] {
    guard transaction.request.wantsChanges else { return [] }
    var values = [PropertyValue?](repeating: nil, count: uses.count)
    model.build(Array(NodeSet(uses.lazy.map(\.node)))) { [model] built in
      let effective = EffectiveValues(model: model, built: built)
      guard effective.areKnown else { return }
      var step = uses.partitioningIndex { $0.node >= built.node }
      while step < uses.endIndex, uses[step].node == built.node {
        values[step - uses.startIndex] = effective[uses[step].place]
        step += 1
      }
    }
    return values
  }
}
