internal import InspectorKit
internal import SceneDocument

/// The parsing of selectors and places of a step in a script.
extension ScriptReader {
  mutating func selector(_ key: String, _ part: Diagnostic.Part) throws(ScriptProblem) -> Selector {
    try selector(try needed(key), "/\(key)", part)
  }

  mutating func selector(
    _ value: PlacedJSON, _ path: String, _ part: Diagnostic.Part
  ) throws(ScriptProblem) -> Selector {
    let key = String(path.split(separator: "/").last ?? "")
    let text = try text(value, key)
    parts[part] = (path, value.offset)
    do throws(SelectorError) {
      return try Selector(parsing: text)
    } catch {
      // An escape makes the text longer than the selector, so the offset in the selector cannot be used.
      let offset = value.raw.contains("\\") ? value.offset : value.offset + 1 + error.offset
      throw ScriptProblem(at: offset, .selector(key, step: number, error))
    }
  }

  mutating func place() throws(ScriptProblem) -> StepPlace? {
    let (into, at) = (value("into"), value("at"))
    guard into != nil || at != nil else { return nil }
    var place = StepPlace()
    if let into, !into.isNull { place.parent = try selector(into, "/into", .parent) }
    guard let at else { return place }
    parts[.index] = ("/at", at.offset)
    switch at.kind {
    case .string("first"): place.position = .first
    case .string("last"): place.position = .last
    case .number:
      guard let index = at.integer, index >= 0 else { throw noPlace(at) }
      place.position = .index(index)
    case .object(let members):
      guard members.count == 1, ["before", "after"].contains(members[0].key) else { throw noPlace(at) }
      if let into { throw ScriptProblem(at: into.offset, .twoPlaces(step: number)) }
      let sibling = try selector(members[0].value, "/at/\(members[0].key)", .sibling)
      place.position = members[0].key == "before" ? .before(sibling) : .after(sibling)
    default: throw noPlace(at)
    }
    return place
  }

  private func noPlace(_ at: PlacedJSON) -> ScriptProblem {
    ScriptProblem(at: at.offset, .noPlace(step: number, found: at.words))
  }
}
