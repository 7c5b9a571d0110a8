package import InspectorKit
internal import JSONText
package import SceneDocument

/// A computed edit of one object that is not applied yet: the changes to the document's text, and the new values for
/// the object's component.
package struct ObjectEdit {
  package private(set) var node: NodeIndex

  /// The changes and values, which many objects may share.
  private let contents: Contents

  /// The storage of the changes and values. It is a class, so that an edit is cheap to copy.
  private final class Contents {
    @exclusivity(unchecked) fileprivate(set) var cells: [(place: Int, cell: StoredCell)]
    @exclusivity(unchecked) fileprivate(set) var changes: [AttributeChange]
    @exclusivity(unchecked) fileprivate(set) var strayKeys: [String] = []

    /// The text of the cells in a row of a build request; nil unless many objects share the edit.
    @exclusivity(unchecked) fileprivate(set) var cellText: [UInt8]?

    init(_ cells: [(place: Int, cell: StoredCell)], _ changes: [AttributeChange]) {
      (self.cells, self.changes) = (cells, changes)
    }
  }

  /// The new cells of properties, in the order of the assignments, each with the index of its property. A property
  /// occurs once.
  package var cells: [(place: Int, cell: StoredCell)] { contents.cells }

  package var changes: [AttributeChange] { contents.changes }

  /// The keys that the edit changes without changing a property's value: keys that the class does not declare, and
  /// removed aliases of properties whose values are stored under another key.
  package var strayKeys: [String] { contents.strayKeys }

  /// Creates an edit from computed cells and changes.
  package init(_ node: NodeIndex, cells: [(place: Int, cell: StoredCell)], changes: [AttributeChange] = []) {
    (self.node, contents) = (node, Contents(cells, changes))
  }

  /// Computes the edit that assignments make to an object.
  ///
  /// - Parameters:
  ///   - stored: the JSON text of the class's only property if it is not stored among the object's attributes, with an
  ///     inner nil if nothing is stored; an outer nil to read the attributes.
  ///   - answer: returns the component's reply before the edit; called only if an assignment needs it.
  package init(
    _ node: NodeIndex, _ planned: ClassEdit, binding: ClassBinding, model: SceneModel, storedAs stored: [UInt8]?? = nil,
    answer: () throws(Diagnostic) -> BuildReply
  ) throws(Diagnostic) {
    self.init(node, cells: [])
    if !planned.strayKeys.isEmpty {
      contents.strayKeys = planned.strayKeys.filter { model.attributes(of: node)[$0] != nil }
      contents.changes = strayKeys.map { .remove(key: $0) }
    }
    try addUndeclared(planned, model)
    for (number, assignment) in planned.assignments.enumerated() {
      if storeFixed(assignment) { continue }
      do throws(Diagnostic) {
        try add(assignment, after: planned.assignments[..<number], binding, model, stored, answer)
      } catch {
        var problem = error
        problem.property = assignment.property.name
        throw problem
      }
    }
  }

  /// Adds the changes to stored values that no plugin declares. Throws if the object lacks such a value, unless the
  /// edit skips missing values.
  private func addUndeclared(_ planned: ClassEdit, _ model: SceneModel) throws(Diagnostic) {
    var keys: [(key: String, assignments: [Assignment])] = []
    for assignment in planned.undeclared {
      guard let key = model.undeclaredKey(assignment.name, of: node) else {
        if planned.skipsMissing { continue }
        let names = model.attributes(of: node).texts.map(\.key)
        throw Diagnostic(
          NameRefusal.unknownProperty(
            assignment.name, of: model.document.className(node),
            suggestion: DidYouMean.suggestion(for: assignment.name, among: names), canBeSkipped: true))
      }
      if let place = keys.firstIndex(where: { $0.key.isExactly(key) }) {
        keys[place].assignments.append(assignment)
      } else {
        keys.append((key, [assignment]))
      }
    }
    for (key, assignments) in keys {
      contents.changes += try model.undeclaredChanges(assignments, to: key, of: node)
      contents.strayKeys.append(key)
    }
  }

  /// Adds the changes that an assignment makes to the object after the earlier assignments of the same edit.
  private func add(
    _ assignment: PlannedAssignment, after earlier: ArraySlice<PlannedAssignment>, _ binding: ClassBinding,
    _ model: SceneModel, _ stored: [UInt8]??, _ answer: () throws(Diagnostic) -> BuildReply
  ) throws(Diagnostic) {
    let place = assignment.place
    if case .reset = assignment.operation {
      if let key = assignment.otherKey, let shadowed = model.shadowedKey(key, of: node, binding) {
        contents.strayKeys.append(shadowed)
        contents.changes.append(.remove(key: shadowed))
      } else {
        let inherited = model.inheritedCell(node, binding, at: place)
        if inherited == nil { try assignment.checkReset() }
        // All keys are removed, since the property would otherwise get its value from a shadowed key.
        store(inherited ?? .absent, at: place, binding.keys(at: place).map { .remove(key: $0) })
      }
      return
    }
    let key = model.storedKey(node, binding, at: place)
    // A setting's value takes precedence over values in templates.
    let bound = model.bound(node, binding, at: place)
    let old = stored ?? (bound == nil ? model.attributes(of: node)[key] : nil)
    let form = ValueForm(type: assignment.property.type, key: key, old: old).after(changes)
    let property = binding.property(at: place, under: key)
    switch assignment.operation {
    case .reset: return
    case .unset: store(.value(nil), at: place, [.set(key: key, value: Array("null".utf8))])
    case .exact(let text):
      guard let typed = assignment.typed else { return }
      var cell = StoredCell.value(typed.value)
      // The text may have been read in the stored form of another name.
      if binding.hasSeveralForms(place) {
        cell = try model.reader.read(Array(text.utf8), as: property)
      }
      store(cell, at: place, [.set(key: key, value: Array(text.utf8))])
    case .set, .json:
      guard let typed = assignment.typed else { return }
      if let component = assignment.component {
        let stored = StoredStart(form, place, binding, model, bound)
        try set(
          component, of: assignment, to: typed.value, token: typed.numberToken, from: stored, form, binding, model)
      } else {
        let changes = try model.reader.changes(storing: typed, in: form, of: property)
        store(.value(typed.value), at: place, changes)
      }
    case .add, .subtract, .multiply, .divide:
      guard let arithmetic = assignment.arithmetic else { return }
      let stored = StoredStart(form, place, binding, model, bound)
      let isGiven = earlier.contains { $0.givesStart(of: assignment) }
      let start = try start(assignment, stored, isGiven: isGiven, binding, model, answer)
      let result = try arithmetic.result(on: start, of: assignment.target)
      if result == start || assignment.component == nil && stored.cell == .value(result) {
        keep(stored, at: place)
      } else if let component = assignment.component {
        try set(component, of: assignment, to: result, token: nil, from: stored, form, binding, model)
      } else {
        try model.reader.check(result, for: assignment.property)
        store(.value(result), at: place, try model.reader.changes(storing: result, in: form, of: property))
      }
    }
  }

  /// Stores the result of an assignment that does not depend on the object; otherwise returns false and stores nothing.
  fileprivate func storeFixed(_ assignment: PlannedAssignment) -> Bool {
    guard let change = assignment.fixedChange, let typed = assignment.typed else { return false }
    store(.value(typed.value), at: assignment.place, change)
    return true
  }

  /// Returns the starting number for arithmetic: the result of an earlier assignment in the same edit, or the effective
  /// number.
  ///
  /// A refused stored value is an error, because the component then has the default, which the user did not choose.
  private func start(
    _ assignment: PlannedAssignment, _ stored: StoredStart, isGiven: Bool, _ binding: ClassBinding, _ model: SceneModel,
    _ answer: () throws(Diagnostic) -> BuildReply
  ) throws(Diagnostic) -> PropertyValue {
    let name = assignment.property.name
    if let problem = stored.problem {
      throw Diagnostic(ValueRefusal.refusedStart(assignment.target, AnyRefusal(problem)))
    }
    var value: PropertyValue?
    if isGiven {
      value = binding.value(of: stored.cell, at: assignment.place)
    } else {
      let reply: BuildReply
      do throws(Diagnostic) { reply = try answer() } catch {
        throw Diagnostic(ValueRefusal.noEffectiveValue(name, AnyRefusal(error)))
      }
      if let rejection = reply.skipped.first(where: { $0.property == name }) {
        let problem = AnyRefusal(HookFinding.rejection(rejection.text))
        throw Diagnostic(ValueRefusal.refusedStart(assignment.target, problem))
      }
      let values = EffectiveValues(model: model, node: node, binding: binding, answer: reply)
      value = values.value(at: assignment.place) { stored.cell }
    }
    if let component = assignment.component { value = PropertyPath.part(component, of: value) }
    guard let value else { throw Diagnostic(ValueRefusal.unset(name)) }
    return value
  }

  /// Sets one component of a value to a number. Splices the number into a stored object; otherwise stores the whole
  /// value, with the other components of the stored or the default value.
  ///
  /// - Parameter token: the number as typed; nil if it was computed.
  private func set(
    _ component: String, of assignment: PlannedAssignment, to number: PropertyValue, token: String?,
    from stored: StoredStart, _ form: ValueForm, _ binding: ClassBinding, _ model: SceneModel
  ) throws(Diagnostic) {
    guard case .double(let number) = number else { return }
    let property = binding.property(at: assignment.place, under: form.key)
    if property.type == .color, !(0...1).contains(number) {
      throw Diagnostic(ValueRefusal.colorComponent(assignment.target, number))
    }
    let text = Array((token ?? JSONNumber.text(number)).utf8)
    let splice = AttributeChange.setMember(key: form.key, member: component, value: text)
    if case .value(let old?) = stored.cell {
      if ComponentValue.number(component, of: old) == number { return keep(stored, at: assignment.place) }
    } else if property.storedAs == nil, form.hasMember(for: component) {
      // The valid parts of a refused value are kept if the whole value becomes valid.
      let whole = StoredStart(form.after([splice]), assignment.place, binding, model)
      if let problem = whole.problem {
        throw Diagnostic(ValueRefusal.stillRefused(assignment.target, AnyRefusal(problem)))
      }
      return store(whole.cell, at: assignment.place, [splice])
    }
    if let problem = stored.problem {
      throw Diagnostic(ValueRefusal.stillRefused(assignment.target, AnyRefusal(problem)))
    }
    let start = stored.cell == .absent ? property.defaultValue : stored.value
    guard let start else { throw Diagnostic(ValueRefusal.unset(property.name)) }
    let value = ComponentValue.replacing(component, of: start, with: number)
    try model.reader.check(value, for: property)
    if let changes = try model.reader.transformed(value, in: form, of: property) {
      return store(.value(value), at: assignment.place, changes)
    }
    let isSpliced = form.hasMember(for: component)
    store(
      .value(value), at: assignment.place, isSpliced ? [splice] : form.changes(storing: value, component, as: text))
  }

  /// Leaves a property as stored, or as set by an earlier assignment, because the computed value is the same.
  private func keep(_ stored: StoredStart, at place: Int) { store(stored.cell, at: place, []) }

  /// Appends the new values of the properties that the worker builds to a row of a build request, each after a comma.
  package func appendCells(to bytes: inout [UInt8], _ binding: ClassBinding) {
    if let text = contents.cellText {
      bytes += text
      return
    }
    for (place, cell) in cells where place < binding.built.properties.count {
      bytes.append(UInt8(ascii: ","))
      cell.append(to: &bytes)
    }
  }

  /// Returns the new value of a property as JSON text; nil if the edit assigns none.
  package func value(of property: String?, _ binding: ClassBinding) -> String? {
    guard let place = property.flatMap(binding.place(of:)),
      case .value(let value)? = cells.first(where: { $0.place == place })?.cell
    else { return nil }
    return value?.json.text() ?? "null"
  }

  fileprivate func keepCellText(_ binding: ClassBinding) {
    var text: [UInt8] = []
    appendCells(to: &text, binding)
    contents.cellText = text
  }

  private func store(_ cell: StoredCell, at place: Int, _ new: [AttributeChange]) {
    if cells.isEmpty, changes.isEmpty {
      // The usual edit has one assignment, whose list of changes many objects share.
      (contents.cells, contents.changes) = ([(place, cell)], new)
      return
    }
    contents.cells.removeAll { $0.place == place }
    contents.cells.append((place, cell))
    contents.changes += new
  }
}

