/// The application of a bundle object's attributes to one component.
struct BundleRun {
  private let id: String
  private let type: ComponentType
  private let builder: ComponentBuilder

  /// The extensions with setters for stored attributes of the object, in the order in which they are applied.
  private let extensions: [ExtensionSetters]

  init(_ object: BundleObject, _ type: ComponentType, _ extensions: [ComponentType]) {
    (id, self.type) = (object.id, type)
    builder = ComponentBuilder(type, isForInspector: false)
    // If two attributes have the same key path, the first one is used.
    for attribute in object.attributes.reversed() {
      if let place = type.place(of: attribute.keyPath) { builder.cells[place] = .value(attribute.value) }
    }
    self.extensions = extensions.compactMap { ExtensionSetters(object, $0, of: type) }
  }

  /// Applies the attributes to `existing`, or to a new component if `existing` is nil.
  func apply(to existing: Component?) -> AppliedComponent {
    var outcome = ComponentBuilder.Outcome()
    let extensionMessages = askExtensions()
    if let existing { builder.set(on: existing, outcome: &outcome) }
    let component = existing ?? builder.build(cause: .load, outcome: &outcome)
    // From now on the program sets the properties, and the hooks run without a host.
    builder.detach(from: component)
    return AppliedComponent(id: id, component: component, messages: builder.messages(outcome) + extensionMessages)
  }

  /// Runs the extensions on a trial component with the object's own attributes, adds their writes to the builder, and
  /// returns their messages.
  private func askExtensions() -> [AppliedComponent.Message] {
    guard !extensions.isEmpty else { return [] }
    var outcome = ComponentBuilder.Outcome()
    let component = builder.build(cause: .load, outcome: &outcome)
    var values = type.slots.map { slot in
      let value = slot.get(component)
      // An extension receives finite values only. A value that is not finite is replaced by the default.
      return value?.notFinite == nil ? value : slot.definition.defaultValue
    }
    builder.detach(from: component)
    var messages: [AppliedComponent.Message] = []
    for found in extensions { messages += found.write(&values, to: builder) }
    return messages
  }
}

/// An extension, with the attributes that an object stores for it.
private struct ExtensionSetters {
  private let type: ComponentType

  /// The stored values, one cell for each property of the extension; absent for aliases of the class's properties.
  private let cells: [StoredCell]

  /// For each property of the extension, the index of the class's property that it aliases; nil if it is not an alias.
  private let targets: [Int?]

  /// The object's class, to whose properties `targets` refers.
  private let owner: ComponentType

  /// Collects the object's attributes for an extension. Returns nil if the object stores no value for a property with a
  /// setter.
  init?(_ object: BundleObject, _ type: ComponentType, of owner: ComponentType) {
    (self.type, self.owner) = (type, owner)
    targets = type.slots.map { $0.definition.aliasOf.flatMap(owner.place(of:)) }
    var cells = [StoredCell](repeating: .absent, count: type.slots.count)
    for attribute in object.attributes.reversed() where owner.place(of: attribute.keyPath) == nil {
      guard attribute.extensionName.map(type.chain.contains) ?? true else { continue }
      if let place = type.place(of: attribute.keyPath), type.slots[place].definition.aliasOf == nil {
        cells[place] = .value(attribute.value)
      }
    }
    guard zip(cells, type.slots).contains(where: { $0 != .absent && $1.isObserved }) else { return nil }
    self.cells = cells
  }

  /// Runs the setters on the values of the class's properties. Updates these values with the setters' writes, and
  /// adds the writes to a builder of the class.
  ///
  /// - Returns: the warnings and refusals of the setters, and the reasons for skipped writes.
  func write(_ values: inout [PropertyValue?], to target: ComponentBuilder) -> [AppliedComponent.Message] {
    let builder = ComponentBuilder(type, isForInspector: false)
    for place in cells.indices {
      builder.cells[place] = targets[place].map { .value(values[$0]) } ?? cells[place]
    }
    var outcome = ComponentBuilder.Outcome()
    let component = builder.build(cause: .load, outcome: &outcome)
    let differences = builder.differences(of: component, outcome: &outcome)
    builder.detach(from: component)
    var messages = builder.messages(outcome)
    for (own, value) in differences {
      guard let place = targets[own] else { continue }
      let property = owner.slots[place].definition
      if let reason = property.refusal(ofWritten: value) {
        let text = "'\(type.definition.name)' gives '\(property.name)' the value \(value?.text ?? "nil"): \(reason)"
        messages.append(.init(property: nil, text: text, isRefusal: true))
        continue
      }
      values[place] = value
      target.writes.removeAll { $0.place == place }
      target.writes.append((place, .value(value)))
    }
    return messages
  }
}

extension PropertyDefinition {
  /// Returns the reason why an extension cannot write a value to the property; nil if it can.
  fileprivate func refusal(ofWritten value: PropertyValue?) -> String? {
    if self.isReadOnly { return "it is read-only" }
    guard let value else { return isOptional ? nil : "it cannot be unset" }
    if let range = self.range, !range.contains(value) { return range.rule }
    if !options.isEmpty, !options.contains(where: { $0.value == value }) { return "it is not one of its options" }
    return nil
  }
}

extension ComponentBuilder {
  /// Returns the warnings of the hooks, then the reasons why values were skipped, as refusals.
  fileprivate func messages(_ outcome: Outcome) -> [AppliedComponent.Message] {
    hooks.warnings.map { .init(property: $0.property, text: $0.text, isRefusal: false) }
      + outcome.skipped.map { .init(property: $0.message.property, text: $0.message.text, isRefusal: true) }
  }
}
