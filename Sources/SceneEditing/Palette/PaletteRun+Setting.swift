import InspectorKit
import JSONText
import SceneDocument

/// The palette changes that set the colours of names.
extension PaletteRun {
  /// A name and its new colour.
  private struct NewColor {
    var name: String
    var color: Color

    /// The colour that the name meant before the edit, in the palette or in CSS; nil if the name meant no colour.
    var former: Color?

    /// The changes of the palette's text that store the colour.
    var changes: [AttributeChange]

    /// The attributes that use the name; empty if its colour stays the same.
    var uses: [ColorUse]
  }

  /// Applies consecutive changes that set colours, up to a change of a different kind or a repeated name. The palette
  /// is read once, and components check all objects that use one of the colours in one batch.
  ///
  /// - Parameter place: the index of the first change; on return, the index after the last change made, or the index of
  ///   an invalid change.
  /// - Throws: an error if a change is invalid or if a component refuses it.
  func set(from place: inout Int) throws(Diagnostic) {
    var former: [[UInt8]?] = []
    var colors: [NewColor] = []
    var known: [ExactText: Color] = [:]
    var problem: Diagnostic?
    for edit in edits[place...] {
      guard case .set(let name, let text) = edit, known[ExactText(name)] == nil, !skips(name) else { break }
      do throws(Diagnostic) {
        let color = try color(text, for: name, known)
        if let typed = try? TypedColor(text), typed.isClipped {
          let warning = Diagnostic(
            ObjectFinding.clipped(name, typed: text, color), severity: .warning, file: model.document.name,
            property: name)
          placedWarnings.append((place + colors.count, warning))
        }
        if transaction.request.warnsOfUnusedColors, uses(of: name).isEmpty {
          let isNew = model.colorText(name) == nil
          let warning = Diagnostic(
            ObjectFinding.unusedColor(name, suggestion: isNew ? model.suggestedColor(for: name) : nil),
            severity: .warning, file: model.document.name, property: name)
          placedWarnings.append((place + colors.count, warning))
        }
        if let warning = hidingWarning(name) { placedWarnings.append((place + colors.count, warning)) }
        known[ExactText(name)] = color
        former.append(model.colorText(name))
        colors.append(
          NewColor(
            name: name, color: color, former: model.palette.meaning(of: name),
            changes: changes(storing: color, typed: text, as: name),
            uses: try newUses(of: name, color)))
      } catch {
        problem = error
        break
      }
    }
    // A change before the invalid one may be refused, and is then reported first.
    if !colors.isEmpty { try judge(colors, from: place) }
    place += colors.count
    if let problem { throw problem }
    for (color, old) in zip(colors, former) {
      self.colors.append(
        ColorChange(
          name: color.name, old: old.map(Self.text), new: model.colorText(color.name).map(Self.text),
          uses: uses(of: color.name).count + uses(of: color.name).bound.count))
    }
  }

  /// Returns the warning that a new name hides a colour of another document; nil if no colour is hidden.
  private func hidingWarning(_ name: String) -> Diagnostic? {
    guard model.colorText(name) == nil, let file = model.fileBeneath(name), transaction.request.colorDocument == nil
    else { return nil }
    let finding = PaletteFinding.hides(name, file: file, isPalette: model.palette.source(of: name) != nil)
    return Diagnostic(finding, severity: .warning, file: model.document.name, property: name)
  }

  /// Parses a colour that the user typed for a name. Throws if the name is not an identifier, or if the text is not a
  /// literal colour; names of palette colours are not accepted.
  ///
  /// - Parameter known: the new colours of earlier changes, keyed by name.
  func color(_ text: String, for name: String, _ known: [ExactText: Color] = [:]) throws(Diagnostic) -> Color {
    try Self.color(text, for: name) { known[ExactText($0)] ?? model.palette.colors[ExactText($0)] }
  }

  /// Parses a colour that the user typed for a name; see ``color(_:for:_:)``.
  ///
  /// - Parameter meaning: returns the colour of a palette name; nil for an unknown name.
  static func color(
    _ text: String, for name: String, meaning: (String) -> Color?
  ) throws(Diagnostic) -> Color {
    guard ScenePalette.isIdentifier(name) else { throw Diagnostic(ValueRefusal.noIdentifier(name)) }
    do throws(PropertyValueError) {
      guard case .color(let color) = try PropertyValue(parsing: text, as: .color) else {
        throw .unreadable(.color, found: text, suggestion: nil)
      }
      return color
    } catch {
      if case .unknownColor(let typed, _) = error, let other = meaning(typed) {
        throw Diagnostic(EditRefusal.refersToColor(name, typed: typed, color: other.text))
      }
      throw Diagnostic(ValueRefusal.typedColor(name, error))
    }
  }

  /// Returns the smallest change of the palette's text that sets the colour of a name and keeps the notation.
  func changes(storing color: Color, typed text: String, as name: String) -> [AttributeChange] {
    Self.changes(storing: color, typed: text, as: name, old: model.colorText(name))
  }

