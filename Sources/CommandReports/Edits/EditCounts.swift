internal import CommandLineKit
internal import JSONText
internal import SceneSessions

/// The numbers of objects and colours that an edit changes, by kind of change.
struct EditCounts {
  /// The number of objects with changed attributes.
  private var changed = 0
  private var inserted = 0
  /// The ids of the first inserted objects, without those of their descendants.
  private var insertedIDs: [String] = []
  private static let mostIDs = 3
  private var removed = 0
  private var moved = 0
  private var renamed = 0
  private var reclassified = 0
  /// The number of objects with a new display name.
  private var named = 0
  private var constrained = 0
  /// The number of objects with changed bindings.
  private var bound = 0
  private var colors = 0
  /// The number of placeholders whose `ref` or `overrides` follow a renamed object of a template.
  private var followed = 0

  init() {}

  init(_ result: EditResult) { add(result) }

  mutating func add(_ result: EditResult) {
    changed += result.changed
    followed += result.followed
    colors += result.colors.filter(\.isChanged).count
    for difference in result.structure {
      switch difference.kind {
      case .inserted:
        inserted += difference.count
        if insertedIDs.count < Self.mostIDs { insertedIDs.append(difference.object) }
      case .removed: removed += difference.count
      case .moved: moved += 1
      case .id: renamed += 1
      case .className: reclassified += 1
      case .name: named += 1
      case .constraints: constrained += 1
      case .bindings: bound += 1
      }
    }
  }

  /// Returns text about values that were stored differently than given, such as `, 2 ended up with a different value`;
  /// empty if all values were stored as given.
  static func words(_ remarks: EditRemarks) -> String {
    var words = ""
    if remarks.overruled > 0 { words += ", \(remarks.overruled) ended up with a different value" }
    if remarks.paletteNames > 0 { words += ", \(pluralised(remarks.paletteNames, "palette name")) replaced" }
    return words
  }

  /// The ids of the first inserted objects in parentheses, such as ` ('star', 'star-2' and 4 more)`.
  private var idsInserted: String {
    var ids = insertedIDs.map { "'\(TerminalText.escaped($0))'" }
    if inserted > ids.count { ids.append("\(inserted - ids.count) more") }
    let last = ids.popLast() ?? ""
    return " (\(ids.isEmpty ? "" : "\(ids.joined(separator: ", ")) and ")\(last))"
  }

  /// Returns the counts as text, such as `3 objects changed, 1 inserted, 2 removed`, or `nothing to change`.
  ///
  /// - Parameter namesInserted: true to add the ids of the first inserted objects.
  func words(isDryRun: Bool, namesInserted: Bool = false) -> String {
    let ids = namesInserted && inserted > 0 ? idsInserted : ""
    var words = [
      (changed, "changed"), (inserted, "inserted\(ids)"), (removed, "removed"), (moved, "moved"), (renamed, "renamed"),
      (reclassified, "given a new class"), (named, "given a new name"),
      (constrained, "given new constraints"), (bound, "given new bindings"),
    ].filter { $0.0 > 0 }.enumerated().map { place, count in
      let number = place == 0 ? "\(pluralised(count.0, "object"))\(isDryRun ? " would be" : "")" : "\(count.0)"
      return "\(number) \(count.1)"
    }
    if colors > 0 {
      let verb = isDryRun && words.isEmpty ? "would be changed" : "changed"
      words.append("\(pluralised(colors, "colour")) of the palette \(verb)")
    }
    if followed > 0 {
      let verb = isDryRun && words.isEmpty ? "would be updated" : "updated"
      words.append("\(pluralised(followed, "placeholder")) \(verb)")
    }
    return words.isEmpty ? "nothing to change" : words.joined(separator: ", ")
  }
}
