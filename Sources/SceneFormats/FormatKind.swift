internal import JSONText
internal import SceneDocument

/// A kind of object in a foreign format: where its class, id, name, children and values are.
struct FormatKind: Sendable {
  var name: String
  var className = ClassRule(fixed: "Object")
  /// The classes as which objects are inspected whose own class nothing describes; nil if there are none.
  var base: ClassRule?
  var id: IDRule?

  /// The key of the member that is the object's name; nil if the format has no names.
  var nameMember: String?

  /// The places of the children.
  var children: [ChildRule] = []

  /// The key paths of the JSON objects whose members are attributes; an empty path is the object itself.
  var sources: [[String]] = [[]]

  /// The lists whose entries are attributes, each with a name.
  var lists: [ListRule] = []

  /// The key paths of the members that are part of the structure, and no attributes.
  var hidden: Set<[String]> = []

  /// The key paths of the arrays and JSON objects that are never looked into.
  var opaque: Set<[String]> = []

  /// The key paths of the members that name objects of other kinds by their ids, with the numbers of these kinds.
  var references: [(path: [String], kind: Int)] = []

  /// The places of the values that an object has as long as it has none of its own.
  var bases: [BaseRule] = []

  /// The new objects of the kind that the format makes; the first one is for classes that none of them has.
  var templates: [FormatTemplate] = []

  /// The edits of the objects that are left to the program.
  var fixed: Set<ForeignRefusal.ObjectEdit> = []

  /// The key paths of the members that are shown and not edited.
  var readOnly: Set<[String]> = []

  /// The key paths of further such members, of which the last key begins like that of the member.
  var readOnlyBeginnings: [[String]] = []

  /// Returns true if a member is shown and not edited.
  func isReadOnly(_ path: [String]) -> Bool {
    readOnly.contains(path)
      || readOnlyBeginnings.contains { beginning in
        guard beginning.count == path.count, let start = beginning.last, let last = path.last else { return false }
        return last.begins(with: start) && beginning.dropLast() == path.dropLast()
      }
  }

  /// Returns true if a member at a key path would be read as an attribute.
  ///
  /// - Parameter properties: the properties of the object's class by their key paths.
  func reads(_ path: [String], _ properties: [[String]: FormatProperty]) -> Bool {
    let source = sources.filter { $0.count < path.count && path.starts(with: $0) }.map(\.count).max()
    guard let source, !isReadOnly(path), !lists.contains(where: { path.starts(with: $0.path) }) else {
      return false
    }
    return (source + 1...path.count).allSatisfy { count in
      let part = Array(path[..<count])
      let holdsChildren = children.contains { $0.path == part && !($0.orValue && count == path.count) }
      return !holdsChildren && !hidden.contains(part) && !opaque.contains(part)
        && (count == path.count || properties[part] == nil)
    }
  }
}

/// A new object as a format makes it.
struct FormatTemplate: Sendable {
  var className: String

  /// The values of the object by their key paths, as JSON texts.
  var members: [(path: [String], text: [UInt8])] = []
}

extension FormatKind {
  /// Returns the values of a new object of a class; nil if the format makes none of the kind.
  func template(ofClass name: String) -> FormatTemplate? {
    if let own = templates.first(where: { $0.className.isExactly(name) }) { return own }
    guard var template = templates.first, let member = className.member(of: name) else { return nil }
    template.members.removeAll { $0.path == member.path }
    template.members.append((member.path, JSONString.quoted(member.text)))
    template.className = name
    return template
  }
}

/// A rule for the place of an object's children.
struct ChildRule: Sendable {
  var path: [String]

  /// The number of the children's kind.
  var kind: Int

  var form = Form.list

  /// The members that an object has if it has these children.
  var marks = FormatMarks()

  /// True if a member of a different form is a value, and no fault.
  var orValue = false

  enum Form {
    /// The elements of an array are the children.
    case list
    /// The members of a JSON object are the children.
    case members
    /// A JSON object is the only child.
    case single
  }

  /// Returns true if a value has the form of the children.
  func holdsObjects(_ value: TextValue) -> Bool {
    switch form {
    case .list: value.kind == .array && value.elements.allSatisfy { $0.kind == .object }
    case .members, .single: value.kind == .object
    }
  }

  /// The form for messages.
  var words: String { form == .list ? "an array" : "an object" }
}

/// A rule for a list whose entries are attributes, such as `[{"name": "speed", "type": "int", "value": 3}]`.
struct ListRule: Sendable {
  var path: [String]

  /// The keys of an entry's name and value.
  var name: String
  var value: String

  /// The key of the name that the format has for the type of the value; nil if the entries have none.
  var type: String?

