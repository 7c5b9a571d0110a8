internal import JSONText
internal import SceneDocument

/// A kind of object in a foreign format: where its class, id, name, children and values are.
struct FormatKind: Sendable {
  var name: String
  var className = ClassRule(fixed: "Object")
  var id: IDRule?

  /// The key of the member that is the object's name; nil if the format has no names.
  var nameMember: String?

  /// The key paths of the lists of children, with the numbers of the children's kinds.
  var children: [(path: [String], kind: Int)] = []

  /// The key paths of the JSON objects whose members are attributes; an empty path is the object itself.
  var sources: [[String]] = [[]]

  /// The key paths of the members that are part of the structure, and no attributes.
  var hidden: Set<[String]> = []

  /// The key paths of the arrays and JSON objects that are never looked into.
  var opaque: Set<[String]> = []

  /// The key paths of the members that name objects of other kinds by their ids, with the numbers of these kinds.
  var references: [(path: [String], kind: Int)] = []

  /// The key paths of the members that are shown and not edited.
  var readOnly: Set<[String]> = []

  /// Returns true if a member at a key path would be read as an attribute.
  ///
  /// - Parameter properties: the properties of the object's class by their key paths.
  func reads(_ path: [String], _ properties: [[String]: FormatProperty]) -> Bool {
    let source = sources.filter { $0.count < path.count && path.starts(with: $0) }.map(\.count).max()
    guard let source, !readOnly.contains(path) else { return false }
    return (source + 1...path.count).allSatisfy { count in
      let part = Array(path[..<count])
      return !hidden.contains(part) && !opaque.contains(part) && (count == path.count || properties[part] == nil)
    }
  }
}

/// A rule for the class of an object.
struct ClassRule: Sendable {
  /// The class of all objects, or of those that the rest of the rule does not name.
  var fixed: String

  /// The key of the member that tells the class; nil if all objects have the same.
  var member: String?

  /// The classes by the member's text.
  var map: [String: String] = [:]

  init(fixed: String) { self.fixed = fixed }

  /// Returns the class of an object.
  func className(of object: TextValue) -> String {
    guard let member, let text = object.member(member)?.string else { return fixed }
    return map[text] ?? fixed
  }
}

/// A rule for the id of an object.
struct IDRule: Sendable {
  /// The key of the member that is the id; nil if the object's own key in its parent is.
  var member: String?

  /// True if ids are unique in the document; false if only those of one kind are, so that the kind's name precedes them.
  var isOfDocument = true
}

/// A class of a foreign format, with the properties of its bases.
struct FormatClass: Sendable {
  var name: String
  var base: String?

  /// The properties by their key paths below the object.
  var properties: [[String]: FormatProperty] = [:]

  /// The key paths of the properties by their names.
  var paths: [String: [String]] = [:]
}

/// A property of a class of a foreign format.
struct FormatProperty: Sendable {
  var name: String
  var type: String
  var isReadOnly = false
}

/// A form of value that is computed, of which some parts are constants that can be edited.
struct FormatFunction: Sendable {
  /// The key of the member that marks a JSON object as such a function; nil for an array.
  var member: String?

  /// The text of the first element that marks an array as such a function; nil for a JSON object.
  var name: String?

  var parts: [Part]

  /// The name that stands for the type that the JSON text of a part tells.
  static let anyType = "*"

  /// The parts of a function.
  struct Part: Sendable {
    /// The keys and numbers that lead to the part, of which `*` is each number; empty for a range of elements.
    var path: [String] = []

    /// The number of the first element, and the step to the next; nil if there is a path.
    var elements: (from: Int, by: Int)?

    /// The name of the parts' type, or ``anyType``; nil if it is that of the property.
    var type: String?
  }

  /// Returns true if a value is such a function.
  func matches(_ value: TextValue) -> Bool {
    if let member { return value.kind == .object && value.member(member) != nil }
    return value.firstElement?.string == name
  }

  /// Returns the constant parts and the nested functions of a value: with the keys and numbers that lead to them, with their
  /// place and with the name of their type.
  func values(
    in value: TextValue
  ) -> [(path: [String], key: Int, container: Int?, value: TextValue, type: String?)] {
    var found: [(path: [String], key: Int, container: Int?, value: TextValue, type: String?)] = []
    for part in parts {
      if let elements = part.elements {
        let list = value.elements
        for number in stride(from: elements.from, to: list.count, by: elements.by) {
          found.append(([String(number)], list[number].offset, nil, list[number], part.type))
        }
      } else {
        Self.visit(value, part.path[...], []) { path, key, container, value in
          found.append((path, key, container, value, part.type))
        }
      }
    }
    return found.sorted { $0.value.offset < $1.value.offset }
  }

  private static func visit(
    _ value: TextValue, _ rest: ArraySlice<String>, _ path: [String], key: Int? = nil, container: Int? = nil,
    _ body: ([String], Int, Int?, TextValue) -> Void
  ) {
    guard let first = rest.first else { return body(path, key ?? value.offset, container, value) }
    let after = rest.dropFirst()
    if value.kind == .array {
      for (number, element) in value.elements.enumerated() where first == "*" || Int(first) == number {
        visit(element, after, path + [String(number)], body)
      }
      return
    }
    value.forEachMember { key, offset, member in
      guard JSONString.equals(key, first) else { return true }
      visit(member, after, path + [first], key: offset, container: value.offset, body)
      return false
    }
  }
}
