package import InspectorKit
package import JSONText

// The stored forms of a class's properties, which may depend on the key.
extension ClassBinding {
  /// Returns true if texts under a property's own name may be names of palette colours.
  package func takesPaletteNames(_ place: Int) -> Bool {
    types[place] == .color && definition.properties[place].storedAs == nil
  }

  /// Returns true if texts under a key may be names of palette colours.
  package func takesPaletteNames(_ key: Key) -> Bool { types[key.place] == .color && transformer(of: key) == nil }

  /// Returns true if the names of a property do not all use the same stored form.
  package func hasSeveralForms(_ place: Int) -> Bool { formerForms[place]?.isEmpty == false }

  /// Returns the definition of a key's property. Its `storedAs` is the transformer for texts under this key.
  package func property(of key: Key) -> PropertyDefinition { property(at: key.place, rank: key.rank) }

  /// Returns the definition of a property. Its `storedAs` is the transformer for texts under the given key.
  ///
  /// - Parameter name: the key, which is any name of the property.
  package func property(at place: Int, under name: String) -> PropertyDefinition {
    property(at: place, rank: rank(of: name, at: place))
  }

  /// Returns the rank of a key among the keys of a property; 0 if all its keys use the same stored form.
  func rank(of name: String, at place: Int) -> Int {
    guard !formerForms.isEmpty, let key = key(named: name), key.place == place else { return 0 }
    return key.rank
  }

  func property(at place: Int, rank: Int) -> PropertyDefinition {
    if rank > 0, !formerForms.isEmpty, let found = formerForms[place]?[rank] { return found }
    return definition.properties[place]
  }

  /// Returns the indices of the properties that two sets of keys contain under different names.
  package func respelled(_ keys: Set<ExactText>, _ others: Set<ExactText>) -> [Int] {
    func names(_ keys: Set<ExactText>) -> [Int: Set<ExactText>] {
      var names: [Int: Set<ExactText>] = [:]
      for key in keys {
        if let place = self.key(named: key.text)?.place, hasOtherKeys(place) { names[place, default: []].insert(key) }
      }
      return names
    }
    let second = names(others)
    return names(keys).compactMap { place, names in
      second[place].map { names.union($0).count > 1 } == true ? place : nil
    }.sorted()
  }

  /// Returns the transformer for texts under a key; nil if the texts are the property's values themselves.
  package func transformer(of key: Key) -> String? {
    transformed.isEmpty ? nil : property(of: key).storedAs
  }
}

extension PropertyDefinition {
  /// The definitions for those former names that have a transformer of their own, by the rank of the name among the
  /// property's keys.
  var formerForms: [Int: PropertyDefinition] {
    guard !self.aliasTransformers.isEmpty else { return [:] }
    var forms: [Int: PropertyDefinition] = [:]
    for (number, name) in self.aliases.enumerated() {
      guard let transformer = self.aliasTransformers[name] else { continue }
      var form = self
      form.storedAs = transformer
      forms[1 + number] = form
    }
    return forms
  }
}
