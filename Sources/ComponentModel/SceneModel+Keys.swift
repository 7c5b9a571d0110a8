internal import InspectorKit
package import SceneDocument

/// The stored keys that carry the properties of one object: the values of these keys take effect. If an object stores
/// several keys of a property, the key with the lowest rank carries it: the property's name first, then the other keys
/// in the order of declaration.
///
/// All code that reads or writes stored values uses this type, or ``SceneModel/storedKey(_:_:at:)`` for one property.
/// All commands therefore use the same key.
package struct CarryingKeys {
  /// The lowest rank among the stored keys of each property that may have several keys, by the property's index.
  private var ranks: [Int: Int] = [:]

  init(_ node: NodeIndex, _ binding: ClassBinding, in model: SceneModel) {
    model.attributes(of: node).visit { raw, _ in
      if let key = binding.key(raw), binding.hasOtherKeys(key.place) {
        ranks[key.place] = min(ranks[key.place] ?? .max, key.rank)
      }
      return true
    }
  }

  /// Returns true if a stored key carries its property. The key's value then takes effect.
  func carries(_ key: ClassBinding.Key) -> Bool { ranks[key.place].map { $0 == key.rank } ?? true }
}

extension SceneModel {
  /// Returns true if a stored key has no effect: the object stores the key's property under another key, which takes
  /// precedence.
  ///
  /// - Parameter carrying: the keys that carry the object's properties; nil if they are not known yet. The function
  ///   computes them if it needs them.
  package func isShadowed(
    _ key: ClassBinding.Key, of node: NodeIndex, _ binding: ClassBinding, _ carrying: inout CarryingKeys?
  ) -> Bool {
    guard key.isAlias else { return false }
    return !carrying.orMake { CarryingKeys(node, binding, in: self) }.carries(key)
  }

  /// Returns the name if it is a stored alias without effect: the value under a different key of the property takes
  /// effect.
  package func shadowedKey(_ name: String, of node: NodeIndex, _ binding: ClassBinding) -> String? {
    guard let key = binding.key(named: name), key.isAlias, attributes(of: node)[key.name] != nil,
      let carrier = carrier(node, binding, at: key.place), carrier.key.rank != key.rank
    else { return nil }
    return key.name
  }

  /// Returns the stored key to which a name refers, with its property. The key is the name itself if the object stores
  /// such a key; otherwise, it is the key that carries the property of that name. The path is nil if the class has no
  /// such property.
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
    attributes(of: node).visit { raw, value in
      guard let key = binding.key(raw), key.place == place, key.rank < found?.key.rank ?? .max else { return true }
      found = (key, value)
      return key.isAlias
    }
    return found
  }

  /// Returns the cell that a property has without what the scene's own file stores: the value of the object's template.
  /// Returns nil if there is none.
  func inheritedCell(_ node: NodeIndex, _ binding: ClassBinding, at place: Int) -> StoredCell? {
    guard document.isComposed else { return nil }
    let text = binding.keys(at: place).lazy.compactMap { self.document.inheritedAttribute($0, of: node) }.first
    return text?.withUnsafeBytes { storedCell($0, binding, at: place) }
  }

  /// Returns the stored key that carries a property; the property's name if the object does not store the property.
  package func storedKey(_ node: NodeIndex, _ binding: ClassBinding, at place: Int) -> String {
    guard binding.hasOtherKeys(place) else { return binding.name(at: place) }
    return carrier(node, binding, at: place)?.key.name ?? binding.name(at: place)
  }
}
