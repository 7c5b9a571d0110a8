public import InspectorKit
internal import JSONText
internal import SceneDocument

extension SceneSession {
  /// The scene's attributes as a bundle, each checked against its declared type. Nothing is written.
  ///
  /// ```swift
  /// let bundle = try session.bundle()
  /// try BundleFolder(path: "card.bundle").write(bundle)
  /// ```
  ///
  /// - Parameter effective: bakes what the hooks made of the stored values, and what they made where nothing is stored.
  /// - Throws: where a component that is to be baked cannot be built, since its plugin failed.
  public func bundle(effective: Bool = false) throws(EditError) -> RuntimeBundle {
    try withModel { model throws(EditError) in
      var builder = BundleBuilder(isEffective: effective)
      var objects: [BundleObject] = []
      try model.forEachAnswer { node, answer throws(EditError) in
        if let object = try builder.object(model.values(of: node, answer)) { objects.append(object) }
      }
      var bundle = try bundle(of: builder)
      bundle.objects = objects
      return bundle
    }
  }

  /// The scene's bundle, ready to be written: its text waits in a file, so that a million objects need no memory.
  ///
  /// - Throws: as ``bundle(effective:)``.
  public func spooledBundle(effective: Bool = false) throws(EditError) -> SpooledBundle {
    try withModel { model throws(EditError) in
      let spool = ByteSpool()
      var text = BundleText { spool.append($0) }
      var builder = BundleBuilder(isEffective: effective)
      var writer = StoredObjectWriter(model, isEffective: effective)
      try model.forEachAnswer { node, answer throws(EditError) in
        if text.add({ writer.write(node, answer, to: &$0) }) { return }
        if let object = try builder.object(model.values(of: node, answer)) { text.add(object) }
      }
      text.end()
      return SpooledBundle(try bundle(of: builder), text, spool, until: library.cancellation)
    }
  }

  /// A bundle without its objects.
  private func bundle(of builder: BundleBuilder) throws(EditError) -> RuntimeBundle {
    try asking { model throws(EditError) in
      RuntimeBundle(
        sceneName: model.document.sceneName, sceneSHA256: model.document.sha256(until: library.cancellation),
        plugins: model.bundlePlugins, isEffective: builder.isEffective, objects: [], notCarried: builder.notCarried)
    }
  }
}

/// Makes the objects of a bundle.
private struct BundleBuilder {
  let isEffective: Bool
  private(set) var notCarried: [RuntimeBundle.Omission] = []

  private var hints = NameHints()

  /// The order of applying, by class.
  private var orders: [String: [Int]] = [:]

  init(isEffective: Bool) { self.isEffective = isEffective }

  /// Nil for an object of a class that no plugin knows, and for one whose component failed.
  mutating func object(_ values: ObjectValues) throws(EditError) -> BundleObject? {
    if let failure = values.failure {
      if isEffective { throw EditError(failure) }
      omit(values.id, nil, failure.code, failure.message)
    }
    for refused in values.refused {
      omit(values.id, refused.property, refused.code, refused.message)
    }
    guard let definition = values.definition, values.failure == nil else { return nil }
    for (key, _) in values.unknown {
      let suggestion = hints.suggestion(
        for: key, among: definition.properties.lazy.map(\.name), of: definition.name)
      let refusal = NameRefusal.unknownProperty(key, of: definition.name, suggestion: suggestion)
      omit(values.id, key, refusal.code, refusal.message)
    }
    var object = BundleObject(id: values.id, className: definition.name)
    for place in order(of: definition) {
      guard let attribute = attribute(values.properties[place], of: values.id) else { continue }
      object.attributes.append(attribute)
    }
    return object
  }

  private mutating func attribute(_ property: ObjectValues.Property, of id: String) -> BundleAttribute? {
    let definition = property.definition
    guard !property.isInvalid else { return nil }
    var value: PropertyValue?
    switch property.stored {
    case .absent:
      guard isEffective, property.effective != definition.defaultValue else { return nil }
      value = property.effective
    case .value(let stored): value = isEffective ? property.effective : stored
    }
    let (name, type) = (definition.name, definition.type)
    if let value, value.type != type {
      omit(id, name, .typeMismatch, "'\(name)' is \(type.phrase), and its component answers \(value.type.phrase)")
    } else if value == nil, !definition.isOptional {
      omit(id, name, .typeMismatch, "'\(name)' is \(type.phrase) and cannot be unset")
    } else if let problem = value?.problem {
      omit(id, name, problem.code, "'\(name)': \(problem)")
    } else {
      return BundleAttribute(keyPath: name, type: type, value: value)
    }
    return nil
  }

  private mutating func omit(_ object: String, _ property: String?, _ code: DiagnosticCode, _ reason: String) {
    notCarried.append(RuntimeBundle.Omission(object: object, property: property, code: code.rawValue, reason: reason))
  }

  private mutating func order(of definition: ComponentDefinition) -> [Int] {
    if let order = orders[definition.name] { return order }
    let order = definition.applyOrder
    orders[definition.name] = order
    return order
  }
}

extension SceneModel {
  /// The plugins that know the scene's classes, sorted by name.
  fileprivate var bundlePlugins: [RuntimeBundle.Plugin] {
    var found: [String: RuntimeBundle.Plugin] = [:]
    for classID in document.classNames.indices {
      guard case .known(let binding) = meaning(ofClass: classID) else { continue }
      for plugin in [binding.owner, binding.plugin] + binding.extensions.map(\.plugin) {
        guard found[plugin.name] == nil, let description = plugin.description else { continue }
        let digest = SHA256.hex(of: Array(description.json.text().utf8))
        found[plugin.name] = RuntimeBundle.Plugin(
          name: plugin.name, version: description.version, descriptionSHA256: digest)
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }
}

extension SceneDocument {
  /// The SHA-256 of the document's bytes as they are now; of no use where it is cancelled.
  fileprivate func sha256(until cancellation: Cancellation) -> String {
    var hash = SHA256()
    withPieces { piece in
      // Some milliseconds each.
      for start in stride(from: 0, to: piece.count, by: 1 << 20) where !cancellation.isCancelled {
        hash.add(UnsafeRawBufferPointer(rebasing: piece[start..<min(start + 1 << 20, piece.count)]))
      }
    }
    return hash.hex()
  }
}
