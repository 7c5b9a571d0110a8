internal import InspectorKit
internal import JSONText
internal import SceneDocument

// The placements and drawings of classes, which are those of plugins without code.
extension FormatReader {
  /// Throws the first fault of the placement or the drawing of a class.
  func checkAppearance(of value: TextValue) throws(ForeignFault) {
    let name = try string(value, "name", of: "a class")
    if let list = value.member("placement") {
      guard list.kind == .array else {
        throw fault(.wrong("placement", expected: "an array", found: list.kind.words), list)
      }
      for entry in list.elements {
        try checkKeys(entry, "the placement of '\(name)'", PlacementTemplate.keys)
        let template = try read("placement", of: name, entry) { json throws(StatedProblem) in
          try PlacementTemplate(.array([json]))
        }
        try checkNames(template.names, in: "placement", of: name, at: entry)
      }
    }
    guard let list = value.member("drawing") else { return }
    guard list.kind == .array else {
      throw fault(.wrong("drawing", expected: "an array", found: list.kind.words), list)
    }
    for entry in list.elements {
      let template = try read("drawing", of: name, entry) { json throws(StatedProblem) in
        try DrawingTemplate(.array([json]))
      }
      let names = Set(template.references.map(\.name)).subtracting(DrawingTemplate.sizeNames)
      try checkNames(names, in: "drawing", of: name, at: entry)
    }
  }

  private func read<Template>(
    _ key: String, of name: String, _ entry: TextValue, _ read: (JSON) throws(StatedProblem) -> Template
  ) throws(ForeignFault) -> Template {
    do throws(StatedProblem) {
      return try read((try? JSON.parse(entry.text)) ?? .null)
    } catch {
      // The entry is read alone, and the fault has its place.
      let words = error.description
      throw fault(.appearance(key, of: name, reason: String(words.trimmingPrefix("entry 1: "))), entry)
    }
  }

  /// Throws a fault if a name is neither that of a property, nor the key path of a member that is not edited. The name
  /// of a parent's property may be that of any class.
  private func checkNames(
    _ names: Set<String>, in key: String, of className: String, at entry: TextValue
  ) throws(ForeignFault) {
    for name in names.sorted() {
      let ofParent = ParentName.name(in: name)
      let classes = contents.classes.filter { ofParent != nil || $0.key.isExactly(className) }.values
      let properties = classes.flatMap { Array($0.properties.values) + Array($0.composed.values) }
      guard let known = namesLike(ofParent ?? name, properties) else { continue }
      let prefix = name.prefix(name.count - (ofParent ?? name).count)
      let suggestion = DidYouMean.suggestion(for: name, among: known.map { prefix + $0 }.sorted())
      throw fault(
        .unknownName(name, in: key, of: className, isOfParent: ofParent != nil, suggestion: suggestion), entry)
    }
  }

  /// Returns nil if a name is that of one of the properties, or of a number in its value, or the key path of a member
  /// that is not edited; otherwise the names that may be meant.
  private func namesLike(_ name: String, _ properties: [FormatProperty]) -> [String]? {
    if properties.contains(where: { $0.name.isExactly(name) }) || isUnedited(Self.path(name)) { return nil }
    let dot = name.lastIndex(of: ".")
    let owner = dot.flatMap { dot in properties.first { $0.name.isExactly(String(name[..<dot])) } }
    guard let dot, let owner else { return properties.map(\.name) }
    let members = FormatSpelling.parts(of: owner.type) ?? []
    return members.contains(String(name[name.index(after: dot)...])) ? nil : members.map { "\(owner.name).\($0)" }
  }

  /// Returns true if a key path leads to a member that some kind declares as one that is not edited, or into it.
  private func isUnedited(_ path: [String]) -> Bool {
    contents.kinds.contains { kind in
      (1...path.count).contains { count in
        let start = Array(path[..<count])
        return kind.isReadOnly(start) || kind.hidden.contains(start) || kind.opaque.contains(start)
      }
    }
  }
}
