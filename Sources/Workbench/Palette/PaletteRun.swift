internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Makes one edit of the palette: changes its text, lets the components that use its colours judge it, and rewrites the
/// attributes that use a name which changes. Whatever is refused on the way undoes everything.
final class PaletteRun {
  private let model: SceneModel
  private let request: PaletteRequest
  private(set) var result = EditResult()

  /// Inverses in the order made; of the palette the first is enough.
  private var restores: [ObjectRestore] = []
  private var palette: PaletteRestore?
  private var properties = Set<String>()
  private var ledger = ChangeLedger()

  init(_ model: SceneModel, _ request: PaletteRequest) {
    self.model = model
    self.request = request
  }

  /// Makes the changes and returns what undoes them; nil where nothing is different, and after a dry run.
  ///
  /// - Parameter tell: is given what changed of each object, in the order of the document, once all is decided.
  func perform(tell: (NodeIndex, ObjectChange) -> Void) throws(EditError) -> SceneEdit? {
    for (place, change) in request.changes.enumerated() {
      do throws(EditError) {
        switch change {
        case .set(let name, let text): try set(name, to: text)
        case .rename(let name, let new): try rename(name, to: new)
        case .remove(let name): try remove(name)
        }
      } catch {
        rollBack()
        var error = error
        error.part = .color(place)
        throw error
      }
    }
    result.matched = ledger.matched.count
    guard ledger.read(in: model.document, tell) else {
      rollBack()
      throw EditError.changesLost
    }
    if request.isDryRun { rollBack() }
    guard let palette, result.colors.contains(where: \.isChanged) else { return nil }
    return SceneEdit(restores: restores, properties: properties, palette: palette, colors: request.names)
  }

  private func rollBack() {
    for restore in restores.reversed() { _ = model.document.restore(restore) }
    if let palette {
      _ = model.document.restore(palette)
      model.readPalette()
    }
    (restores, palette) = ([], nil)
  }

  // MARK: the three changes

  private func set(_ name: String, to text: String) throws(EditError) {
    guard ScenePalette.isIdentifier(name) else { throw EditError(ScenePalette.noIdentifier(name)) }
    let color = try color(text, for: name)
    let old = entry(name)
    let changes = ColorForm(name: name, old: old).changes(storing: color, typed: text)
    let uses = model.colorUses(of: [name])[name] ?? ColorUses()
    var edits: [ObjectEdit] = []
    if model.palette.colors[name] != color { edits = try self.edits(of: uses, to: color, named: name) }
    let options = EditRun.Options(wantsChanges: request.wantsChanges)
    let run = EditRun(model, [], options, told: ledger.told)
    run.formerReader = model.reader
    try run.perform(edits) { () throws(EditError) in try change(changes) }
    add(run)
    ledger.match(uses.known.map(\.node))
    told(ColorChange(name: name, old: old.map(Self.text), new: entry(name).map(Self.text), uses: uses.known.count))
  }

  private func rename(_ name: String, to new: String) throws(EditError) {
    guard let old = entry(name) else { throw unknown(name) }
    guard name != new else { return told(ColorChange(name: name, old: Self.text(old), new: Self.text(old), uses: 0)) }
    guard ScenePalette.isIdentifier(new) else { throw EditError(ScenePalette.noIdentifier(new)) }
    guard entry(new) == nil else {
      throw EditError(code: "palette.taken", message: "the palette has a colour '\(new)' already; choose another name")
    }
    let found = model.colorUses(of: [name, new])
    // What means CSS's colour by that name would mean the palette's from now on.
    if let use = found[new].flatMap({ ($0.known.map { ($0.node, $0.key) } + $0.unclear).first }) {
      let owner = "\(model.document.id(use.0)).\(use.1)"
      throw EditError(
        code: "palette.taken",
        message: "'\(owner)' uses '\(new)' already, which would become the palette's; choose another name")
    }
    let uses = found[name] ?? ColorUses()
    try refuseUnclear(uses, name)
    let befores = effectives(of: uses)
    try change([.rename(name: name, to: new)])
    try rewrite(uses, to: new, befores)
    ledger.match(uses.known.map(\.node))
    told(
      ColorChange(
        name: name, newName: new, old: Self.text(old), new: entry(new).map(Self.text), uses: uses.known.count))
  }

