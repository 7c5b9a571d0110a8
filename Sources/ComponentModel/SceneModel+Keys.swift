internal import InspectorKit
package import SceneDocument

/// The stored keys that carry the properties of one object: the values of these keys take effect. If an object stores
/// several keys of a property, the key with the lowest rank carries it: the property's name first, then the other keys
/// in the order of declaration. A value that a document stores for an instance takes precedence over the template's
/// value, whatever the keys.
///
/// All code that reads or writes stored values uses this type, or ``SceneModel/storedKey(_:_:at:)`` for one property.
/// All commands therefore use the same key.
package struct CarryingKeys {
  /// The lowest rank among the stored keys of each property that may have several keys, by the property's index.
  private var ranks: [Int: Int] = [:]

  /// The indices of the properties that bindings determine, regardless of the values in templates.
  private let bound: Set<Int>

  init(_ node: NodeIndex, _ binding: ClassBinding, in model: SceneModel) {
    bound = Set(model.bindings(of: node, binding).filter(\.isInEffect).map(\.place))
    model.attributes(of: node).visit { raw, _ in
      if let key = binding.key(raw), binding.hasOtherKeys(key.place) {
        ranks[key.place] = min(ranks[key.place] ?? .max, model.rank(of: key, of: node))
      }
      return true
    }
  }

  /// Returns true if the stored key with a rank carries the property at an index, so that its value takes effect.
  func carries(_ place: Int, rank: Int) -> Bool { !bound.contains(place) && ranks[place].map { $0 == rank } ?? true }

  /// Returns true if an outer document overrides a stored key with a value or a binding for the same property.
  func overrides(_ place: Int, rank: Int) -> Bool {
    bound.contains(place)
      || ranks[place].map { $0 / SceneModel.ranksPerLayer < rank / SceneModel.ranksPerLayer } ?? false
  }
}

extension SceneModel {
  /// Returns the stored keys of an object that have no effect because an outer document overrides their properties.
  package func overriddenKeys(of node: NodeIndex, _ binding: ClassBinding) -> [String] {
    var keys: [String] = []
    var carrying: CarryingKeys?
    attributes(of: node).visit { raw, _ in
      guard let key = binding.key(raw), isShadowed(key, of: node, binding, &carrying),
        carrying?.overrides(key.place, rank: rank(of: key, of: node)) == true
      else { return true }
      keys.append(key.name)
      return true
    }
    return keys
  }

  /// Returns true if a stored key has no effect because another stored key of its property takes precedence.
  ///
  /// - Parameter carrying: the keys that carry the object's properties; nil if they are not known yet. The function
  ///   computes them if it needs them.
  package func isShadowed(
    _ key: ClassBinding.Key, of node: NodeIndex, _ binding: ClassBinding, _ carrying: inout CarryingKeys?
  ) -> Bool {
    guard mayBeShadowed(key, binding) else { return false }
    let keys = carrying.orMake { CarryingKeys(node, binding, in: self) }
    return !keys.carries(key.place, rank: rank(of: key, of: node))
  }

  /// Returns true if a stored key may have no effect, since another key of its property may take precedence.
  func mayBeShadowed(_ key: ClassBinding.Key, _ binding: ClassBinding) -> Bool {
    key.isAlias || document.isComposed && (binding.hasOtherKeys(key.place) || document.hasBindings)
  }

  /// The difference in rank between adjacent layers, which exceeds the rank of any key within a layer.
  static let ranksPerLayer = 1 << 16

  /// Returns the rank of a stored key among the keys of the same property. The key with the lowest rank takes effect.
  func rank(of key: ClassBinding.Key, of node: NodeIndex) -> Int {
    document.isComposed ? document.layer(of: key.name, of: node) * Self.ranksPerLayer + key.rank : key.rank
  }

  /// Returns the name if it is a stored key without effect, since another stored key of its property takes precedence;
  /// otherwise nil.
  package func shadowedKey(_ name: String, of node: NodeIndex, _ binding: ClassBinding) -> String? {
    guard let key = binding.key(named: name), mayBeShadowed(key, binding), attributes(of: node)[key.name] != nil,
      let carrier = carrier(node, binding, at: key.place), carrier.key.rank != key.rank
    else { return nil }
    return key.name
  }

  /// Returns the stored key to which a name refers, with its property. The key is the name itself if the object stores
  /// it; otherwise, it is the key that carries the named property. The path is nil if the class has no such property.
  package func listedKey(_ name: String, of node: NodeIndex, _ binding: ClassBinding?) -> (
    key: String, path: PropertyPath?
  ) {
    guard let binding else { return (name, nil) }
    if let key = binding.key(named: name), attributes(of: node)[name] != nil {
      return (name, PropertyPath(place: key.place))
    }
    guard let path = PropertyPath(name, of: binding) else { return (name, nil) }
    return (storedKey(node, binding, at: path.place), path)
  }

  /// Returns the stored key that carries a property, and the text of its value; nil if the property is not stored.
  ///
  /// ``SceneDocument/forEachAttribute(of:_:)`` documents how long the text is valid.
  func carrier(
    _ node: NodeIndex, _ binding: ClassBinding, at place: Int
  ) -> (key: ClassBinding.Key, value: UnsafeRawBufferPointer)? {
    var found: (key: ClassBinding.Key, value: UnsafeRawBufferPointer)?
    var lowest = Int.max
    attributes(of: node).visit { raw, value in
      guard let key = binding.key(raw), key.place == place else { return true }
      let rank = rank(of: key, of: node)
      guard rank < lowest else { return true }
      (found, lowest) = ((key, value), rank)
      return mayBeShadowed(key, binding)
    }
    return found
  }

  /// Returns the cell of a property without the values in the scene's own file: the template's value or, if a binding
  /// is in effect, the setting's value. Returns nil if there is none.
  func inheritedCell(_ node: NodeIndex, _ binding: ClassBinding, at place: Int) -> StoredCell? {
    let inherited = inheritedText(node, binding, at: place)
    let bound = document.hasBindings(node) ? bindings(of: node, binding).first { $0.place == place } : nil
    if let bound, bound.isUsable, inherited.map({ $0.rank / Self.ranksPerLayer > bound.layer }) ?? true {
      return bound.cell
    }
    guard let inherited else { return nil }
    let rank = inherited.rank % Self.ranksPerLayer
    return inherited.text.withUnsafeBytes { storedCell($0, binding, at: place, rank: rank) }
  }

  /// Returns the text of the value that an object's template stores for a property, and the rank of its key; nil if
  /// there is none.
  private func inheritedText(
    _ node: NodeIndex, _ binding: ClassBinding, at place: Int
  ) -> (rank: Int, text: [UInt8])? {
    guard document.isComposed else { return nil }
    let texts = binding.keys(at: place).enumerated().compactMap { rank, key in
      document.inheritedAttribute(key, of: node).map { text in
        (rank: (1 + document.inheritedLayer(of: key, of: node)) * Self.ranksPerLayer + rank, text: text)
      }
    }
    return texts.min { $0.rank < $1.rank }
  }

  /// Returns the stored key that carries a property; the property's name if the object does not store the property.
  package func storedKey(_ node: NodeIndex, _ binding: ClassBinding, at place: Int) -> String {
    guard binding.hasOtherKeys(place) else { return binding.name(at: place) }
    return carrier(node, binding, at: place)?.key.name ?? binding.name(at: place)
  }
}
