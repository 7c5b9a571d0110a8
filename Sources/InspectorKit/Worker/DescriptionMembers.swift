internal import JSONText

/// A member of a plugin description that the format does not define: a misspelled one, or one of a later version.
///
/// A host that reads a description from a worker ignores such members; `plugin check` and `doctor` report them to the
/// author.
package struct UnknownMember: Hashable, Sendable {
  package let name: String

  /// A description of the object that contains the member, such as `the 'range' of 'Till.number'`.
  package let owner: String

  /// A similar name that the format defines; nil if no name is similar.
  package let suggestion: String?

  package let className: String?
  package let property: String?

  /// The byte offset of the name's opening quotation mark in the JSON text; 0 if it is not found.
  package let offset: Int
}

/// A search for the members of a plugin description that its format does not define. The members `$comment` and
/// `$schema` are allowed anywhere.
package struct DescriptionMembers {
  package private(set) var unknown: [UnknownMember] = []
  private let text: [UInt8]

  /// Searches a description and collects the members in ``unknown``. Finds nothing if the text is not valid JSON.
  ///
  /// - Parameter text: the JSON text of the description, as written.
  package init(_ text: [UInt8]) {
    self.text = text
    guard let json = try? JSON.parse(text) else { return }
    plugin(json)
  }

  /// The object whose members are being checked: its description, its path from the root, and the class and property
  /// that contain it.
  private struct Owner {
    var words: String
    var path: [Step]
    var className: String?
    var property: String?

    func inside(_ key: String, _ words: String) -> Owner {
      Owner(words: words, path: path + [.key(key)], className: className, property: property)
    }

    func element(_ key: String, _ number: Int, _ words: String) -> Owner {
      Owner(words: words, path: path + [.key(key), .number(number)], className: className, property: property)
    }
  }

  private enum Step {
    case key(String)
    case number(Int)
  }

  /// The keys that are allowed in every object, for the author's remarks and for editors.
  package static let free: Set<String> = ["$comment", "$schema"]

  private mutating func check(_ json: JSON, _ owner: Owner, _ known: [String]) {
    for member in json.objectValue ?? [] where !known.contains(member.key) && !Self.free.contains(member.key) {
      unknown.append(
        UnknownMember(
          name: member.key, owner: owner.words, suggestion: DidYouMean.suggestion(for: member.key, among: known),
          className: owner.className, property: owner.property,
          offset: offset(of: (owner.path + [.key(member.key)])[...])))
    }
  }

  // MARK: the objects of a description

  private mutating func plugin(_ json: JSON) {
    let owner = Owner(words: "the description", path: [])
    check(
      json, owner,
      [
        "format", "name", "version", "protocol", "components", "bases", "extensions", "resources", "settings",
        "transformers", "unlisted",
      ])
    for (number, item) in (json["transformers"]?.arrayValue ?? []).enumerated() {
      let words = "the transformer '\(item["name"]?.stringValue ?? "")'"
      check(item, owner.element("transformers", number, words), ["name", "type", "stored"])
    }
    for (number, item) in (json["settings"]?.arrayValue ?? []).enumerated() {
      let words = "the setting '\(item["name"]?.stringValue ?? "")'"
      check(
        item, owner.element("settings", number, words),
        [
          "name", "label", "type", "optional", "default", "help", "range", "softRange", "step", "unit", "options",
          "personal",
        ])
    }
    for list in ["components", "bases", "extensions"] {
      for (number, item) in (json[list]?.arrayValue ?? []).enumerated() {
        let name = item["name"]?.stringValue ?? ""
        var own = owner.element(list, number, "'\(name)'")
        own.className = name
        component(item, own)
      }
    }
  }

  private mutating func component(_ json: JSON, _ owner: Owner) {
    check(
      json, owner,
      [
        "name", "label", "extends", "aliases", "base", "help", "readsParent", "readsSettings", "inert", "parts",
        "draws", "drawing", "placement", "passesTouches", "hitTests", "properties", "actions", "title", "presets",
        "arrangement",
      ])
    if let arrangement = json["arrangement"] {
      check(
        arrangement, owner.inside("arrangement", "the arrangement of \(owner.words)"),
        ["sort", "group", "search", "related"])
    }
    for (number, item) in (json["presets"]?.arrayValue ?? []).enumerated() {
      let words = "the preset '\(item["name"]?.stringValue ?? "")' of '\(owner.className ?? "")'"
      check(item, owner.element("presets", number, words), ["name", "help", "values"])
    }
    let name = owner.className ?? ""
    for (number, item) in (json["properties"]?.arrayValue ?? []).enumerated() {
      let property = item["name"]?.stringValue ?? ""
      if item["name"] == nil, item["group"] != nil {
        check(item, owner.element("properties", number, "a group of '\(name)'"), ["group", "subgroup"])
        continue
      }
      var own = owner.element("properties", number, "'\(name).\(property)'")
      own.property = property
      self.property(item, own)
    }
    for (number, item) in (json["actions"]?.arrayValue ?? []).enumerated() {
      let words = "the action '\(name).\(item["name"]?.stringValue ?? "")'"
      check(
        item, owner.element("actions", number, words), ["name", "label", "class", "help", "enabledWhen", "sets"])
    }
    for (number, item) in (json["parts"]?.arrayValue ?? []).enumerated() {
      let words = "the part '\(item["name"]?.stringValue ?? "")' of '\(name)'"
      check(item, owner.element("parts", number, words), ["name", "class", "constraints"])
    }
    for (number, item) in (json["drawing"]?.arrayValue ?? []).enumerated() {
      entry(item, owner.element("drawing", number, "entry \(number + 1) of the drawing of '\(name)'"))
    }
    for (number, item) in (json["placement"]?.arrayValue ?? []).enumerated() {
      let words = "entry \(number + 1) of the placement of '\(name)'"
      check(item, owner.element("placement", number, words), PlacementTemplate.keys)
    }
  }

  private mutating func property(_ json: JSON, _ owner: Owner) {
    check(
      json, owner,
      ["name", "label", "type", "optional", "class", "default", "observed", "computed"]
        + PropertyMetadata.fields.map(\.name))
    for field in PropertyMetadata.fields {
      guard let value = json[field.name] else { continue }
      let words = "the '\(field.name)' of \(owner.words)"
      switch field.value {
      case .range: check(value, owner.inside(field.name, words), ["minimum", "maximum"])
      case .options:
        for (number, item) in (value.arrayValue ?? []).enumerated() {
          let words = "\(field.name == "flags" ? "a flag" : "an option") of \(owner.words)"
          let known = ["value", "label"] + (field.name == "flags" ? [] : ["aliases"])
          check(item, owner.element(field.name, number, words), known)
        }
      case .aliases:
        for (number, item) in (value.arrayValue ?? []).enumerated() where item.objectValue != nil {
          check(item, owner.element(field.name, number, "an alias of \(owner.words)"), ["name", "through"])
        }
      default: break
      }
    }
  }

  // MARK: drawings

  private mutating func entry(_ json: JSON, _ owner: Owner) {
    check(json, owner, Self.drawingEntry)
    for member in json.objectValue ?? [] {
      value(member.value, of: member.key, owner.inside(member.key, "'\(member.key)' in \(owner.words)"))
    }
  }

  /// Checks the members of the objects in a value of a drawing.
  ///
  /// - Parameter key: the key of the member whose value this is. It decides which members an object may have.
  private mutating func value(_ json: JSON, of key: String, _ owner: Owner) {
    if let items = json.arrayValue {
      for (number, item) in items.enumerated() {
        var own = owner
        own.path.append(.number(number))
        own.words = key == "group" ? "entry \(number + 1) of \(owner.words)" : owner.words
        if key == "group" { entry(item, own) } else { value(item, of: key, own) }
      }
      return
    }
    guard let members = json.objectValue else { return }
    guard json["property"] == nil, json["object"] == nil else {
      check(json, owner, json["property"] == nil ? Self.drawingFact : Self.drawingProperty)
      if let other = json["else"] { value(other, of: key, owner.inside("else", owner.words)) }
      return
    }
    guard let known = Self.drawingValues[key] else { return }
    check(json, owner, known)
    for member in members {
      value(member.value, of: member.key, owner.inside(member.key, "'\(member.key)' in \(owner.words)"))
    }
  }

  // MARK: places

  /// Returns the byte offset of the last key of a path, at its opening quotation mark; 0 if the path does not exist.
  private func offset(of path: ArraySlice<Step>) -> Int {
    text.withUnsafeBytes { bytes in
      var (reader, found) = (JSONReader(bytes), 0)
      return (try? Self.seek(path, &reader, bytes, &found)) == nil ? 0 : found
    }
  }

  private static func seek(
    _ path: ArraySlice<Step>, _ reader: inout JSONReader, _ bytes: UnsafeRawBufferPointer, _ found: inout Int
  ) throws(JSONSyntaxError) {
    guard let first = path.first else { return }
    switch first {
    case .key(let wanted):
      try reader.beginObject()
      while let key = try reader.nextKey() {
        guard JSONString.decode(key).isExactly(wanted) else {
          try reader.skipValue()
          continue
        }
        if let start = key.baseAddress, let base = bytes.baseAddress { found = start - base - 1 }
        return try seek(path.dropFirst(), &reader, bytes, &found)
      }
    case .number(let wanted):
      try reader.beginArray()
      for _ in 0..<wanted where try reader.nextElement() { try reader.skipValue() }
      if try reader.nextElement() { try seek(path.dropFirst(), &reader, bytes, &found) }
    }
  }
}