  private func remove(_ name: String) throws(EditError) {
    guard let old = entry(name) else { throw unknown(name) }
    let uses = model.colorUses(of: [name])[name] ?? ColorUses()
    if let first = uses.known.first {
      let count = uses.known.count
      let owner = "'\(model.document.id(first.node)).\(first.key)'"
      throw EditError(
        code: "palette.used",
        message:
          "'\(name)' is used by \(owner)\(count > 1 ? " and \(count - 1) more" : ""); give \(count > 1 ? "them" : "it") another colour first"
      )
    }
    try refuseUnclear(uses, name)
    try change([.remove(name: name)])
    told(ColorChange(name: name, old: Self.text(old), new: nil, uses: 0))
  }

  // MARK: steps

  /// What a person typed as a colour.
  private func color(_ text: String, for name: String) throws(EditError) -> Color {
    do throws(PropertyValueError) {
      guard case .color(let color) = try PropertyValue(parsing: text, as: .color) else {
        throw .unreadable(.color, found: text, suggestion: nil)
      }
      return color
    } catch {
      var message = "palette colour '\(name)': \(error)"
      if case .unknownColor(let typed, _) = error, let other = model.palette.colors[typed] {
        message =
          "palette colour '\(name)': '\(typed)' is a colour of the palette too, and none refers to another; write '\(other.text)'"
      }
      throw EditError(code: error.code, message: message)
    }
  }

  private func change(_ changes: [PaletteChange]) throws(EditError) {
    do throws(SceneError) {
      let restore = try model.document.applyToPalette(changes)
      palette = palette ?? restore
    } catch {
      throw EditError(code: error.code, message: error.message)
    }
    model.readPalette()
  }

  /// An edit of each object that uses a name, which gives its properties the colour anew.
  private func edits(
    of uses: ColorUses, to color: Color, named name: String
  ) throws(EditError) -> [ObjectEdit] {
    var edits: [ObjectEdit] = []
    var cells: [(place: Int, cell: StoredCell)] = []
    let effective = uses.known.contains(where: \.isShadowed) ? uses.known.filter { !$0.isShadowed } : uses.known
    // Objects with the same properties share them.
    var shared: [[Int]: [(place: Int, cell: StoredCell)]] = [:]
    for (step, use) in effective.enumerated() {
      if let property = model.classPlan(of: use.node)?.definition.properties[use.place], !property.isReadOnly {
        do throws(ValueProblem) {
          try model.reader.check(.color(color), for: property)
        } catch {
          throw EditError(
            code: error.code,
            message: "palette colour '\(name)' is used by '\(model.document.id(use.node))': \(error.message)")
        }
        cells.append((use.place, .value(.color(color))))
      }
      guard !cells.isEmpty, step + 1 == effective.count || effective[step + 1].node != use.node else { continue }
      let places = cells.map(\.place)
      let sorted = shared[places] ?? cells.sorted { $0.place < $1.place }
      shared[places] = sorted
      edits.append(ObjectEdit(use.node, cells: sorted))
      cells = []
    }
    return edits
  }

  private func add(_ run: EditRun) {
    restores += run.restores
    properties.formUnion(run.properties)
    result.warnings += run.result.warnings
  }

  private func told(_ change: ColorChange) { result.colors.append(change) }

  /// The JSON text of a colour as it is now.
  private func entry(_ name: String) -> [UInt8]? {
    model.document.palette.first { $0.name == name }?.value
  }

