internal import InspectorKit
package import SceneDocument

/// The stored keys of one object that carry its properties. Of several keys of a property, the one of the lowest rank
/// carries it: its own name first, then the others in the order of declaration.
///
/// All code that reads or writes a stored value uses it, or ``SceneModel/storedKey(_:_:at:)`` for one property. So all
/// commands see the same value if a scene stores several keys of one property.
package struct CarryingKeys {
  /// The lowest rank among the stored keys of each property that has several keys, by the property's place.
  private var ranks: [Int: Int] = [:]

  init(_ node: NodeIndex, _ binding: ClassBinding, in model: SceneModel) {
    model.attributes(of: node).visit { raw, _ in
      if let key = binding.key(raw), binding.hasOtherKeys(key.place) {
        ranks[key.place] = min(ranks[key.place] ?? .max, key.rank)
      }
      return true
    }
  }

  /// Returns true if a stored key carries its property.
  func carries(_ key: ClassBinding.Key) -> Bool { ranks[key.place].map { $0 == key.rank } ?? true }
}

extension SceneModel {
  /// Returns true if a different stored key of the object carries the property of a stored key.
  ///
  /// - Parameter carrying: the keys that carry the object's properties; nil until the first alias, which sets it.
  package func isShadowed(
    _ key: ClassBinding.Key, of node: NodeIndex, _ binding: ClassBinding, _ carrying: inout CarryingKeys?
  ) -> Bool {
    guard key.isAlias else { return false }
    return !carrying.orMake { CarryingKeys(node, binding, in: self) }.carries(key)
  }

  /// Returns the stored alias that a name matches literally, if a different key carries its property; nil if the name
  /// refers to the property.
  package func shadowedKey(_ name: String, of node: NodeIndex, _ binding: ClassBinding) -> String? {
    guard let key = binding.key(named: name), key.isAlias, attributes(of: node)[key.name] != nil,
      let carrier = carrier(node, binding, at: key.place), carrier.key.rank != key.rank
    else { return nil }
    return key.name
  }

  /// Returns the key that a name in a list of keys refers to, with its property: the literal key if the object stores
  /// it, otherwise the key that carries the property of that name. The path is nil if the class has no such property.
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

  /// Returns the stored key that carries a property, and its text; nil if the property is not stored.
  ///
  /// The text is valid as long as ``SceneDocument/forEachAttribute(of:_:)`` states.
  func carrier(
    _ node: NodeIndex, _ binding: ClassBinding, at place: Int
  ) -> (key: ClassBinding.Key, value: UnsafeRawBufferPointer)? {
    var found: (key: ClassBinding.Key, value: UnsafeRawBufferPointer)?
    attributes(of: node).visit { raw, value in
      guard let key = binding.key(raw), key.place == place, key.rank < found?.key.rank ?? .max else { return true }
      found = (key, value)
      return key.isAlias
    }
    return found
  }

  /// Returns the key that carries a property; its own name if it is not stored.
  package func storedKey(_ node: NodeIndex, _ binding: ClassBinding, at place: Int) -> String {
    guard binding.hasOtherKeys(place) else { return binding.name(at: place) }
    return carrier(node, binding, at: place)?.key.name ?? binding.name(at: place)
  }
}
