package import InspectorKit
internal import JSONText
package import PluginHost
package import SceneDocument

/// A binding of one property of an object.
package struct BoundProperty {
  /// The index of the property in the object's class.
  package let place: Int

  /// The binding as its document stores it.
  package let entry: BindingList.Entry

  /// The document that stores the binding, and the offset of the binding's value in it.
  package let source: TextDocument
  package let offset: Int

  /// The nesting depth of the document that stores the binding; 0 for the scene's own file.
  package let layer: Int

  /// The qualified name of the transformer from the setting's value to the property's, as `Plugin.name`; nil for none.
  package fileprivate(set) var transformer: String?

  /// The value of the setting; nil if it has none.
  package fileprivate(set) var setting: SettingValues.Value?

  /// The property's value from the setting; absent if the setting has no value, or one that is invalid for the
  /// property.
  package fileprivate(set) var cell = StoredCell.absent

  /// The reason why the binding provides no value; nil if it provides one.
  package fileprivate(set) var problem: BindingFinding?

  /// The stored key that takes precedence over the binding; nil if there is none.
  package fileprivate(set) var hiddenBy: String?

  /// True if an object of a foreign document inherits the value from another object, instead of reading a setting.
  package fileprivate(set) var isInherited = false

  /// True if the value that takes precedence is stored in the same document as the binding.
  package fileprivate(set) var isHiddenHere = false

  /// True if the setting has a value, valid or not. The binding then determines the property's value if none is stored.
  package var isUsable: Bool { problem.map { !$0.isUnused } ?? true }

  /// True if the binding determines the property's value.
  package var isInEffect: Bool { hiddenBy == nil && isUsable }

  /// The key of the setting.
  package var key: String { entry.setting ?? "" }
}

extension BoundProperty {
  /// The note about the binding in the row of its property; nil if a value in another document takes precedence.
  var note: PropertyNote? {
    if hiddenBy != nil { return isHiddenHere ? .hidesBinding(setting: key) : nil }
    if let problem {
      let reason = if case .wrongValue(_, _, _, let reason) = problem { reason.message } else { problem.why }
      return isUsable ? .refused("the setting '\(key)': \(reason)") : .unusedBinding(setting: key, why: reason)
    }
    return isInherited ? .inherited(from: key) : .bound(setting: key, place: setting?.place ?? "")
  }
}

extension BindingFinding {
  /// The reason why a binding provides no value, for the row of its property.
  fileprivate var why: String {
    switch self {
    case .unset: "the setting has no value"
    default: message
    }
  }

  /// True if the binding is ignored, so that the property has the same value as without it.
  fileprivate var isUnused: Bool {
    switch self {
    case .wrongValue: false
    default: true
    }
  }
}

extension SceneModel {
  /// True if the scene has bindings, so that its values depend on settings.
  package var hasBindings: Bool { document.hasBindings }

  /// Returns the bindings of an object's properties. The list begins with one binding for each property: the outermost
  /// binding whose setting has a value or, if there is none, the outermost binding. The bindings outside of these
  /// follow, since their settings have no value.
  ///
  /// - Parameter former: the reader from before a palette change; nil for the model's own reader.
  package func bindings(
    of node: NodeIndex, _ binding: ClassBinding, by former: StoredValueReader? = nil
  ) -> [BoundProperty] {
    guard document.hasBindings(node) else { return [] }
    if let former { return readBindings(of: node, binding, former) }
    if let kept = keptBindings, kept.node == node, kept.generation == document.generation,
      kept.binding === binding, !document.isEdited(node)
    {
      return kept.list
    }
    let list = readBindings(of: node, binding, reader)
    // Edits of attributes and their undo do not change the generation.
    if !document.isEdited(node) { keptBindings = (node, document.generation, binding, list) }
    return list
  }

  private func readBindings(
    of node: NodeIndex, _ binding: ClassBinding, _ reader: StoredValueReader
  ) -> [BoundProperty] {
    var found: [(bound: BoundProperty, rank: Int)] = []
    document.forEachBindingsText(of: node) { text, source, offset, layer in
      for entry in BindingList(Array(text)).entries where entry.problem == nil {
        guard let key = binding.key(named: entry.property) else { continue }
        if let other = found.firstIndex(where: { $0.bound.place == key.place && $0.bound.layer == layer }) {
          guard key.rank < found[other].rank else { continue }
          found.remove(at: other)
        }
        let bound = BoundProperty(
          place: key.place, entry: entry, source: source, offset: offset + entry.offset, layer: layer)
        found.append((bound, key.rank))
      }
    }
    let settled = found.map { self.settled($0.bound, of: node, binding, reader) }
    // A binding that provides no value leaves the property as it is without the binding.
    var (first, rest): ([BoundProperty], [BoundProperty]) = ([], [])
    for bound in settled where !first.contains(where: { $0.place == bound.place }) {
      let others = settled.filter { $0.place == bound.place }
      let chosen = others.firstIndex(where: \.isUsable) ?? 0
      first.append(others[chosen])
      rest += others[..<chosen]
    }
    return first + rest
  }