  private static func text(_ raw: [UInt8]) -> String { String(decoding: raw, as: UTF8.self) }

  private func unknown(_ name: String) -> EditError {
    let names = model.document.palette.map(\.name)
    return EditError(
      code: "unknown.color",
      message: "the palette has no colour '\(name)'\(DidYouMean.suffix(for: name, among: names))")
  }

  /// Where nobody can tell whether an attribute is a colour, its name is left alone.
  private func refuseUnclear(_ uses: ColorUses, _ name: String) throws(EditError) {
    guard let use = uses.unclear.first else { return }
    let (id, className) = (model.document.id(use.node), model.document.className(use.node))
    throw EditError(
      code: "plugin.missing",
      message:
        "'\(id).\(use.key)' is '\(name)', but no plugin tells whether that is a colour, since none is in use for its class '\(className)'; 'inspector plugin list' shows the classes known"
    )
  }
}

/// Giving the attributes that use a colour its new name.
extension PaletteRun {
  private func rewrite(
    _ uses: ColorUses, to new: String, _ befores: [PropertyValue?]
  ) throws(EditError) {
    var text: [UInt8] = []
    JSONString.append(new, quotedTo: &text)
    var changed = NodeSet()
    for (step, use) in uses.known.enumerated() {
      let old = model.document.attribute(use.key, of: use.node)
      do throws(SceneError) {
        restores.append(try model.document.apply([.set(key: use.key, value: text)], to: use.node))
      } catch {
        throw EditError(code: error.code, message: error.message)
      }
      changed.insert(use.node)
      guard let plan = model.classPlan(of: use.node) else { continue }
      let name = plan.definition.properties[use.place].name
      properties.insert(name)
      guard request.wantsChanges else { continue }
      let value = befores[step]
      let change = ObjectChange(
        object: model.document.id(use.node), className: plan.definition.name, property: name,
        old: old.map(Self.text), new: Self.text(text), effectiveBefore: value, effective: value, effects: [],
        rejected: nil, notes: [])
      ledger.told.add([change], of: use.node)
    }
    result.changed += changed.count
  }

  /// What the objects' components answer at each use, where that is to be told; a new name changes nothing of it.
  private func effectives(of uses: ColorUses) -> [PropertyValue?] {
    guard request.wantsChanges else { return [] }
    var values = [PropertyValue?](repeating: nil, count: uses.known.count)
    model.build(Array(NodeSet(uses.known.lazy.map(\.node)))) { [model] live in
      let effective = LiveValues(model: model, live: live)
      var step = uses.known.firstUse(of: live.node)
      while step < uses.known.count, uses.known[step].node == live.node {
        values[step] = effective[uses.known[step].place]
        step += 1
      }
    }
    return values
  }
}

extension [ColorUse] {
  /// Where those of an object begin, which are in the order of the document.
  fileprivate func firstUse(of node: NodeIndex) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].node < node { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension EditError {
  fileprivate init(_ problem: ValueProblem) {
    self.init(code: problem.code, message: problem.message)
  }
}

/// Finds the smallest change of a palette's text that gives a name a colour, in the form that it had.
private struct ColorForm {
  let name: String
  let old: [UInt8]?

  func changes(storing color: Color, typed text: String) -> [PaletteChange] {
    let property = PropertyDefinition(name: name, label: "", type: .color, isOptional: false, declaringClass: "")
    let text = PlannedAssignment.trimmed(text)
    let typed = TypedValue(value: .color(color), text: text, isName: text.allSatisfy(\.isLetter))
    return ValueForm(property: property, key: name, old: old).changes(storing: typed).map { change in
      switch change {
      case .set(let name, let value): .set(name: name, value: value)
      case .setMember(let name, let member, let value): .setMember(name: name, member: member, value: value)
      case .remove(let name): .remove(name: name)
      case .rename(let name, let new): .rename(name: name, to: new)
      }
    }
  }
}