/// The stored value of a property before an assignment, including the changes by earlier assignments of the edit. If a
/// binding is in effect, it is the setting's value.
private struct StoredStart {
  /// The stored cell; absent if nothing is stored, or if the stored value is refused.
  private(set) var cell = StoredCell.absent

  /// The reason for refusing the stored value; nil if nothing is stored, or if the value is accepted.
  private(set) var problem: Diagnostic?

  init(
    _ form: ValueForm, _ place: Int, _ binding: ClassBinding, _ model: SceneModel, _ bound: BoundProperty? = nil
  ) {
    guard let text = form.old else {
      if let bound { (cell, problem) = (bound.cell, bound.problem.map { Diagnostic($0) }) }
      return
    }
    do throws(Diagnostic) {
      let rank = binding.rank(of: form.key, at: place)
      let plain = text.withUnsafeBytes { binding.plainCell($0, at: place, rank: rank) }
      cell = if let plain { plain } else { try model.reader.read(text, as: binding.property(at: place, rank: rank)) }
    } catch {
      problem = error
    }
  }

  var value: PropertyValue? { if case .value(let value) = cell { value } else { nil } }
}

extension PlannedAssignment {
  /// Returns true if a later assignment computes its value from the result of this assignment.
  fileprivate func givesStart(of later: PlannedAssignment) -> Bool {
    place == later.place && (component == nil || component == later.component)
  }
}

