import JSONText

// Overrides of objects that do not exist in the templates.
extension SceneDocument {
  /// The overrides of objects that the templates lack, with the ids that these objects would have in the scene.
  package var unreachedOverrides: [(object: String, values: [(key: String, value: String)])] {
    let written = written
    guard written.mayHavePlaceholders else { return [] }
    var found: [(object: String, values: [(key: String, value: String)])] = []
    for node in written.objects {
      written.forEachOverride(of: node) { address, value in
        guard composition?.template(of: node)?.inner(at: address) == nil else { return }
        var values: [(key: String, value: String)] = []
        Self.forEachMember(ofValue: value) { key, value in
          values.append((JSONString.decode(key), String(decoding: value, as: UTF8.self)))
          return true
        }
        found.append(("\(written.id(node))/\(address)", values))
      }
    }
    return found
  }

  /// Returns the placeholder and the address of an override for a missing object, given the id of that object; nil if
  /// there is no such override.
  package func unreachedOverride(of id: String) -> (placeholder: NodeIndex, address: String)? {
    guard let composition, node(id: id) == nil else { return nil }
    for slash in id.utf8.indices where id.utf8[slash] == UInt8(ascii: "/") {
      let address = String(id[id.utf8.index(after: slash)...])
      if let written = composition.written.node(id: String(id[..<slash])),
        composition.written.overrides(of: address, in: written) != nil
      {
        return (composition.composed(written), address)
      }
    }
    return nil
  }

  /// Returns the JSON text of an overridden attribute of a missing object; nil if the attribute is not overridden.
  package func unreachedValue(_ key: String, of address: String, in placeholder: NodeIndex) -> [UInt8]? {
    guard let composition else { return nil }
    let stored = composition.written.overrides(of: address, in: composition.place(of: placeholder).written)
    return stored.flatMap { TrustedText.member(key, of: $0.start + $0.attributes) }.map { Array($0.value) }
  }

  /// Removes an overridden attribute of a missing object. Returns the record that undoes the removal, as an edit of the
  /// placeholder.
  ///
  /// - Throws: an error if the placeholder's template is not available, since the object may then exist.
  package func revertUnreached(
    _ key: String, of address: String, in placeholder: NodeIndex
  ) throws(SceneError) -> SpliceRestore {
    guard let composition else { return try apply([], to: placeholder) }
    if hasReservedKeys(placeholder) { throw reserved(placeholder) }
    let place = composition.place(of: placeholder)
    let back = try composition.written.write([.remove(key: key)], overriding: address, of: place.written)
    var restore = indexed.set(overlay[Self.key(placeholder)], of: Self.key(placeholder), isChange: back.isChange)
    restore.written = SpliceRestore.Written(back, of: indexed)
    return restore
  }
}
