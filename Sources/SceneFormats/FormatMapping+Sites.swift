internal import JSONText
package import SceneDocument

// The places of values that objects do not have yet.
extension FormatMapping {
  package func site(of name: String, in object: ForeignObject, _ document: TextValue) -> ForeignSite? {
    guard kinds.indices.contains(object.kind) else { return nil }
    let (kind, value) = (kinds[object.kind], document.value(atOffset: object.offset))
    guard let description = description(of: object.className, value, kind), let path = description.paths[name],
      let property = description.properties[path] ?? description.composed[path], property.name.isExactly(name),
      !property.isReadOnly
    else { return nil }
    let paths = property.parts.isEmpty ? [path] : property.parts
    guard paths.allSatisfy({ kind.reads($0, description.properties) && isFree($0, in: value) }) else { return nil }
    var site = ForeignSite(path: path, type: property.type, parts: property.parts, standards: property.standards)
    site.isWhole = property.isWhole
    return site
  }

  package func computed(from name: String, in object: ForeignObject, _ document: TextValue) -> [String] {
    let value = document.value(atOffset: object.offset)
    guard let description = description(of: object.className, value, kinds[object.kind]),
      let path = description.paths[name],
      let property = description.properties[path] ?? description.composed[path], property.name.isExactly(name)
    else { return [] }
    return property.computed.filter { value.value(at: $0) != nil }.map { $0.joined(separator: ".") }
  }

  package func entrySite(
    of name: String, as declared: String?, in object: ForeignObject, like forms: [String: ForeignEntryForm],
    _ document: TextValue
  ) -> ForeignSite? {
    let kind = kinds[object.kind]
    guard let list = kind.lists.first(where: { !$0.isFixed }) else { return nil }
    let value = document.value(atOffset: object.offset)
    if let list = value.value(at: list.path), list.kind != .array { return nil }
    // The format itself may declare an entry, by its name in the list.
    let description = description(of: object.className, value, kind)
    let path = description?.paths[name].flatMap { $0.dropLast() == list.path[...] ? $0 : nil }
    let own = path?.last.map { ForeignEntryForm(name: $0, typeName: nil) }
    guard let form = own ?? forms[name] ?? declared.map({ _ in ForeignEntryForm(name: name, typeName: nil) }) else {
      return nil
    }
    let stated = path.flatMap { description?.properties[$0]?.type } ?? form.typeName.flatMap(type)
    guard let type = declared ?? stated, own != nil || FormatWalk.identifier(form.name).isExactly(name) else {
      return nil
    }
    var entry: [(key: String, text: [UInt8]?)] = [(list.name, JSONString.quoted(form.name))]
    if let key = list.type {
      // Of several names for a type, the first is the general one, such as `int` as opposed to `object`.
      let general = typeNames.first { $0.type == type && $0.name.isName }?.text
      guard let typeName = (stated == type ? form.typeName : nil) ?? general else { return nil }
      entry.append((key, JSONString.quoted(typeName)))
    }
    var site = ForeignSite(path: list.path, type: type)
    site.entry = entry + [(list.value, nil)]
    return site
  }

  package func isEntryName(_ name: String, in object: ForeignObject, _ document: TextValue) -> Bool {
    let (kind, value) = (kinds[object.kind], document.value(atOffset: object.offset))
    return FormatWalk.identifier(name).isExactly(name)
      && description(of: object.className, value, kind)?.paths[name] == nil
  }

  package func obstacle(
    to name: String, in object: ForeignObject, _ document: TextValue
  ) -> ForeignObstacle? {
    let (kind, value) = (kinds[object.kind], document.value(atOffset: object.offset))
    let description = description(of: object.className, value, kind)
    guard let path = description?.paths[name],
      let property = description?.properties[path] ?? description?.composed[path]
    else {
      guard let list = kind.lists.first(where: { !$0.isFixed }), let found = value.value(at: list.path),
        found.kind != .array
      else { return nil }
      return ForeignObstacle(path: list.path, expected: "an array", value: found)
    }
    let paths = property.parts.isEmpty ? [path] : property.parts
    for path in paths {
      // The next key may be the number of an element, and an object may be a function, which has a message of its own.
      guard let (inner, found) = obstacle(on: path, in: value), found.kind != .object,
        found.kind != .array || Int(path[inner.count]) == nil
      else { continue }
      return ForeignObstacle(path: inner, expected: "an object", value: found)
    }
    return nil
  }

  /// Returns true if a member can be inserted at a key path: the place is empty, and all values along the path are
  /// plain objects.
  private func isFree(_ path: [String], in object: TextValue) -> Bool {
    obstacle(on: path, in: object) == nil && object.value(at: path) == nil
  }

  /// Returns the first value along a key path, before its end, that is not a plain object, with its own key path; nil if
  /// there is none.
  private func obstacle(on path: [String], in object: TextValue) -> (path: [String], value: TextValue)? {
    var container = object
    for (place, key) in path.dropLast().enumerated() {
      guard let next = container.member(key) else { return nil }
      guard next.kind == .object, function(next) == nil else { return (Array(path[...place]), next) }
      container = next
    }
    return nil
  }
}