  /// Returns the smallest change of a palette's text that sets the colour of a name and keeps the notation.
  ///
  /// - Parameter old: the stored text of the colour; nil for a new name.
  static func changes(
    storing color: Color, typed text: String, as name: String, old: [UInt8]?
  ) -> [AttributeChange] {
    let text = text.trimmed
    let typed = TypedValue(
      value: .color(color), text: text, isName: text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic })
    return ValueForm(type: .color, key: name, old: old).changes(storing: typed)
  }

  /// Removes a name from the scene's own palette, where it hides another document's colour. The attributes that use the
  /// name get that colour. Throws if a property or a component does not accept it.
  func replace(_ name: String, _ old: [UInt8], by color: Color, of file: String) throws(Diagnostic) {
    let removed = NewColor(
      name: name, color: color, former: model.palette.meaning(of: name), changes: [.remove(key: name)],
      uses: try newUses(of: name, color))
    let count = uses(of: name).count
    try judge([removed], from: colors.count)
    let finding = ObjectFinding.colorBeneath(name, file: file, uses: count)
    transaction.warn([Diagnostic(finding, severity: .warning, file: model.document.name, property: name)])
    colors.append(ColorChange(name: name, old: Self.text(old), uses: count))
  }

  /// Returns the attributes that use a name and get its new colour; empty if the colour is unchanged. Throws if a
  /// property does not accept the colour.
  private func newUses(of name: String, _ color: Color) throws(Diagnostic) -> [ColorUse] {
    guard model.palette.colors[ExactText(name)] != color else { return [] }
    let known = uses(of: name).known
    // The results of the checks by class and property index: true if the property gets the value, nil if it is not
    // checked yet.
    var answers: [[Bool?]] = Array(repeating: [], count: model.document.classNames.count)
    func takes(_ use: ColorUse) throws(Diagnostic) -> Bool {
      // A shadowed use has no effect, since another attribute sets the property's value.
      guard !use.isShadowed else { return false }
      let classID = model.document.classID(use.node)
      if !answers[classID].isEmpty, let answer = answers[classID][use.place] { return answer }
      guard let binding = model.binding(of: use.node) else { return false }
      let properties = binding.definition.properties
      if answers[classID].isEmpty { answers[classID] = Array(repeating: nil, count: properties.count) }
      let property = properties[use.place]
      do throws(Diagnostic) {
        if !property.isReadOnly { try model.reader.check(.color(color), for: property) }
      } catch {
        throw Diagnostic(EditRefusal.colorRefused(name, by: model.document.id(use.node), AnyRefusal(error)))
      }
      answers[classID][use.place] = !property.isReadOnly
      return !property.isReadOnly
    }
    var taking: [ColorUse] = []
    taking.reserveCapacity(known.count)
    for use in known where try takes(use) { taking.append(use) }
    return taking
  }

  /// Changes the palette, and lets the components that use the colours check the change. Throws if a component refuses
  /// it.
  ///
  /// - Parameter first: the index of the first of the changes.
  private func judge(_ colors: [NewColor], from first: Int) throws(Diagnostic) {
    let edits = objectEdits(colors)
    let run = EditRun(transaction)
    // The former reader keeps a copy of the whole palette, so it is set only if there are edits to judge.
    if !edits.isEmpty { run.formerReader = model.reader }
    var causes = ColorCauses(model, edits)
    let changes = colors.flatMap(\.changes)
    do throws(Diagnostic) {
      try transaction.attempt { () throws(Diagnostic) in try run.perform(edits) { change(changes) } }
    } catch {
      let error = causes.placed(error, failed: run.failedNode, from: first)
      // Components that read an edited parent check the edit after all edited objects, and may refuse an earlier
      // colour.
      if case .color(let place)? = error.part, place > first, model.hasParentReaders {
        try takeBack(changes.count)
        try judge(Array(colors.prefix(place - first)), from: first)
      }
      throw error
    }
    placedWarnings += run.warnings.map { (first + (causes.color(of: $0) ?? 0), $0) }
    for color in colors {
      match(uses(of: color.name))
      reportRuntimeUses(of: color)
    }
  }

  /// Reports the new effective values of the runtime attributes that use a changed colour.
  private func reportRuntimeUses(of color: NewColor) {
    guard transaction.request.wantsChanges, color.former != color.color else { return }
    let raw = JSON.string(color.name).text()
    transaction.changes.spool.begin()
    for use in uses(of: color.name).runtime {
      let change = ObjectChange(
        object: model.document.id(use.node), className: model.document.className(use.node), property: use.key,
        old: raw, new: raw, effectiveBefore: color.former.map(PropertyValue.color), effective: .color(color.color))
      transaction.changes.spool.add([change], of: use.node)
    }
  }

  /// Returns an edit for each object that uses one of the names. The edit sets the object's properties to the new
  /// colours.
  private func objectEdits(_ colors: [NewColor]) -> ColorEdits {
    var edits = ColorEdits(colors.map(\.color), in: model.document)
    func add(_ uses: some RandomAccessCollection<(use: ColorUse, color: Int)>) {
      var rest = uses[...]
      while let node = rest.first?.use.node {
        let own = rest.prefix { $0.use.node == node }
        if let binding = model.binding(of: node) {
          edits.append(node, own.lazy.map { ColorEdits.Use(place: $0.use.place, color: $0.color) }, binding)
        }
        rest = rest[own.endIndex...]
      }
    }
    if colors.count == 1 {
      // The uses of one colour are already in document order, and there may be a million of them.
      add(colors[0].uses.lazy.map { (use: $0, color: 0) })
    } else {
      let uses = colors.enumerated().flatMap { number, color in color.uses.map { (use: $0, color: number) } }
      add(uses.sorted { $0.use.node < $1.use.node })
    }
    return edits
  }
}

