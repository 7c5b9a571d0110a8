internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The rules for the names and types of values in Interface Builder documents.
struct InterfaceBuilderRules: Sendable {
  /// A rule for a value with a special name, or with a type that its text does not determine.
  struct Rule: Sendable {
    /// The name of the attribute in the scene.
    var name: String

    /// The keys of the enclosing elements and of the value itself, such as `["normal", "title"]`.
    var path: [String]
    var type: String

    /// The tags of the objects to which the rule applies; empty for all objects.
    var tags: Set<String>

    /// The tag of the element that is created for a new value if the object has no such element; nil if none is
    /// created.
    var element: String?
  }

  private var byPath: [[String]: [Rule]] = [:]
  private var byName: [ExactText: [Rule]] = [:]

  /// The attributes that identify or classify an element, and are not values of the object.
  static let identity: Set<String> = [
    "id", "key", "customClass", "customModule", "customModuleProvider", "userLabel", "sceneMemberID",
  ]

  /// Adds a rule. Returns false if another rule for the same objects has the same path or the same name.
  mutating func add(_ rule: Rule) -> Bool {
    func collides(_ other: Rule) -> Bool {
      rule.tags.isEmpty || other.tags.isEmpty
        ? rule.tags.isEmpty == other.tags.isEmpty : !rule.tags.isDisjoint(with: other.tags)
    }
    let isKnown = byPath[rule.path, default: []].contains(where: collides)
    if isKnown || byName[ExactText(rule.name), default: []].contains(where: collides) { return false }
    byPath[rule.path, default: []].append(rule)
    byName[ExactText(rule.name), default: []].append(rule)
    return true
  }

  /// Returns the rule for the value at a path in an object; nil if there is none. If no rule for the path applies to
  /// the tag, returns the first rule for other tags.
  func rule(at path: [String], in tag: String) -> Rule? { Self.fitting(byPath[path], tag) ?? byPath[path]?.first }

  /// Returns the rule for a value by its name in the scene; nil if none applies to the tag.
  func rule(named name: String, in tag: String) -> Rule? { Self.fitting(byName[ExactText(name)], tag) }

  /// Returns true if a key path cannot name a runtime attribute, because a value of the object already has the name or
  /// its first part.
  func isNative(_ keyPath: String, in tag: String) -> Bool {
    let first = keyPath.parts(between: ".")[0]
    return rule(named: keyPath, in: tag) != nil || Self.fitting(byPath[[first]], tag) != nil
      || first != keyPath && rule(named: first, in: tag) != nil
  }

  /// Returns the rule for a tag or, if there is none, the rule for all objects.
  private static func fitting(_ rules: [Rule]?, _ tag: String) -> Rule? {
    rules?.first { $0.tags.contains(tag) } ?? rules?.first(where: \.tags.isEmpty)
  }
}

extension FormatReader {
  /// Reads the general members of a format's description with the syntax of Interface Builder.
  mutating func readInterfaceBuilder() throws(ForeignFault) -> Contents {
    try readHead(["syntax", "properties"])
    let syntax = try string(document, "syntax", of: "the format")
    guard syntax == InterfaceBuilderFormat.syntax else {
      throw fault(
        .wrong(
          "syntax", expected: "\"\(InterfaceBuilderFormat.syntax)\"; formats of JSON documents have none",
          found: "'\(syntax)'"),
        document.member("syntax") ?? document)
    }
    let match = try member(document, "match", of: "the format")
    try checkKeys(match, "'match'", ["files"])
    for pattern in try elements(match, "files") { contents.filePatterns.append(try text(pattern, "files")) }
    try readColors()
    contents.description = FormatDescription(contents, []).text
    return contents
  }

  /// Reads the rules for values from a format's description with the syntax of Interface Builder.
  func interfaceBuilderRules() throws(ForeignFault) -> InterfaceBuilderRules {
    var rules = InterfaceBuilderRules()
    for value in try elements(document, "properties") {
      try checkKeys(value, "a property", ["name", "key", "type", "in", "element"])
      let key = try string(value, "key", of: "a property")
      let path = Self.path(key)
      let name = try value.member("name").map { name throws(ForeignFault) in try text(name, "name") } ?? key
      let type = try string(value, "type", of: "the property '\(name)'")
      guard PropertyType(rawValue: type) != nil else {
        throw fault(.wrong("type", expected: PropertyType.list, found: "'\(type)'"), value)
      }
      guard path.count <= 2 else {
        throw fault(.wrong("key", expected: "a key, or two with a dot between them", found: "'\(key)'"), value)
      }
      var tags: Set<String> = []
      for tag in try elements(value, "in") { tags.insert(try text(tag, "in")) }
      let element = try value.member("element").map { tag throws(ForeignFault) in try text(tag, "element") }
      guard rules.add(.init(name: name, path: path, type: type, tags: tags, element: element)) else {
        throw fault(.nameTwice(name, className: contents.name), value)
      }
    }
    return rules
  }
}