  /// Returns a binding completed with the value of its setting, and with the stored key that takes precedence over it.
  private func settled(
    _ bound: BoundProperty, of node: NodeIndex, _ binding: ClassBinding, _ reader: StoredValueReader
  ) -> BoundProperty {
    var bound = bound
    let property = binding.definition.properties[bound.place]
    if let key = carrier(node, binding, at: bound.place)?.key.name {
      let layer = document.isComposed ? document.layer(of: key, of: node) : 0
      if layer <= bound.layer { (bound.hiddenBy, bound.isHiddenHere) = (key, layer == bound.layer) }
    }
    let place = FindingPlace(document.id(node), property.name)
    guard !property.isReadOnly else {
      bound.problem = .notSettable(property.name)
      return bound
    }
    bound.transformer = bound.entry.transformer.map { name in
      // An unqualified transformer name refers to the plugin that builds the class.
      name.utf8.contains(UInt8(ascii: ".")) ? name : "\(binding.plugin.name).\(name)"
    }
    if let name = bound.transformer, reader.forms?.transformer(named: name)?.declaration.type != property.type {
      let other = reader.forms?.transformer(named: name)?.declaration.type
      bound.problem =
        other.map { .transformerOfOther(name, $0, property: property.name, property.type) }
        ?? .unknownTransformer(name, property: property.name)
      return bound
    }
    if let inherited = document.inherited(bound.key) {
      bound.isInherited = true
      bound.isHiddenHere = false
      return settled(bound, to: inherited, as: property, reader)
    }
    guard let setting = settings[bound.key] else {
      let near = DidYouMean.suggestion(for: bound.key, among: settings.keys)
      bound.problem = .unset(place, setting: bound.key, suggestion: near)
      return bound
    }
    bound.setting = setting
    do throws(Diagnostic) {
      var ownForm = property.inOwnForm
      ownForm.storedAs = bound.transformer
      bound.cell = try reader.read(Array(setting.value.jsonText), as: ownForm)
    } catch {
      bound.problem = .wrongValue(place, setting: bound.key, place: setting.place, error.reason)
    }
    return bound
  }

  /// Returns a binding completed with the value that an object of a foreign document inherits from another object.
  private func settled(
    _ bound: BoundProperty, to inherited: ForeignInherited, as property: PropertyDefinition, _ reader: StoredValueReader
  ) -> BoundProperty {
    var bound = bound
    do throws(Diagnostic) {
      bound.cell = try reader.read(inherited.text, as: property)
      if case .value(let value?) = bound.cell {
        bound.setting = SettingValues.Value(value: value, place: bound.key, file: inherited.path, isPersonal: false)
      }
    } catch {
      let place = FindingPlace("", property.name)
      bound.problem = .wrongValue(place, setting: bound.key, place: bound.key, error.reason)
    }
    return bound
  }

  /// Returns the binding that determines the value of a property of an object; nil if there is none.
  package func bound(_ node: NodeIndex, _ binding: ClassBinding, at place: Int) -> BoundProperty? {
    guard document.hasBindings(node) else { return nil }
    return bindings(of: node, binding).first { $0.place == place && $0.isInEffect }
  }

  /// Returns true if a property of an object in a foreign document inherits a value unless one is stored.
  package func inherits(_ node: NodeIndex, _ binding: ClassBinding, at place: Int) -> Bool {
    document.hasBindings(node) && bindings(of: node, binding).contains { $0.place == place && $0.isInherited }
  }

  /// Returns the cell from which a property of an object is built: the setting's value if a binding is in effect,
  /// otherwise the stored value.
  package func givenCell(_ node: NodeIndex, _ binding: ClassBinding, at place: Int) -> StoredCell {
    bound(node, binding, at: place)?.cell ?? storedCell(node, binding, at: place)
  }

  /// Returns the position of the binding that determines the value of a property; nil if there is none.
  func bindingPlace(of property: String, _ node: NodeIndex) -> (source: TextDocument, offset: Int)? {
    guard document.hasBindings(node), let binding = binding(of: node), let key = binding.key(named: property) else {
      return nil
    }
    return bound(node, binding, at: key.place).map { ($0.source, $0.offset) }
  }

  /// Returns the names under which a property of an object can be bound, its declared name first; only the given name
  /// if the object's class has no such property.
  package func bindableNames(_ name: String, of node: NodeIndex) -> [String] {
    guard let binding = binding(of: node), let place = binding.key(named: name)?.place ?? binding.place(ofTyped: name)
    else { return [name] }
    return binding.keys(at: place)
  }

  /// Returns the binding that the scene's own file stores for a property of an object; nil if it stores none.
  package func ownBinding(_ name: String, of node: NodeIndex) -> BindingList.Entry? {
    let list = document.ownBindings(of: node).map { BindingList($0) }
    return bindableNames(name, of: node).lazy.compactMap { list?[$0] }.first
  }

  /// Returns the reason why a name does not refer to a property of a class that can be bound.
  package func unbindable(_ name: String, _ binding: ClassBinding) -> BindingFinding {
    if let path = PropertyPath(name, of: binding), path.component != nil {
      return .part(name, of: binding.definition.properties[path.place].name)
    }
    let near = hints.suggestion(
      for: name, among: binding.definition.properties.lazy.map(\.name), of: binding.identity)
    return .unknownProperty(name, className: binding.definition.name, suggestion: near)
  }
}