// The keys that ``DrawingReader`` and ``DrawingTemplate`` read.
extension DescriptionMembers {
  /// The keys allowed in an entry of a drawing template.
  private static let drawingEntry = [
    "fill", "stroke", "text", "image", "group", "in", "color", "linear", "radial", "from", "to", "center", "radius",
    "rule", "width", "cap", "join", "miterLimit", "dash", "dashPhase", "opacity", "transform", "clip", "shadow", "size",
    "weight", "alignment", "verticalAlignment", "lineLimit", "wraps", "truncation", "minimumScaleFactor", "when",
    "repeat",
  ]

  /// The keys allowed in an object inside a drawing entry, by the key of the member that contains the object.
  private static let drawingValues: [String: [String]] = [
    "fill": ["rect", "ellipse", "radius"], "stroke": ["rect", "ellipse", "radius"],
    "clip": ["rect", "ellipse", "radius"], "shadow": ["color", "offset", "blur"],
    "color": ["red", "green", "blue", "alpha", "white"], "text": ["number", "digits"], "image": ["number", "digits"],
  ]

  /// The keys allowed in a JSON object that stands for the value of a property.
  private static let drawingProperty = ["property", "else", "map", "digits"]

  /// The keys allowed in a JSON object that stands for a scene object's name or class.
  private static let drawingFact = ["object", "else", "map"]
}
