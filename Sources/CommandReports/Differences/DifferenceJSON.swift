internal import CommandLineKit
internal import JSONText
internal import SceneSessions

extension CommandRun {
  /// Prints the difference between two scenes as `inspector-diff/1`.
  ///
  /// - Parameters:
  ///   - scene: the name of the new scene, as the user wrote it.
  ///   - against: the kind of the other scene: `old` for the old file of `inspector diff`, `saved` for the last saved
  ///     state, `scene` for the scene under a scratch, or `file` for a file changed by another program.
  ///   - old: the name of the old scene, as the user wrote it; nil if the command line does not name it.
  ///   - countsOnly: true to leave out the lists of differences.
  func printDifferences(
    _ comparison: SceneComparison, of scene: String, against: String, old: String?, countsOnly: Bool
  ) throws(Diagnostic) {
    let structure = EditResult(structureOf: comparison)
    var head = JSONLine()
    head.add("format", "inspector-diff/1")
    head.add("scene", path: scene)
    head.add("against", .string(against))
    if let old { head.add("old", path: old) }
    var members: [String] = []
    comparison.forEachMember { members.append($0.record) }
    if !countsOnly {
      head.add("members", list: members)
      head.add("palette", list: structure.colors.map(\.record))
      head.add("structure", list: structure.structure.map { "\n\($0.record)" })
    }
    let changes = countsOnly ? nil : JSONRecords(context, head, list: "changes")
    let objects = Set(structure.structure.map { ExactText($0.object) })
    if let changes { for change in structure.changes { changes.add(change.storedRecord) } }
    var (count, changed, former): (Int, Int, String?) = (structure.changes.count, 0, nil)
    comparison.forEachAttribute { attribute in
      if former?.isExactly(attribute.object) != true { changed += 1 }
      former = attribute.object
      guard !objects.contains(ExactText(attribute.object)) else { return }
      count += 1
      changes?.add(ObjectChange(attribute).storedRecord)
    }
    try checkCancelled()
    let counts: JSON = [
      "objects": .int(changed), "changes": .int(count), "structure": .int(structure.structure.count),
      "palette": .int(structure.colors.filter(\.isChanged).count), "members": .int(members.count),
    ]
    guard let changes else {
      head.add("counts", counts)
      return print(head.text)
    }
    changes.finish([("counts", counts.text())])
  }
}

extension SceneDifference.Member {
  fileprivate var record: String {
    var line = JSONLine()
    line.add("object", object.map(JSON.string) ?? .null)
    line.add("key", .string(key))
    if let old { line.add("old", raw: old) }
    if let new { line.add("new", raw: new) }
    return line.text
  }
}

extension ObjectChange {
  /// An element of `changes` in `inspector-diff/1`: the stored values, without effective ones.
  fileprivate var storedRecord: String {
    var line = JSONLine()
    line.add("object", .string(object))
    if !className.isEmpty { line.add("class", .string(className)) }
    line.add("property", .string(property))
    if let old { line.add("old", raw: old) }
    if let new { line.add("new", raw: new) }
    return line.text
  }
}
