internal import InspectorKit
package import SceneDocument

/// A ``MixedInspection`` under construction, to which objects are added one by one.
package final class MixedObjects {
  private let model: SceneModel
  private var objects = 0

  /// The sections, still without their properties, and the tallies of the properties.
  private var sections: [(section: MixedInspection.Section, properties: [MixedTally])] = []
  private var classes: [Int: (label: String, count: Int)] = [:]
  private var tallies: [Int: ClassTally] = [:]

  /// The index of each section in `sections`, keyed by class name, or by title if the section belongs to no class.
  private var sectionPlaces: [String: Int] = [:]

  /// The tallies of all sections. Properties of a section with the same name but different types have separate tallies.
  private var properties: [Key: MixedTally] = [:]

  private struct Key: Hashable {
    var section: Int
    var name: String
    var type: PropertyType?
  }

  package init(_ model: SceneModel) { self.model = model }

  /// Returns the inspection of all added objects.
  ///
  /// - Parameter diagnostics: the diagnostics of objects whose component failed.
  package func result(diagnostics: [Diagnostic]) -> MixedInspection {
    for tally in tallies.values {
      for place in tally.sections { sections[place].section.objects += tally.count }
      tally.finish()
    }
    var result = MixedInspection(objects: objects, diagnostics: diagnostics)
    result.classes = classes.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { classID, found in
      (name: model.document.classNames[classID], label: found.label, count: found.count)
    }
    let all = sections.map { section, properties in
      var (section, rows) = (section, properties.map(\.mixed))
      if !section.className.isEmpty { rows = PropertyGroups.rows(of: rows, name: \.name, definition: \.definition) }
      section.properties = rows
      return section
    }
    result.otherNames = otherNames
    // Attributes that no plugin declares come last, as in the pane of one object.
    result.sections = all.filter { !$0.className.isEmpty } + all.filter(\.className.isEmpty)
    return result
  }

  /// The sections with the aliases that extensions define for properties. Each alias has one row, however many classes
  /// inherit its property.
  private var otherNames: [MixedInspection.Section] {
    var sections: [MixedInspection.Section] = []
    var seen: Set<[String]> = []
    for (_, tally) in tallies.sorted(by: { $0.key < $1.key }) {
      for (place, property) in tally.binding.extensionNames {
        let declaring = tally.binding.definition.properties[place].declaringClass
        guard seen.insert([property.declaringClass, property.name, declaring, property.type.rawValue]).inserted else {
          continue
        }
        var row = tally.properties[place].mixed
        (row.name, row.label, row.definition) = (property.name, property.label, property)
        let place =
          sections.firstIndex { $0.className == property.declaringClass }
          ?? {
            let title = model.label(ofClass: property.declaringClass, in: tally.binding)
            sections.append(.init(title: title, className: property.declaringClass, objects: 0, properties: []))
            return sections.count - 1
          }()
        sections[place].properties.append(row)
        sections[place].objects = max(sections[place].objects, row.objects)
      }
    }
    return sections
  }

  /// Adds an object of a class that no plugin declares.
  package func add(unknown node: NodeIndex) {
    let attributes = model.attributes(of: node).texts
    count(node, label: PropertyName.label(for: model.document.className(node)))
    addUnknown(attributes.map { ($0.key, $0.raw) })
  }

  /// Adds an object with its component's reply.
  package func add(_ node: NodeIndex, _ binding: ClassBinding, _ answer: BuildReply) {
    count(node, label: binding.definition.label)
    let tally = tally(of: node, binding)
    if answer.isSilent, !model.document.hasBindings(node), tally.add(node, model) { return }
    let stored = model.stored(node, binding)
    let effective = model.effective(answer, cells: stored.cells, binding)
    let conditions = ConditionState(binding: binding, cells: stored.cells, effective: effective, palette: model.palette)
    let words = PropertyWords(stored, answer)
    for place in tally.sections { sections[place].section.objects += 1 }
    for (place, property) in tally.properties.enumerated() {
      let state = model.state(place, binding, stored, answer, words, conditions)
      let defaultValue = binding.definition.properties[place].defaultValue
      property.add(
        state, isStored: stored.keys[place] != nil,
        isModified: stored.keys[place] != nil && stored.cells[place] != .value(defaultValue),
        isVisible: conditions.isVisible(place))
      if let effective { property.add(effective[place]) }
      property.mixed.defaults.add(ColumnValue(defaultValue))
    }
    addUnknown(stored.unknown.map { ($0.key, $0.raw) })
  }

  private func count(_ node: NodeIndex, label: String) {
    objects += 1
    classes[model.document.classID(node), default: (label, 0)].count += 1
    addRuntimeAttributes(of: node)
  }

  // MARK: sections and properties

  private func tally(of node: NodeIndex, _ binding: ClassBinding) -> ClassTally {
    let classID = model.document.classID(node)
    if let tally = tallies[classID] { return tally }
    var own: [Int] = []
    let properties = binding.definition.properties.map { property in
      let section = section(property.declaringClass, title: model.label(ofClass: property.declaringClass, in: binding))
      if !own.contains(section) { own.append(section) }
      return self.property(property.name, property, in: section)
    }
    let tally = ClassTally(binding, properties, sections: own)
    tallies[classID] = tally
    return tally
  }

  private func section(_ className: String, title: String) -> Int {
    // Sections of no class differ by their titles.
    let key = className.isEmpty ? "\0\(title)" : className
    if let section = sectionPlaces[key] { return section }
    sectionPlaces[key] = sections.count
    sections.append((.init(title: title, className: className, objects: 0, properties: []), []))
    return sections.count - 1
  }

  private func property(_ name: String, _ definition: PropertyDefinition?, in section: Int) -> MixedTally {
    let key = Key(section: section, name: name, type: definition?.type)
    if let property = properties[key] { return property }
    let property = MixedTally(name, definition)
    properties[key] = property
    sections[section].properties.append(property)
    return property
  }

  /// Adds an object's runtime attributes. Does nothing if there are none.
  private func addRuntimeAttributes(of node: NodeIndex) {
    guard model.document.hasRuntimeAttributes(node) else { return }
    let section = section("", title: SceneModel.runtimeTitle)
    sections[section].section.objects += 1
    for attribute in model.runtimeAttributes(of: node).attributes {
      guard let keyPath = attribute.keyPath else { continue }
      let property = property(keyPath, nil, in: section)
      property.add(attribute.state, isStored: true, isModified: true, isVisible: true)
      let isRead = attribute.problem == nil
      property.mixed.storedValues.add(
        isRead ? ColumnValue(attribute.value) : .raw(ColumnReader.inOneLine(Array((attribute.raw ?? "").utf8))))
    }
  }

  /// Adds an object's attributes whose keys no plugin declares. Does nothing if there are none.
  private func addUnknown(_ attributes: [(key: String, raw: String)]) {
    guard !attributes.isEmpty else { return }
    let section = section("", title: "Unknown")
    sections[section].section.objects += 1
    for (key, raw) in attributes {
      let property = property(key, nil, in: section)
      property.add(.unknown, isStored: true, isModified: true, isVisible: true)
      let value = UntypedValue.read(Array(raw.utf8)).map { ColumnValue.value($0) }
      property.mixed.storedValues.add(
        value ?? (raw == "null" ? .unset : .raw(ColumnReader.inOneLine(Array(raw.utf8)))))
    }
  }
}

