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
      let nameOfParent = ParentName.name(in: name)
      let known = numbersAndProperties(ofClass: nameOfParent == nil ? className : nil)
      let bare = nameOfParent ?? name
      if isUnedited(Self.path(bare)) || known.contains(where: { $0.isExactly(bare) }) { continue }
      let prefix = String(name.prefix(name.count - bare.count))
      let suggestion = DidYouMean.suggestion(for: name, among: known.map { prefix + $0 }.sorted())
      throw fault(
        .unknownName(name, in: key, of: className, isOfParent: nameOfParent != nil, suggestion: suggestion), entry)
    }
  }

  /// Returns the names of the properties of a class, or of all classes, and those of the numbers in their values, such as
  /// `frame.width`.
  private func numbersAndProperties(ofClass className: String?) -> [String] {
    contents.classes.flatMap { name, description -> [String] in
      if let className, !name.isExactly(className) { return [] }
      return (Array(description.properties.values) + Array(description.composed.values)).flatMap { property in
        [property.name] + (FormatSpelling.parts(of: property.type) ?? []).map { "\(property.name).\($0)" }
      }
    }
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
