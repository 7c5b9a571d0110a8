internal import JSONText
internal import SceneDocument

// Overrides are compared by inner object and property, without the templates.
extension SceneDifference {
  /// The key of a placeholder's member that contains its overrides.
  static let overridesKey = "overrides"

  /// The key of a placeholder's member that names its template.
  static let referenceKey = "ref"

  /// Returns the differing overrides of a placeholder that both scenes contain, as values of its inner objects. Returns
  /// nil if the members can only be compared as wholes: because one of them is not an object of objects, or because
  /// only one of them has a certain entry without values.
  ///
  /// - Parameter className: returns the class of an inner object by its id; empty if that is unknown.
  static func overrides(
    _ old: SceneDocument, _ oldNode: NodeIndex, _ new: SceneDocument, _ newNode: NodeIndex,
    className: (String) -> String = { _ in "" }
  ) -> [Attribute]? {
    let (before, after) = (old.overridesText(of: oldNode), new.overridesText(of: newNode))
    if before == after { return [] }
    guard let former = entries(before), let current = entries(after) else { return nil }
    let placeholder = new.id(newNode)
    var found: [Attribute] = []
    func add(_ address: String, _ old: Values?, _ new: Values?) -> Bool {
      let object = "\(placeholder)/\(address)"
      let changes = changes(old ?? [], new ?? [])
      for (key, old, new) in changes {
        var attribute = Attribute(
          object: object, className: className(object), property: key, old: old, new: new)
        attribute.placeholder = placeholder
        found.append(attribute)
      }
      return !changes.isEmpty || (old == nil) == (new == nil)
    }
    let known = Dictionary(former.map { (ExactText($0.address), $0.values) }, uniquingKeysWith: { first, _ in first })
    for (address, values) in current {
      guard add(address, known[ExactText(address)], values) else { return nil }
    }
    let left = Set(current.map { ExactText($0.address) })
    for (address, values) in former where !left.contains(ExactText(address)) {
      guard add(address, values, nil) else { return nil }
    }
    return found
  }

  private typealias Values = [(key: String, text: String)]

  private static func entries(_ text: [UInt8]?) -> [(address: String, values: Values)]? {
    guard let text else { return [] }
    guard let members = (try? PlacedJSON(text))?.members else { return nil }
    var entries: [(address: String, values: Values)] = []
    for member in members {
      guard let values = member.value.members else { return nil }
      entries.append((member.key, values.map { ($0.key, $0.value.raw) }))
    }
    return entries
  }
}
