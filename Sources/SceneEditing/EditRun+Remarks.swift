internal import InspectorKit
internal import JSONText
internal import SceneDocument

// Remarks for the user about the values that an edit stores.
extension EditRun {
  /// Returns the remarks on an edit that is not applied yet, each with the key of the property and the text stored
  /// before the edit. Dry runs have no remarks; neither have renames and palette edits, since they assign no values.
  func remarks(
    on edit: ObjectEdit, _ binding: ClassBinding, _ answer: BuildReply
  ) -> [(remark: EditRemark, key: String, old: [UInt8]?)] {
    guard formerReader == nil, !transaction.request.isDryRun else { return [] }
    let namesColors = !model.palette.colors.isEmpty
    var remarks: [(remark: EditRemark, key: String, old: [UInt8]?)] = []
    for (place, cell) in edit.cells {
      guard case .value(let given) = cell else { continue }
      let isColor = namesColors && binding.takesPaletteNames(place)
      let effective = answer.isSilent ? nil : answer.effective.first { $0.place == place }
      guard isColor || effective != nil, !edit.renames else { continue }
      let key = model.storedKey(edit.node, binding, at: place)
      let old = model.attributes(of: edit.node)[key]
      func add(_ kind: EditRemark.Kind) {
        let name = binding.definition.properties[place].name
        let remark = EditRemark(object: model.document.id(edit.node), property: name, kind: kind)
        remarks.append((remark, key, old))
      }
      if let effective, effective.value != given { add(.overruled(given: given, effective: effective.value)) }
      if isColor, given != nil, let name = model.paletteName(old) { add(.paletteName(name)) }
    }
    return remarks
  }

  /// Records the remarks on an edit after it was applied, except the remarks on values whose stored text is unchanged.
  func remark(
    _ pending: [(remark: EditRemark, key: String, old: [UInt8]?)], on edit: ObjectEdit, _ binding: ClassBinding
  ) {
    let remarks = pending.filter { pending in
      let new = model.attributes(of: edit.node)[pending.key]
      if case .paletteName = pending.remark.kind, new == nil || model.paletteName(new) != nil { return false }
      return new != pending.old
    }
    transaction.changes.remarks.add(
      remarks.map(\.remark), of: edit.node,
      properties: edit.cells.map { binding.definition.properties[$0.place].name })
  }

  /// Warns that no plugin checks the new values of undeclared keys, once for each class.
  func warnOfUndeclared(_ plans: [Int: ClassEdit]) {
    for (classID, planned) in plans.sorted(by: { $0.key < $1.key }) {
      // The format of a foreign document defines the types and rules of its values.
      guard model.document.foreignFormat == nil, let first = planned.undeclared.first else { continue }
      let finding = ObjectFinding.notChecked(
        planned.undeclared.map(\.name), className: model.document.classNames[classID])
      warnings.append(
        Diagnostic(finding, severity: .warning, file: model.document.name, property: first.name))
    }
  }

  /// Warns that the program of a foreign document computes further members from the edited values, once for each
  /// property of a class.
  func warnOfComputed(_ plans: [Int: ClassEdit], _ nodes: [NodeIndex]) {
    guard model.document.foreignFormat != nil else { return }
    var known: Set<String> = []
    for (classID, nodes) in model.byClass(nodes) {
      guard let planned = plans[classID], let first = nodes.first else { continue }
      for property in planned.assignments.map(\.property.name) {
        let members = model.document.computedMembers(from: property, first)
        guard !members.isEmpty, known.insert("\(property) \(members)").inserted else { continue }
        warnings.append(
          Diagnostic(
            ObjectFinding.notComputed(members, from: property), severity: .warning, file: model.document.name,
            property: property))
      }
    }
  }

  /// Warns of colours outside sRGB, once for each property and typed colour, in the order of the properties' names.
  func warnOfClipping(_ planned: some Sequence<PlannedAssignment>) {
    var warnings: [[String]: Diagnostic] = [:]
    for assignment in planned {
      guard let typed = assignment.typed, let color = typed.typedColor, color.isClipped else { continue }
      let property = assignment.property.name
      warnings[[property, typed.text]] = Diagnostic(
        ObjectFinding.clipped(property, typed: typed.text, color.color), severity: .warning, file: model.document.name,
        property: property)
    }
    self.warnings += warnings.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }
}

extension ObjectEdit {
  /// True if the edit moves values to other keys.
  var renames: Bool { changes.contains { if case .rename = $0 { true } else { false } } }
}

extension SceneModel {
  /// Returns the name of the palette colour that a stored text refers to; nil if it refers to none.
  func paletteName(_ text: [UInt8]?) -> String? {
    guard let text, text.first == UInt8(ascii: "\""), !palette.colors.isEmpty else { return nil }
    let name = text.withUnsafeBytes { JSONString.decode(UnsafeRawBufferPointer(rebasing: $0.dropFirst().dropLast())) }
    return palette.colors[ExactText(name)] == nil ? nil : name
  }

  /// Returns the name of a palette colour that occurs in the old text but not in the new text; nil if there is none. A
  /// new text that is absent or null loses no name.
  func lostPaletteName(_ old: String?, _ new: String?) -> String? {
    guard let old, let new, old != new, new != "null", let name = paletteName(Array(old.utf8)),
      paletteName(Array(new.utf8)) == nil
    else { return nil }
    return name
  }
}
