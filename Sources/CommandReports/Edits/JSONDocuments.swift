internal import InspectorKit
package import JSONText
internal import SceneSessions

extension StructureDifference {
  /// The JSON text of the difference, an element of `structure` in an `inspector-changes/1` document.
  package var record: String {
    var line = JSONLine()
    line.add("change", .string(word))
    line.add("object", .string(object))
    line.add("class", .string(className))
    switch kind {
    case .inserted(let site), .removed(let site):
      line.add("site", site.json)
      line.add("objects", .int(count))
    case .moved(let from, let to):
      line.add("old", from.json)
      line.add("new", to.json)
    case .id(let old):
      line.add("old", .string(old))
      line.add("new", .string(object))
    case .className(let old):
      line.add("old", .string(old))
      line.add("new", .string(className))
    case .name(let old, let new):
      line.add("old", old.map(JSON.string) ?? .null)
      line.add("new", new.map(JSON.string) ?? .null)
    case .constraints(let old, let new), .bindings(let old, let new):
      line.add("old", raw: old.map { ColumnReader.inOneLine(Array($0.utf8)) } ?? "null")
      line.add("new", raw: new.map { ColumnReader.inOneLine(Array($0.utf8)) } ?? "null")
    }
    line.add("effects", .array(effects.map(\.json)))
    return line.text
  }

  private var word: String {
    switch kind {
    case .inserted: "inserted"
    case .removed: "removed"
    case .moved: "moved"
    case .id: "id"
    case .className: "class"
    case .name: "name"
    case .constraints: "constraints"
    case .bindings: "bindings"
    }
  }
}

extension StructureDifference.Site {
  fileprivate var json: JSON { ["parent": parent.map(JSON.string) ?? .null, "index": .int(index)] }
}

extension InspectedProperty {
  /// Adds the JSON members about the property's value that `get` and `show` print.
  package func addValues(to line: inout JSONLine) {
    switch stored {
    case .value(let value): line.add("stored", value?.json ?? .null)
    // An unknown or refused value is quoted as the scene stores it.
    case .absent: if let storedText { line.add("stored", raw: storedText) }
    }
    if hasEffective { line.add("effective", effective?.json ?? .null) }
    if state != .unknown { line.add("default", defaultValue?.json ?? .null) }
    line.add("state", .string(state.rawValue))
    line.add("notes", .array(notes.map { .string($0.text) }))
  }

  /// The JSON text of the property, an element of `properties` in an `inspector-object/1` document.
  package var record: String { record { _ in } }

  /// Returns the ``record`` with further members, which `add` adds.
  package func record(_ add: (inout JSONLine) -> Void) -> String {
    var line = JSONLine()
    line.add("name", .string(name))
    line.add("label", .string(label))
    if let type { line.add("type", .string(type.rawValue)) }
    addValues(to: &line)
    if !isVisible { line.add("visible", .bool(false)) }
    definition?.addDetails(to: &line)
    add(&line)
    return line.text
  }
}

extension PropertyDefinition {
  /// Adds the property's remaining metadata, such as its range, options, help and the plugin's own entries. Entries
  /// that are `false` are left out.
  package func addDetails(to line: inout JSONLine) {
    let written: Set = ["name", "label", "type", "class", "default", "observed"]
    for member in json.objectValue ?? [] where !written.contains(member.key) && member.value != .bool(false) {
      line.add(member.key, member.value)
    }
  }
}

extension ObjectChange {
  /// The JSON text of the change, an element of `changes` in an `inspector-changes/1` document.
  package var record: String {
    var line = JSONLine()
    line.add("object", .string(object))
    line.add("class", .string(className))
    line.add("property", .string(property))
    if let renamedFrom { line.add("renamedFrom", .string(renamedFrom)) }
    if let old { line.add("old", raw: old) }
    if let new { line.add("new", raw: new) }
    if let rejected {
      line.add("rejected", .string(rejected))
      return line.text
    }
    if hasEffectiveBefore { line.add("effectiveBefore", effectiveBefore?.json ?? .null) }
    line.add("effective", effective?.json ?? .null)
    line.add("effects", .array(effects.map(\.json)))
    if !notes.isEmpty { line.add("notes", .array(notes.map { .string($0.text) })) }
    return line.text
  }
}

extension ColorChange {
  /// The JSON text of the change, an element of `palette` in an `inspector-changes/1` or `inspector-diff/1` document.
  package var record: String {
    var line = JSONLine()
    line.add("name", .string(name))
    if let newName { line.add("newName", .string(newName)) }
    if let old { line.add("old", raw: old) }
    if let new { line.add("new", raw: new) }
    if let uses { line.add("uses", .int(uses)) }
    return line.text
  }
}

extension ObjectChange.Effect {
  package var json: JSON {
    ["object": .string(object), "property": .string(property), "old": old?.json ?? .null, "new": new?.json ?? .null]
  }
}