/// The values of one property, collected while objects are added to an inspection.
final class MixedTally {
  @exclusivity(unchecked) var mixed: MixedProperty

  init(_ name: String, _ definition: PropertyDefinition?) {
    mixed = MixedProperty(name: name, label: definition?.label ?? PropertyName.label(for: name))
    mixed.definition = definition
    // A unit that another property provides may differ between the objects.
    if definition?.unitTemplate != nil { mixed.definition?.unit = nil }
    if let type = definition?.type {
      mixed.parts = ComponentValue.names(of: type).map { (name: $0, values: MixedValues()) }
    }
  }

  /// Counts the property's state in an object, or in several objects with equal states.
  func add(_ state: PropertyState, times: Int = 1, isStored: Bool, isModified: Bool, isVisible: Bool) {
    mixed.objects += times
    mixed.stored += isStored ? times : 0
    mixed.modified += isModified ? times : 0
    mixed.states[state, default: 0] += times
    mixed.isVisible = mixed.isVisible || isVisible
  }

  /// Adds an object's effective value.
  func add(_ value: PropertyValue?) {
    mixed.values.add(ColumnValue(value))
    guard !mixed.parts.isEmpty else { return }
    let numbers = value.map { ComponentValue.numbers(of: $0) }
    for part in mixed.parts.indices {
      mixed.parts[part].values.add(ColumnValue((numbers?[part]).map(PropertyValue.double)))
    }
  }

  /// Returns the index of a value in the property's distinct values, followed by the index of each of its numbers in
  /// the distinct values of the part. With these indexes, `add(at:times:)` counts the value for many objects at once.
  func places(of value: PropertyValue?) -> [Int] {
    let numbers = value.map { ComponentValue.numbers(of: $0) }
    return [mixed.values.place(of: ColumnValue(value))]
      + mixed.parts.indices.map { part in
        mixed.parts[part].values.place(of: ColumnValue((numbers?[part]).map(PropertyValue.double)))
      }
  }

  func add(at places: [Int], times: Int) {
    for (part, place) in places.enumerated() {
      if part == 0 {
        mixed.values.add(at: place, times: times)
      } else {
        mixed.parts[part - 1].values.add(at: place, times: times)
      }
    }
  }
}
