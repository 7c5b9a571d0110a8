internal import InspectorKit

/// The differences between the former and the new definition of a class with an unchanged name.
struct ClassChanges {
  private(set) var changes: [DescriptionChange] = []
  private let (old, new): (ComponentDefinition, ComponentDefinition)

  /// All classes and extensions of the new description.
  private let all: [ComponentDefinition]

  init(from old: ComponentDefinition, to new: ComponentDefinition, among all: [ComponentDefinition]) {
    ((self.old, self.new), self.all) = ((old, new), all)
    compareClass()
    for property in new.properties { compare(property) }
    addRemoved()
    // An added or removed action is listed only for the class that declares it.
    let (former, present) = (Set(old.actions.map(\.name)), Set(new.actions.map(\.name)))
    for action in new.actions where action.declaringClass == new.name && !former.contains(action.name) {
      changes.append(.actionAdded(action.name, of: new.name))
    }
    for action in old.actions where action.declaringClass == old.name && !present.contains(action.name) {
      changes.append(.actionRemoved(action.name, of: new.name))
    }
  }

  private mutating func compareClass() {
    if old.base != new.base { changes.append(.baseChanged(of: new.name, from: old.base, to: new.base)) }
    for alias in old.aliases where !new.aliases.contains(alias) && !all.contains(where: { $0.name == alias }) {
      changes.append(.classAliasRemoved(alias, of: new.name))
    }
    var (one, other) = (old, new)
    (one.properties, other.properties) = ([], [])
    (one.aliases, other.aliases, one.base, other.base) = ([], [], nil, nil)
    let (former, present) = (Set(old.actions.map(\.name)), Set(new.actions.map(\.name)))
    one.actions.removeAll { !present.contains($0.name) }
    other.actions.removeAll { !former.contains($0.name) }
    if one != other { changes.append(.classChanged(new.name)) }
  }

  private mutating func compare(_ property: PropertyDefinition) {
    guard let before = old.properties.first(where: { $0.name == property.name }) else {
      guard property.declaringClass == new.name else { return }
      guard let former = formerDefinition(of: property) else {
        changes.append(.propertyAdded(property.name, of: new.name))
        if property.isRequired { changes.append(.requiredChanged(property.name, of: new.name, isRequired: true)) }
        return
      }
      changes.append(.propertyRenamed(from: former.name, to: property.name, of: new.name))
      changes += PropertyChanges(from: former, to: property, of: new.name, isRenamed: true).changes
      return
    }
    guard before != property else { return }
    // A class may override the default of an inherited property, which counts as a change of its own. Otherwise the
    // property only inherits the change from the declaring class.
    let declared = all.first { $0.name == property.declaringClass && $0.name != new.name }?.properties
    let followed = declared?.first { $0.name == property.name }
    if followed == nil || followed?.defaultValue != property.defaultValue {
      changes += PropertyChanges(from: before, to: property, of: new.name).changes
    }
  }

  private mutating func addRemoved() {
    for property in old.properties where property.declaringClass == old.name {
      let isRenamed = changes.contains {
        if case .propertyRenamed(property.name, _, _) = $0 { true } else { false }
      }
      if !isRenamed, !new.properties.contains(where: { $0.name == property.name }) {
        changes.append(.propertyRemoved(property.name, of: new.name))
      }
    }
  }

  /// Returns the former definition of a renamed property, whose aliases now include its former name; nil if the
  /// property was not renamed.
  private func formerDefinition(of property: PropertyDefinition) -> PropertyDefinition? {
    for name in property.aliases where !new.properties.contains(where: { $0.name == name }) {
      let former = old.properties.first { $0.name == name && $0.declaringClass == old.name }
      if let former { return former }
    }
    return nil
  }
}

/// The differences between the former and the new definition of one property.
struct PropertyChanges {
  private(set) var changes: [DescriptionChange] = []
  private let (old, new): (PropertyDefinition, PropertyDefinition)
  private let owner: String

  /// - Parameter isRenamed: true if the two definitions have different names. A renaming is not listed as a change
  ///   here.
  init(from old: PropertyDefinition, to new: PropertyDefinition, of owner: String, isRenamed: Bool = false) {
    ((self.old, self.new), self.owner) = ((old, new), owner)
    let name = new.name
    for alias in old.aliases where alias != name && !new.aliases.contains(alias) {
      changes.append(.aliasRemoved(alias, from: name, of: owner))
    }
    // A transformer for the former name converts stored values of any type.
    let isConverted = isRenamed && new.aliasTransformers[old.name] != nil
    if !isConverted { compareForms() }
    if old.type != new.type { changes.append(.retyped(name, of: owner, from: old.type, to: new.type)) }
    if old.isOptional != new.isOptional {
      changes.append(.optionalChanged(name, of: owner, isOptional: new.isOptional))
    }
    if old.isRequired != new.isRequired {
      changes.append(.requiredChanged(name, of: owner, isRequired: new.isRequired))
    }
    if old.isReadOnly != new.isReadOnly {
      changes.append(.readOnlyChanged(name, of: owner, isReadOnly: new.isReadOnly))
    }
    for alias in old.aliases where new.aliases.contains(alias) {
      let (former, present) = (old.aliasTransformers[alias], new.aliasTransformers[alias])
      if former != present { changes.append(.storedFormChanged(alias, of: owner, from: former, to: present)) }
    }
    if changes.isEmpty, !isRenamed { changes.append(.propertyChanged(name, of: owner)) }
  }

  private mutating func compareForms() {
    let name = new.name
    if old.storedAs != new.storedAs {
      changes.append(.storedFormChanged(name, of: owner, from: old.storedAs, to: new.storedAs))
    }
    guard old.type == new.type else { return }
    if old.defaultValue != new.defaultValue {
      changes.append(.defaultChanged(name, of: owner, from: old.defaultValue, to: new.defaultValue))
    }
    compareLimits()
  }

  private mutating func compareLimits() {
    if old.range != new.range {
      changes.append(.rangeChanged(new.name, of: owner, from: old.range, to: new.range))
    }
    guard old.options != new.options else { return }
    guard old.options.isEmpty == new.options.isEmpty else {
      changes.append(.optionsChanged(new.name, of: owner, areLimiting: old.options.isEmpty))
      return
    }
    let (former, present) = (Set(old.options.map(\.value)), Set(new.options.map(\.value)))
    for value in old.options.flatMap({ [$0.value] + $0.aliases }) where !present.contains(value) {
      if let now = new.options.value(formerly: value) {
        if former.contains(value) { changes.append(.optionRenamed(value, to: now, in: new.name, of: owner)) }
      } else {
        changes.append(.optionRemoved(value, from: new.name, of: owner))
      }
    }
    for option in new.options where !former.contains(option.value) && former.isDisjoint(with: option.aliases) {
      changes.append(.optionAdded(option.value, to: new.name, of: owner))
    }
  }
}
