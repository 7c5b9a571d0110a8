package import InspectorKit
internal import JSONText
package import SceneDocument

/// An edit of one object, worked out but not yet made: the changes of its text, and the values its component is given.
package struct ObjectEdit {
  package private(set) var node: NodeIndex

  /// The properties given new values, in order, each once.
  package private(set) var cells: [(place: Int, cell: StoredCell)] = []

  package private(set) var changes: [AttributeChange] = []

  /// Keys that the edit removes, which are no properties of the class.
  package private(set) var strayKeys: [String] = []

  /// The cells as a row of a request has them, where many objects share them.
  private(set) var sharedCellText: [UInt8]?

  /// An edit that is worked out already.
  package init(_ node: NodeIndex, cells: [(place: Int, cell: StoredCell)], changes: [AttributeChange] = []) {
    (self.node, self.cells, self.changes) = (node, cells, changes)
  }

  /// Works out assignments for an object.
  ///
  /// - Parameter answer: what the component answers before the edit; asked for only where an assignment needs it.
  package init(
    _ node: NodeIndex, _ planned: ClassEdit, binding: ClassBinding, model: SceneModel,
    answer: () throws(ValueProblem) -> BuildReply
  ) throws(ValueProblem) {
    self.node = node
    func effective(_ place: Int) throws(ValueProblem) -> PropertyValue? {
      LiveValues(model: model, node: node, binding: binding, answer: try answer())[place]
    }
    strayKeys = planned.strayKeys.filter { model.document.attribute($0, of: node) != nil }
    changes = strayKeys.map { .remove(key: $0) }
    for assignment in planned.assignments {
      if storeFixed(assignment) { continue }
      let property = assignment.property
      let key = model.storedKey(node, binding, at: assignment.place)
      let old = model.document.attribute(key, of: node)
      let form = ValueForm(type: property.type, key: key, old: old)
      switch assignment.operation {
      case .reset:
        store(.absent, at: assignment.place, [.remove(key: key)])
      case .unset:
        store(.value(nil), at: assignment.place, [.set(key: key, value: Array("null".utf8))])
      case .exact(let text):
        guard let typed = assignment.typed else { continue }
        store(.value(typed.value), at: assignment.place, [.set(key: key, value: Array(text.utf8))])
      case .set, .json:
        guard let typed = assignment.typed else { continue }
        if let component = assignment.component {
          try set(component, to: typed.value, text: typed.text, assignment, form, model, effective: effective)
        } else {
          store(.value(typed.value), at: assignment.place, form.changes(storing: typed))
        }
      case .add, .subtract, .multiply, .divide:
        try change(assignment, form, model, effective: effective)
      }
    }
  }

  /// Takes an assignment that does not depend on the object; false where it does.
  fileprivate mutating func storeFixed(_ assignment: PlannedAssignment) -> Bool {
    guard let change = assignment.fixedChange, let typed = assignment.typed else { return false }
    store(.value(typed.value), at: assignment.place, change)
    return true
  }

  /// The value that an assignment starts from: what an earlier one of the same edit gave, or the effective one.
  private func start(
    _ assignment: PlannedAssignment, effective: (Int) throws(ValueProblem) -> PropertyValue?
  ) throws(ValueProblem) -> PropertyValue {
    if let (_, cell) = cells.first(where: { $0.place == assignment.place }), case .value(let value?) = cell {
      return value
    }
    let value: PropertyValue?
    do throws(ValueProblem) {
      value = try effective(assignment.place)
    } catch {
      throw ValueProblem(.noEffectiveValue(assignment.property.name, error))
    }
    guard let value else { throw ValueProblem(.unset(assignment.property.name)) }
    return value
  }

  private mutating func change(
    _ assignment: PlannedAssignment, _ form: ValueForm, _ model: SceneModel,
    effective: (Int) throws(ValueProblem) -> PropertyValue?
  ) throws(ValueProblem) {
    guard let arithmetic = assignment.arithmetic else { return }
    let start = try start(assignment, effective: effective)
    guard let component = assignment.component else {
      let value = try arithmetic.result(on: start, of: assignment.target)
      try model.reader.check(value, for: assignment.property)
      return store(.value(value), at: assignment.place, form.changes(storing: value))
    }
    let number = PropertyValue.double(ComponentValue.number(component, of: start) ?? 0)
    let result = try arithmetic.result(on: number, of: assignment.target)
    try set(component, to: result, text: nil, assignment, form, model, effective: effective)
  }

  /// Splices one number where an object is stored; stores the whole value, the other parts from the effective one,
  /// where not.
  ///
  /// - Parameter text: the number as it was typed; nil where it is computed.
  private mutating func set(
    _ component: String, to number: PropertyValue, text: String?, _ assignment: PlannedAssignment, _ form: ValueForm,
    _ model: SceneModel, effective: (Int) throws(ValueProblem) -> PropertyValue?
  ) throws(ValueProblem) {
    guard case .double(let number) = number else { return }
    if form.type == .color, !(0...1).contains(number) {
      throw ValueProblem(.colorComponent(assignment.target, number))
    }
    let start: PropertyValue
    do throws(ValueProblem) {
      start = try self.start(assignment, effective: effective)
    } catch {
      // What is stored does where the component fails at it: this may mend it.
      guard error.isPluginFailure, !assignment.operation.isRelative, let stored = storedValue(form, assignment, model)
      else {
        throw error
      }
      start = stored
    }
    let value = ComponentValue.replacing(component, of: start, with: number)
    // Where an object is stored and its other numbers are the value's, one number is all that changes.
    if form.old?.first == UInt8(ascii: "{"), form.type != .color || form.members()?["white"] == nil,
      let stored = storedValue(form, assignment, model),
      ComponentValue.replacing(component, of: stored, with: number) == value
    {
      let typed = text.flatMap { TypedValue(value: .double(number), text: $0).numberTokens(count: 1)?.first }
      let token = typed ?? JSONNumber.text(number)
      store(
        .value(value), at: assignment.place,
        [.setMember(key: form.key, member: component, value: Array(token.utf8))])
    } else {
      store(.value(value), at: assignment.place, form.changes(storing: value))
    }
  }

  private func storedValue(_ form: ValueForm, _ assignment: PlannedAssignment, _ model: SceneModel) -> PropertyValue? {
    let cell = form.old?.withUnsafeBytes { try? model.reader.read($0, as: assignment.property) }
    guard case .value(let stored)? = cell else { return nil }
    return stored
  }

  /// Appends the new values of the properties that a worker builds to a row of a build request, a comma before each.
  package func appendCells(to bytes: inout [UInt8], _ binding: ClassBinding) {
    if let sharedCellText {
      bytes += sharedCellText
      return
    }
    for (place, cell) in cells where place < binding.built.properties.count {
      bytes.append(UInt8(ascii: ","))
      cell.append(to: &bytes)
    }
  }

  /// The new value of a property as JSON text; nil where the edit gives it none.
  package func value(of property: String?, _ binding: ClassBinding) -> String? {
    guard let place = property.flatMap(binding.place(of:)),
      case .value(let value)? = cells.first(where: { $0.place == place })?.cell
    else { return nil }
    return value?.json.text() ?? "null"
  }

  /// Makes it the same edit of another object.
  package mutating func move(to node: NodeIndex) { self.node = node }

  fileprivate mutating func keepCellText(_ binding: ClassBinding) {
    var text: [UInt8] = []
    appendCells(to: &text, binding)
    sharedCellText = text
  }

  private mutating func store(_ cell: StoredCell, at place: Int, _ new: [AttributeChange]) {
    if cells.isEmpty, changes.isEmpty {
      // The usual edit has one assignment, whose list of changes many objects share.
      (cells, changes) = ([(place, cell)], new)
      return
    }
    cells.removeAll { $0.place == place }
    cells.append((place, cell))
    changes += new
  }
}

extension StoredCell {
  /// Appends the cell as rows of build requests have it.
  package func append(to bytes: inout [UInt8]) {
    switch self {
    case .absent: bytes += [UInt8(ascii: "["), UInt8(ascii: "]")]
    case .value(nil): bytes += Array("null".utf8)
    case .value(let value?): value.appendJSON(to: &bytes)
    }
  }
}

/// Assignments that mean the same for all objects of a class, worked out once.
package struct SameEdit {
  private var first = ObjectEdit(0, cells: [])

  /// Nil where what an object gets depends on what it has.
  package init?(_ assignments: [PlannedAssignment], _ binding: ClassBinding) {
    for assignment in assignments where !first.storeFixed(assignment) { return nil }
    first.keepCellText(binding)
  }

  package func edit(of node: NodeIndex) -> ObjectEdit {
    var edit = first
    edit.move(to: node)
    return edit
  }
}
