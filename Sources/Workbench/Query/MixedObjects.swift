internal import InspectorKit
internal import SceneDocument

/// Gathers objects, one after the other, into a ``MixedInspection``.
final class MixedObjects {
  private let model: SceneModel
  private var inspection = MixedInspection()
  private var classes: [Int: (label: String, count: Int)] = [:]

  /// For each class of the document where its properties stand: the section, and the place in it.
  private var layouts: [Int: [(section: Int, place: Int)]] = [:]
  private var sections: [String: Int] = [:]

  /// Where a property of a section stands; of one name there may be several types.
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    var section: Int
    var name: String
    var type: PropertyType?
  }

  init(_ model: SceneModel) { self.model = model }

  /// Everything that was gathered.
  func result(diagnostics: [Diagnostic]) -> MixedInspection {
    var result = inspection
    result.diagnostics = diagnostics
    result.classes = classes.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { classID, found in
      (name: model.document.classNames[classID], label: found.label, count: found.count)
    }
    for section in result.sections.indices where !result.sections[section].className.isEmpty {
      result.sections[section].properties = PropertyGroups.rows(
        of: result.sections[section].properties, name: \.name, definition: \.definition)
    }
    // What no plugin knows comes last, as in the pane of one object.
    result.sections = result.sections.filter { !$0.className.isEmpty } + result.sections.filter(\.className.isEmpty)
    return result
  }

  /// Adds an object of a class that no plugin knows.
  func add(unknown node: NodeIndex) {
    let attributes = model.document.rawAttributes(of: node)
    count(node, label: PropertyName.label(for: model.document.className(node)))
    addUnknown(attributes.map { ($0.key, $0.raw) })
  }

  /// Adds an object as its component answered.
  func add(_ node: NodeIndex, _ plan: ClassPlan, _ answer: RowAnswer) {
    count(node, label: plan.definition.label)
    let stored = model.stored(node, plan)
    let effective = model.effective(answer.effective, skipped: answer.skipped, cells: stored.cells, plan)
    let conditions = ConditionState(plan: plan, cells: stored.cells, effective: effective, palette: model.palette)
    var seen = Set<Int>()
    for (place, target) in layout(of: node, plan).enumerated() {
      if seen.insert(target.section).inserted { inspection.sections[target.section].objects += 1 }
      let state = model.state(place, plan, stored, answer, conditions)
      let property = plan.definition.properties[place]
      let isModified = state != .default && stored.cells[place] != .value(property.defaultValue)
      let isVisible = conditions.isVisible(place)
      update(target) { mixed in
        mixed.objects += 1
        mixed.stored += stored.keys[place] == nil ? 0 : 1
        mixed.modified += isModified ? 1 : 0
        mixed.states[state, default: 0] += 1
        mixed.isVisible = mixed.isVisible || isVisible
        mixed.values.add(ColumnValue(effective[place]))
        mixed.defaults.add(ColumnValue(property.defaultValue))
        for part in mixed.parts.indices {
          let number = effective[place].flatMap { ComponentValue.number(mixed.parts[part].name, of: $0) }
          mixed.parts[part].values.add(ColumnValue(number.map(PropertyValue.double)))
        }
      }
    }
    addUnknown(stored.unknown.map { ($0.key, $0.raw) })
  }

  private func count(_ node: NodeIndex, label: String) {
    inspection.objects += 1
    classes[model.document.classID(node), default: (label, 0)].count += 1
  }

  private func update(_ target: (section: Int, place: Int), _ body: (inout MixedProperty) -> Void) {
    body(&inspection.sections[target.section].properties[target.place])
  }

  // MARK: where properties stand

  private func layout(of node: NodeIndex, _ plan: ClassPlan) -> [(section: Int, place: Int)] {
    let classID = model.document.classID(node)
    if let layout = layouts[classID] { return layout }
    let layout = plan.definition.properties.map { property in
      let title = model.label(ofClass: property.declaringClass, in: plan)
      let section = section(property.declaringClass, title: title)
      return (section: section, place: place(of: property.name, property, in: section))
    }
    layouts[classID] = layout
    return layout
  }

  private func section(_ className: String, title: String) -> Int {
    if let section = sections[className] { return section }
    sections[className] = inspection.sections.count
    inspection.sections.append(.init(title: title, className: className, objects: 0, properties: []))
    return inspection.sections.count - 1
  }

  private func place(of name: String, _ definition: PropertyDefinition?, in section: Int) -> Int {
    let key = Key(section: section, name: name, type: definition?.type)
    if let place = places[key] { return place }
    let place = inspection.sections[section].properties.count
    places[key] = place
    var mixed = MixedProperty(name: name, label: definition?.label ?? PropertyName.label(for: name))
    mixed.definition = definition
    if let type = definition?.type {
      mixed.parts = ComponentValue.names(of: type).map { (name: $0, values: MixedValues()) }
    }
    inspection.sections[section].properties.append(mixed)
    return place
  }

  /// Keys that no plugin knows, of whatever class.
  private func addUnknown(_ attributes: [(key: String, raw: String)]) {
    guard !attributes.isEmpty else { return }
    let section = section("", title: "Unknown")
    inspection.sections[section].objects += 1
    for (key, raw) in attributes {
      update((section: section, place: place(of: key, nil, in: section))) { mixed in
        mixed.objects += 1
        mixed.stored += 1
        mixed.modified += 1
        mixed.states[.unknown, default: 0] += 1
        mixed.isVisible = true
        let value = UntypedValue.read(Array(raw.utf8)).map { ColumnValue.value($0) }
        mixed.values.add(value ?? (raw == "null" ? .unset : .raw(ColumnReader.inOneLine(Array(raw.utf8)))))
      }
    }
  }
}
