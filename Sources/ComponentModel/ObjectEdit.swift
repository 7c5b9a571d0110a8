package import InspectorKit
internal import JSONText
package import SceneDocument

/// An edit of one object, computed but not yet made: the changes of its text, and the values its component is given.
package struct ObjectEdit {
  package private(set) var node: NodeIndex

  /// The changes and values, which many objects may share.
  private let contents: Contents

  /// In a place of its own, so that an edit is cheap to hand on.
  private final class Contents {
    @exclusivity(unchecked) fileprivate(set) var cells: [(place: Int, cell: StoredCell)]
    @exclusivity(unchecked) fileprivate(set) var changes: [AttributeChange]
    @exclusivity(unchecked) fileprivate(set) var strayKeys: [String] = []

    /// The cells as a row of a request has them, where many objects share them.
    @exclusivity(unchecked) fileprivate(set) var cellText: [UInt8]?

    init(_ cells: [(place: Int, cell: StoredCell)], _ changes: [AttributeChange]) {
      (self.cells, self.changes) = (cells, changes)
    }
  }

  /// The properties given new values, in order, each once.
  package var cells: [(place: Int, cell: StoredCell)] { contents.cells }

  package var changes: [AttributeChange] { contents.changes }

  /// Keys that the edit removes, which are no properties of the class.
  package var strayKeys: [String] { contents.strayKeys }

  /// An edit that is computed already.
  package init(_ node: NodeIndex, cells: [(place: Int, cell: StoredCell)], changes: [AttributeChange] = []) {
    (self.node, contents) = (node, Contents(cells, changes))
  }

  /// Computes the edit that assignments make of an object.
  ///
  /// - Parameter answer: what the component answers before the edit; asked for only where an assignment needs it.
  package init(
    _ node: NodeIndex, _ planned: ClassEdit, binding: ClassBinding, model: SceneModel,
    answer: () throws(ValueProblem) -> BuildReply
  ) throws(ValueProblem) {
    var current: PlannedAssignment?
    do throws(ValueProblem) {
      try self.init(node, planned, &current, binding: binding, model: model, answer: answer)
    } catch {
      var problem = error
      problem.property = current?.property.name
      throw problem
    }
  }

  /// - Parameter current: becomes the assignment that is being computed, which an error is about.
  private init(
    _ node: NodeIndex, _ planned: ClassEdit, _ current: inout PlannedAssignment?, binding: ClassBinding,
    model: SceneModel, answer: () throws(ValueProblem) -> BuildReply
  ) throws(ValueProblem) {
    self.init(node, cells: [])
    if !planned.strayKeys.isEmpty {
      contents.strayKeys = planned.strayKeys.filter { model.document.attribute($0, of: node) != nil }
      contents.changes = strayKeys.map { .remove(key: $0) }
    }
    for assignment in planned.assignments {
      if storeFixed(assignment) { continue }
      current = assignment
      let place = assignment.place
      let key = model.storedKey(node, binding, at: place)
      let old = model.document.attribute(key, of: node)
      let form = ValueForm(type: assignment.property.type, key: key, old: old)
      switch assignment.operation {
      case .reset:
        store(.absent, at: place, [.remove(key: key)])
      case .unset:
        store(.value(nil), at: place, [.set(key: key, value: Array("null".utf8))])
      case .exact(let text):
        guard let typed = assignment.typed else { continue }
        store(.value(typed.value), at: place, [.set(key: key, value: Array(text.utf8))])
      case .set, .json:
        guard let typed = assignment.typed else { continue }
        guard assignment.component != nil else {
          store(.value(typed.value), at: place, form.changes(storing: typed))
          continue
        }
        let stored = Self.stored(form, place, binding, model)
        let start: PropertyValue
        do throws(ValueProblem) {
          start = try self.start(assignment, stored, node, binding, model, answer)
        } catch {
          // Where the component fails, the stored value is the start: the edit may fix the component.
          guard error.isPluginFailure, case .value(let value?) = stored else { throw error }
          start = value
        }
        try set(assignment, to: typed.value, text: typed.text, from: start, stored, form)
      case .add, .subtract, .multiply, .divide:
        guard let arithmetic = assignment.arithmetic else { continue }
        let stored = Self.stored(form, place, binding, model)
        let start = try start(assignment, stored, node, binding, model, answer)
        if let component = assignment.component {
          let number = PropertyValue.double(ComponentValue.number(component, of: start) ?? 0)
          let result = try arithmetic.result(on: number, of: assignment.target)
          try set(assignment, to: result, text: nil, from: start, stored, form)
        } else {
          let value = try arithmetic.result(on: start, of: assignment.target)
          try model.reader.check(value, for: assignment.property)
          store(.value(value), at: place, form.changes(storing: value))
        }
      }
    }
  }

  private static func stored(
    _ form: ValueForm, _ place: Int, _ binding: ClassBinding, _ model: SceneModel
  ) -> StoredCell {
    form.old?.withUnsafeBytes { model.storedCell($0, binding, at: place) } ?? .absent
  }

  /// Takes an assignment that does not depend on the object; false where it does.
  fileprivate func storeFixed(_ assignment: PlannedAssignment) -> Bool {
    guard let change = assignment.fixedChange, let typed = assignment.typed else { return false }
    store(.value(typed.value), at: assignment.place, change)
    return true
  }

  /// The value that an assignment starts from: what an earlier one of the same edit gave, or the effective one.
  private func start(
    _ assignment: PlannedAssignment, _ stored: StoredCell, _ node: NodeIndex, _ binding: ClassBinding,
    _ model: SceneModel, _ answer: () throws(ValueProblem) -> BuildReply
  ) throws(ValueProblem) -> PropertyValue {
    if let (_, cell) = cells.first(where: { $0.place == assignment.place }), case .value(let value?) = cell {
      return value
    }
    let value: PropertyValue?
    do throws(ValueProblem) {
      let values = EffectiveValues(model: model, node: node, binding: binding, answer: try answer())
      value = values.value(at: assignment.place) { stored }
    } catch {
      throw ValueProblem(ArithmeticRefusal.noEffectiveValue(assignment.property.name, error))
    }
    guard let value else { throw ValueProblem(ArithmeticRefusal.unset(assignment.property.name)) }
    return value
  }

  /// Splices one number where an object is stored; stores the whole value, the other parts from the effective one,
  /// where not.
  ///
  /// - Parameters:
  ///   - text: the number as it was typed; nil where it is computed.
  ///   - start: the effective value.
  private func set(
    _ assignment: PlannedAssignment, to number: PropertyValue, text: String?, from start: PropertyValue,
    _ stored: StoredCell, _ form: ValueForm
  ) throws(ValueProblem) {
    guard case .double(let number) = number, let component = assignment.component else { return }
    if form.type == .color, !(0...1).contains(number) {
      throw ValueProblem(ArithmeticRefusal.colorComponent(assignment.target, number))
    }
    let value = ComponentValue.replacing(component, of: start, with: number)
    // Where an object is stored and its other numbers are the value's, one number is all that changes.
    if form.old?.first == UInt8(ascii: "{"), form.type != .color || form.members()?["white"] == nil,
      case .value(let stored?) = stored,
      stored == start || ComponentValue.replacing(component, of: stored, with: number) == value
    {
      var token: [UInt8] = []
      if let typed = text.flatMap({ TypedValue(value: .double(number), text: $0).numberTokens(count: 1)?.first }) {
        token = Array(typed.utf8)
      } else {
        JSONNumber.append(number, to: &token)
      }
      store(.value(value), at: assignment.place, [.setMember(key: form.key, member: component, value: token)])
    } else {
      store(.value(value), at: assignment.place, form.changes(storing: value))
    }
  }

  /// Appends the new values of the properties that a worker builds to a row of a build request, a comma before each.
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

  /// The new value of a property as JSON text; nil where the edit gives it none.
  package func value(of property: String?, _ binding: ClassBinding) -> String? {
    guard let place = property.flatMap(binding.place(of:)),
      case .value(let value)? = cells.first(where: { $0.place == place })?.cell
    else { return nil }
    return value?.json.text() ?? "null"
  }

  /// Makes it the same edit of another object.
  package mutating func move(to node: NodeIndex) { self.node = node }

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

/// An edit that is the same for all objects of a class, computed once.
package struct SameEdit {
  private let first: ObjectEdit

  /// Nil where what an object gets depends on what it has.
  package init?(_ assignments: [PlannedAssignment], _ binding: ClassBinding) {
    first = ObjectEdit(0, cells: [])
    for assignment in assignments where !first.storeFixed(assignment) { return nil }
    first.keepCellText(binding)
  }

  /// Values that properties are given while no text of the objects changes.
  package init(_ cells: [(place: Int, cell: StoredCell)], _ binding: ClassBinding) {
    first = ObjectEdit(0, cells: cells)
    first.keepCellText(binding)
  }

  package func edit(of node: NodeIndex) -> ObjectEdit {
    var edit = first
    edit.move(to: node)
    return edit
  }
}