  /// The name of the type of entries without such a name.
  var standardType: String?

  /// The kinds of objects that entries of some types name by their ids.
  var references: [String: Int] = [:]

  /// The names of the types whose numbers are whole.
  var whole: Set<String> = []

  /// True if the list always has the same entries, so that none is inserted or removed.
  var isFixed = false

  /// The place where entries have their values a second time; nil if there is none.
  var mirror: MirrorRule?

  /// The names of the types of arrays, such as `Array<*>`, of which `*` is the name of the elements' type; nil if the format
  /// has none.
  var arrays: NamePattern?

  /// Returns the format's name for the type of an entry.
  func typeName(of entry: TextValue) -> String? { type.flatMap { entry.member($0)?.string } ?? standardType }
}

/// A rule for the class of an object.
struct ClassRule: Sendable {
  /// The class of all objects, or of those that the rest of the rule does not name.
  var fixed: String

  /// The key paths of the members that may be the class; the first that is a text and not empty is.
  var first: [[String]] = []

  /// The key path of the member that tells the class of the objects that have none of these; nil if all have the same.
  var member: [String]?

  /// The classes by the member's text; nil if the text is the class.
  var map: [String: String]?

  init(fixed: String) { self.fixed = fixed }

  /// The key paths of all members that tell the class.
  var paths: [[String]] { first + (member.map { [$0] } ?? []) }

  /// Returns the class that an object itself names; nil if it names none.
  func name(in object: TextValue) -> String? {
    for path in first {
      if let text = object.value(at: path)?.string, !text.isEmpty { return text }
    }
    return nil
  }

  /// Returns the member that gives an object a class, and its text; nil if the rule has no such member.
  func member(of name: String) -> (path: [String], text: String)? {
    guard let member else { return first.first.map { ($0, name) } }
    guard let map else { return (member, name) }
    return map.first { $0.value.isExactly(name) }.map { (member, $0.key) }
  }

  /// Returns the class of an object.
  func className(of object: TextValue) -> String {
    if let name = name(in: object) { return name }
    guard let member, let text = object.value(at: member)?.string, !text.isEmpty else { return fixed }
    return map.map { $0[text] ?? fixed } ?? text
  }
}

/// A rule for the object whose values an object has as long as it has none of its own.
struct BaseRule: Sendable {
  /// The number of the base's kind.
  var kind: Int

  /// The key path of the member with the name of the file; relative to the object or, with a ``number``, to a set.
  var file: [String]

  /// The key path of the base in its file or, with a ``number``, of the list of bases in its set.
  var path: [String]

  /// The number that chooses the base among those of several sets; nil if the file has one base.
  var number: Number?

  /// A number that counts through the bases of all sets, such as Tiled's global tile ids.
  struct Number: Sendable {
    /// The key path of the number in the object, and the bits that count.
    var path: [String]
    var mask: Int

    /// The key path of the sets in the document: an array, or one of them.
    var sets: [String]

    /// The keys of the first number of a set, and of a base's number in its set.
    var first: String
    var id: String
  }
}

/// A rule for the id of an object.
struct IDRule: Sendable {
  /// The key of the member that is the id; nil if the object's own key in its parent is.
  var member: String?

  var scope = Scope.document

  /// The key path of the number that the document keeps for the next object of the kind; nil if it keeps none.
  var counter: [String]?

  /// True if the ids are UUIDs.
  var isUUID = false

  /// The place in which no two objects have the same id.
  enum Scope: String, CaseIterable {
    case document
    /// Among the objects of a kind, whose name precedes them.
    case kind
    /// Among the children of an object, whose id and kind precede them.
    case parent
  }
}

/// A class of a foreign format, with the properties of its bases.
struct FormatClass: Sendable {
  var name: String
  var base: String?

  /// The properties by their key paths below the object.
  var properties: [[String]: FormatProperty] = [:]

  /// The key paths of the properties by their names.
  var paths: [String: [String]] = [:]

  /// The names of the properties.
  var names = KeyTable<Void>([])

  /// The composed properties by the key path of each of their members.
  var composed: [[String]: FormatProperty] = [:]
}

/// A property of a class of a foreign format.
struct FormatProperty: Sendable {
  var name: String
  var type: String
  var isReadOnly = false

  /// True if an object may have no value, as null says, too.
  var isOptional = false

  /// The key paths of the members that are the numbers of the value; none for a value that is one member.
  var parts: [[String]] = []

  /// The JSON texts of the numbers that missing members stand for.
  var standards: [[UInt8]] = []

  /// True if the numbers of the value are whole.
  var isWhole = false

  /// The key paths of the members that the program computes from the value.
  var computed: [[String]] = []
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
