internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A builder of the objects of a bundle, with a list of the values that the bundle omits.
struct BundleBuilder {
  /// True if the bundle contains effective values, after hooks, instead of the stored ones.
  let isEffective: Bool

  /// The values that the bundle omits, with the reasons.
  private(set) var notCarried: [RuntimeBundle.Omission] = []
  private let model: SceneModel
  private var sources: BundleSources

  /// The objects whose layout frame differs from their own `frame`, with both frames.
  private let moved: [NodeIndex: (own: Rect, layout: Rect)]
  private var hints = NameHints()

  /// The order in which the properties of a class are applied, by the class's number in the document.
  private var orders: [Int: [Int]] = [:]

  init(_ model: SceneModel, isEffective: Bool) {
    (self.model, self.isEffective) = (model, isEffective)
    sources = BundleSources(model.document)
    moved = model.movedByLayout()
  }

  /// Returns true if layout moves or resizes the object. Its frame in the bundle then differs from its frame after
  /// layout.
  func isMoved(_ node: NodeIndex) -> Bool { moved[node] != nil }

  /// Returns an object for the bundle, and adds the values that the bundle omits to ``notCarried``. Returns nil if no
  /// plugin declares the object's class.
  ///
  /// - Parameter answers: the reply of the object's component, and its reply without a parent if that was requested.
  /// - Throws: the failure of the object's component.
  mutating func object(
    _ node: NodeIndex, _ answers: (answer: BuildReply, alone: BuildReply?)
  ) throws(Diagnostic) -> BundleObject? {
    let values = model.values(of: node, answers.answer, alone: answers.alone)
    if let failure = values.failure { throw Diagnostic(failure) }
    for refused in values.refused { omit(values.id, refused.property, refused.code, refused.message) }
    guard let definition = values.definition, let binding = model.binding(of: node) else { return nil }
    let isForeign = model.document.foreignFormat != nil
    for (key, _) in isForeign ? [] : values.unknown {
      let suggestion = hints.suggestion(
        for: key, among: definition.properties.lazy.map(\.name), of: binding.identity)
      omit(values.id, key, NameRefusal.unknownProperty(key, of: definition.name, suggestion: suggestion))
    }
    if let (own, layout) = moved[node] { omit(values.id, "constraints", OmissionFinding.layout(layout, own: own)) }
    var object = BundleObject(id: values.id, className: definition.name, source: sources.source(of: node))
    for place in order(of: definition, model.document.classID(node)) {
      guard let attribute = attribute(values.properties[place], of: values.id) else { continue }
      object.attributes.append(attribute)
    }
    if isEffective { omitOverwritten(object, values, binding, answers.answer) }
    for attribute in model.runtimeAttributes(of: node).attributes where attribute.problem == nil {
      guard let keyPath = attribute.keyPath, let type = attribute.type else { continue }
      object.attributes.append(
        BundleAttribute(keyPath: keyPath, type: type, value: attribute.value, isRuntime: true))
    }
    // The values of a foreign document need no declaration.
    for (key, _) in isForeign ? values.unknown : [] {
      guard let value = model.undeclaredValue(key, of: node) else { continue }
      object.attributes.append(BundleAttribute(keyPath: key, type: value.type, value: value, isRuntime: true))
    }
    return object
  }

  /// Lists the extensions' values that hooks overwrite when a program applies the bundle.
  private mutating func omitOverwritten(
    _ object: BundleObject, _ values: ObjectValues, _ binding: ClassBinding, _ answer: BuildReply
  ) {
    guard !answer.writes.isEmpty, !binding.built.isInert else { return }
    let count = binding.built.properties.count
    var cells = [StoredCell](repeating: .absent, count: count)
    for attribute in object.attributes {
      if let place = binding.place(of: attribute.keyPath), place < count { cells[place] = .value(attribute.value) }
    }
    let applied = model.answer(of: cells[...], binding)
    guard applied.failure == nil, let others = model.effective(applied, cells: cells, binding) else { return }
    for place in 0..<count where values.properties[place].alone == .absent {
      let property = values.properties[place]
      guard others[place] != property.effective else { continue }
      let author = answer.writes.last { $0.place == place } ?? answer.writes[0]
      omit(
        object.id, property.definition.name,
        OmissionFinding.overwritten(
          property.definition.name, property.effective, by: others[place], extensionName: author.extensionName))
    }
  }

  private mutating func attribute(_ property: ObjectValues.Property, of id: String) -> BundleAttribute? {
    let definition = property.definition
    guard !property.isInvalid else { return nil }
    let (name, type) = (definition.name, definition.type)
    if case .value(let alone) = property.alone {
      omit(id, name, OmissionFinding.madeOfParent(name, property.effective, alone: alone))
    }
    guard definition.isCarried(isEffective: isEffective) else { return nil }
    // A value that hooks derive from a parent must not be written to the bundle, since it would become stale.
    let isBaked = isEffective && property.alone == .absent
    var value: PropertyValue?
    switch property.stored {
    case .absent:
      guard isBaked, property.effective != definition.defaultValue else { return nil }
      value = property.effective
    case .value(let stored): value = isBaked ? property.effective : stored
    }
    if let value, value.type != type {
      omit(id, name, OmissionFinding.otherType(name, type, answered: value.type))
    } else if value == nil, !definition.isOptional {
      omit(id, name, OmissionFinding.unset(name, type))
    } else if let problem = value?.problem {
      omit(id, name, OmissionFinding.wrongValue(name, problem))
    } else {
      return BundleAttribute(
        keyPath: name, type: type, value: value, extensionName: definition.extensionName, setting: property.setting)
    }
    return nil
  }

  private mutating func omit(_ object: String, _ property: String, _ reason: some Refusal) {
    omit(object, property, reason.code, reason.message)
  }

  private mutating func omit(_ object: String, _ property: String?, _ code: DiagnosticCode, _ reason: String) {
    notCarried.append(RuntimeBundle.Omission(object: object, property: property, code: code.rawValue, reason: reason))
  }

  private mutating func order(of definition: ComponentDefinition, _ classID: Int) -> [Int] {
    if let order = orders[classID] { return order }
    let order = definition.applyOrder
    orders[classID] = order
    return order
  }
}