/// A search for the new colour that caused a finding about an object.
private struct ColorCauses {
  private let model: SceneModel
  private let edits: ColorEdits

  /// The cached colour numbers of objects that use no new colour but have an ancestor that does, keyed by object.
  private var inherited: [NodeIndex: Int] = [:]

  init(_ model: SceneModel, _ edits: ColorEdits) { (self.model, self.edits) = (model, edits) }

  /// Returns the number of the colour that a diagnostic concerns; nil if neither its object nor an ancestor uses a new
  /// colour.
  mutating func color(of diagnostic: Diagnostic) -> Int? {
    guard let node = diagnostic.object.flatMap({ model.document.node(id: $0) }) else { return nil }
    return color(of: node, diagnostic.property)
  }

  /// Returns the number of the colour that an object uses for a property. If the property uses none, returns the lowest
  /// number among the object's colours, or else among the colours of the nearest ancestor that uses any; nil if no
  /// ancestor does.
  private mutating func color(of node: NodeIndex, _ property: String? = nil) -> Int? {
    let uses = edits.uses(of: node)
    guard uses.isEmpty else {
      let place = property.flatMap { model.binding(of: node)?.place(of: $0) }
      return uses.first { $0.place == place }?.color ?? uses.lazy.map(\.color).min()
    }
    var row = [node]
    while let above = model.document.parent(row[row.count - 1]) {
      guard let color = edits.uses(of: above).lazy.map(\.color).min() ?? inherited[above] else {
        row.append(above)
        continue
      }
      for member in row { inherited[member] = color }
      return color
    }
    return nil
  }

  /// Narrows a refusal that may concern several colours to the first refused colour. Returns the error unchanged if
  /// none of its objects depends on a new colour.
  ///
  /// - Parameters:
  ///   - failed: the object whose component failed.
  ///   - first: the index of the first colour's change.
  mutating func placed(_ error: Diagnostic, failed: NodeIndex?, from first: Int) -> Diagnostic {
    var error = error
    let refused = error.details.map { (color: color(of: $0), refusal: $0) }
    let failed = failed.flatMap { color(of: $0) }
    guard let color = (refused.map(\.color) + [failed]).compactMap(\.self).min() else { return error }
    let refusals = refused.filter { $0.color == color }.map(\.refusal)
    if failed == color { error.details = refusals } else { error = Diagnostic(refusals: refusals) ?? error }
    error.part = .color(first + color)
    return error
  }
}

/// The edits of all objects that use some palette colours, in document order. Each sets the object's properties to the
/// new colours. Objects of one class with the same properties and colours share one edit: each object costs eight
/// bytes.
struct ColorEdits: RandomAccessCollection {
  /// A property of an object, and the index of its new colour.
  struct Use: Hashable {
    var place: Int
    var color: Int
  }

  private let document: SceneDocument
  private let colors: [Color]
  private var nodes: [UInt32] = []

  /// The index of each object's list in `shared`, and of its edit in `edits`.
  private var numbers: [UInt32] = []

  /// The lists of colour uses that objects share, each in the order in which an object stores its properties.
  private var shared: SharedPlaces<Use>
  private var edits: [ObjectEdit] = []

  init(_ colors: [Color], in document: SceneDocument) {
    (self.colors, self.document) = (colors, document)
    shared = SharedPlaces(classCount: document.classNames.count)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { nodes.count }

  subscript(index: Int) -> ObjectEdit { edits[Int(numbers[index])].of(NodeIndex(nodes[index])) }

  /// Adds an edit of an object of a known class.
  mutating func append(_ node: NodeIndex, _ uses: some Collection<Use>, _ binding: ClassBinding) {
    let number = shared.number(ofClass: document.classID(node), uses)
    if number == edits.count {
      let ordered = uses.sorted { $0.place < $1.place }
      edits.append(ObjectEdit(ofAny: ordered.map { ($0.place, .value(.color(colors[$0.color]))) }, binding))
    }
    nodes.append(UInt32(node.number))
    numbers.append(UInt32(number))
  }

  /// Returns the colour uses of an object; empty if it is not edited.
  func uses(of node: NodeIndex) -> [Use] {
    nodes.sortedIndex(of: UInt32(node.number)).map { shared.lists[Int(numbers[$0])].places } ?? []
  }
}