// Edits that are the same for all objects of a class. They are computed once, for node 0, and copied for each object.
extension ObjectEdit {
  /// Computes the edit that assignments make to any object of a class; nil if the edit depends on an object's stored or
  /// effective values.
  package init?(ofAny assignments: [PlannedAssignment], _ binding: ClassBinding) {
    self.init(NodeIndex(0), cells: [])
    for assignment in assignments where !storeFixed(assignment) { return nil }
    keepCellText(binding)
  }

  /// Creates an edit that gives components new values without a change of the document's text.
  package init(ofAny cells: [(place: Int, cell: StoredCell)], _ binding: ClassBinding) {
    self.init(NodeIndex(0), cells: cells)
    keepCellText(binding)
  }

  /// Returns a copy of the edit for a different object.
  package func of(_ node: NodeIndex) -> ObjectEdit {
    var edit = self
    edit.node = node
    return edit
  }

  /// Computes an edit that stores computed values in the stored forms of their properties. Throws an error if a
  /// property cannot have its value.
  ///
  /// - Parameter values: the values in the order in which they are set; the last value of a property counts.
  package static func storing(
    _ values: [BuildReply.PlacedValue], in node: NodeIndex, _ binding: ClassBinding, _ model: SceneModel
  ) throws(Diagnostic) -> ObjectEdit {
    var cells: [(place: Int, cell: StoredCell)] = []
    var changes: [AttributeChange] = []
    for (number, (place, value)) in values.enumerated() {
      if values[(number + 1)...].contains(where: { $0.place == place }) { continue }
      let property = binding.definition.properties[place]
      guard !property.isReadOnly else { throw Diagnostic(ValueRefusal.readOnly(property.name)) }
      let key = model.storedKey(node, binding, at: place)
      if let value {
        try model.reader.check(value, for: property)
        let form = ValueForm(type: property.type, key: key, old: model.attributes(of: node)[key])
        if model.storedCell(node, binding, at: place) != .value(value) {
          let property = binding.property(at: place, under: key)
          changes += try model.reader.changes(storing: value, in: form, of: property)
        }
      } else {
        guard !property.isRequired else { throw Diagnostic(ValueRefusal.required(property.name)) }
        changes.append(.set(key: key, value: Array("null".utf8)))
      }
      cells.append((place, .value(value)))
    }
    return ObjectEdit(node, cells: cells, changes: changes)
  }
}
