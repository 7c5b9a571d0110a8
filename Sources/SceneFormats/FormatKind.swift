internal import JSONText
internal import SceneDocument

/// A kind of object in a foreign format, with the rules that locate its class, id, name, children and values.
struct FormatKind: Sendable {
  var name: String
  var className = ClassRule(fixed: "Object")
  /// The rule for the class used to inspect objects of undescribed classes; nil if there is none.
  var base: ClassRule?
  var id: IDRule?

  /// The key of the member that is the object's name; nil if the format has no names.
  var nameMember: String?

  /// The rules that locate an object's children.
  var children: [ChildRule] = []

  /// The key paths of the JSON objects whose members are attributes; an empty path is the object itself.
  var sources: [[String]] = [[]]

  /// The rules for lists of named attributes.
  var lists: [ListRule] = []

  /// The key paths of the members that belong to the structure and are not attributes.
  var hidden: Set<[String]> = []

  /// The key paths of the arrays and JSON objects whose contents are never read.
  var opaque: Set<[String]> = []

  /// The key paths of the members that refer to objects by id, each with the index of the objects' kind.
  var references: [(path: [String], kind: Int)] = []

  /// The rules for the bases of an object, from which it inherits missing values.
  var bases: [BaseRule] = []

  /// The templates for new objects of the kind. The first also serves classes without a template of their own.
  var templates: [FormatTemplate] = []

  /// The kinds of object edits that only the document's own program may make.
  var fixed: Set<ForeignRefusal.ObjectEdit> = []

  /// The key paths of read-only members, which are shown but cannot be edited.
  var readOnly: Set<[String]> = []

  /// The key paths of further read-only members, in which the last key is only a prefix of the member's key.
  var readOnlyBeginnings: [[String]] = []

  /// Returns true if the member at a key path is read-only.
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

/// A template for new objects of a class.
struct FormatTemplate: Sendable {
  var className: String

  /// The initial members of the object, as key paths and JSON texts.
  var members: [(path: [String], text: [UInt8])] = []
}

extension FormatKind {
  /// Returns the template for a new object of a class; nil if the format cannot create such an object.
  func template(ofClass name: String) -> FormatTemplate? {
    if let own = templates.first(where: { $0.className.isExactly(name) }) { return own }
    guard var template = templates.first, let member = className.member(of: name) else { return nil }
    template.members.removeAll { $0.path == member.path }
    template.members.append((member.path, JSONString.quoted(member.text)))
    template.className = name
    return template
  }
}

/// A rule that locates the children of an object.
struct ChildRule: Sendable {
  var path: [String]

  /// The index of the children's kind in the format.
  var kind: Int

  var form = Form.list

  /// The members by which an object with these children is recognised.
  var marks = FormatMarks()

  /// True if a member in a different form is an ordinary value instead of a fault.
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

  /// The form as a phrase for messages, such as `an array`.
  var words: String { form == .list ? "an array" : "an object" }
}

/// A rule for a list whose entries are attributes, such as `[{"name": "speed", "type": "int", "value": 3}]`.
struct ListRule: Sendable {
  var path: [String]

  /// The keys of an entry's name and value.
  var name: String
  var value: String

  /// The key of an entry's type name; nil if entries have no type name.
  var type: String?

  /// The type name for entries that do not have one.
  var standardType: String?

  /// The indices of the kinds to which entries refer by id, by the type name of the entry.
  var references: [String: Int] = [:]

  /// The names of the types whose numbers must be integers.
  var whole: Set<String> = []

  /// True if the list always has the same entries, so that none is inserted or removed.
  var isFixed = false

  /// The rule for the second copy of each entry's value; nil if there is no copy.
  var mirror: MirrorRule?

  /// The pattern of the names of array types, such as `Array<*>`, where `*` stands for the name of the element type;
  /// nil if the format has no array types.
  var arrays: NamePattern?

  /// Returns the format's name for the type of an entry.
  func typeName(of entry: TextValue) -> String? { type.flatMap { entry.member($0)?.string } ?? standardType }
}

/// A rule that determines the class of an object.
struct ClassRule: Sendable {
  /// The default class, for objects to which the rest of the rule does not assign a class.
  var fixed: String

  /// The key paths of the members that may name the class. The first non-empty string is the class.
  var first: [[String]] = []

  /// The key path of the member that determines the class if no member in ``first`` does; nil if ``fixed`` then
  /// applies.
  var member: [String]?

  /// The classes by the text of ``member``; nil if the text itself is the class.
  var map: [String: String]?

  init(fixed: String) { self.fixed = fixed }

  /// The key paths of all members that determine the class.
  var paths: [[String]] { first + (member.map { [$0] } ?? []) }

  /// Returns the class named by a member in ``first``; nil if there is no such member.
  func name(in object: TextValue) -> String? {
    for path in first {
      if let text = object.value(at: path)?.string, !text.isEmpty { return text }
    }
    return nil
  }

  /// Returns the member and the text that assign a class to an object; nil if the rule cannot assign the class.
  func member(of name: String) -> (path: [String], text: String)? {
    guard let member else { return first.first.map { ($0, name) } }
    guard let map else { return (member, name) }
    return map.first { $0.value.isExactly(name) }.map { (member, $0.key) }
  }

  /// Returns the class of an object, from the members of the rule or, failing that, the default class.
  func className(of object: TextValue) -> String {
    if let name = name(in: object) { return name }
    guard let member, let text = object.value(at: member)?.string, !text.isEmpty else { return fixed }
    return map.map { $0[text] ?? fixed } ?? text
  }
}

/// A rule that locates a base of an object.
struct BaseRule: Sendable {
  /// The index of the base's kind in the format.
  var kind: Int

  /// The key path of the file name, relative to the object or, with a ``number``, to a set.
  var file: [String]

  /// The key path of the base in its file or, with a ``number``, of the list of bases in its set.
  var path: [String]

  /// The rule for the number that selects the base from several sets; nil if the file contains a single base.
  var number: Number?

  /// A number that identifies a base across all sets, such as Tiled's global tile id.
  struct Number: Sendable {
    /// The key path of the number in the object, and the mask of its significant bits.
    var path: [String]
    var mask: Int

    /// The key path of the sets in the document: an array of sets, or a single set.
    var sets: [String]

    /// The key of a set's first number, and the key of a base's number within its set.
    var first: String
    var id: String
  }
}

/// A rule that determines the id of an object.
struct IDRule: Sendable {
  /// The key of the member that stores the id; nil if the object's key in its parent is the id.
  var member: String?

  var scope = Scope.document

  /// The key path of the document's counter for the next id of this kind; nil if there is no counter.
  var counter: [String]?

  /// True if the ids are UUIDs.
  var isUUID = false

  /// The scope in which ids are unique.
  enum Scope: String, CaseIterable {
    case document
    /// The objects of one kind. In the scene, the name of the kind precedes the id.
    case kind
    /// The children of one object. In the scene, the parent's id and the name of the kind precede the id.
    case parent
  }
}

/// A class of a foreign format, with the properties of its bases.
struct FormatClass: Sendable {
  var name: String
  var base: String?

  /// The properties by their key paths relative to the object.
  var properties: [[String]: FormatProperty] = [:]

  /// The key paths of the properties by their names.
  var paths: [String: [String]] = [:]

  /// The names of the properties, in a table that allows lookups by raw key.
  var names = KeyTable<Void>([])

  /// The composed properties by the key path of each of their members.
  var composed: [[String]: FormatProperty] = [:]
}

/// A property of a class of a foreign format.
struct FormatProperty: Sendable {
  var name: String
  var type: String
  var isReadOnly = false

  /// True if the value may be missing or null.
  var isOptional = false

  /// The key paths of the members that together form the value; empty if a single member stores it.
  var parts: [[String]] = []

  /// The default numbers for missing members of ``parts``, as JSON texts.
  var standards: [[UInt8]] = []

  /// True if the value's numbers must be integers.
  var isWhole = false

  /// The key paths of the members that the program computes from the value.
  var computed: [[String]] = []
}

/// A kind of computed value whose constant parts can be edited.
struct FormatFunction: Sendable {
  /// The key of the member that marks a JSON object as this function; nil if the function is an array.
  var member: String?

  /// The text of the first element that marks an array as this function; nil if the function is a JSON object.
  var name: String?

  var parts: [Part]

  /// The name that stands for the type inferred from a part's JSON text.
  static let anyType = "*"

  /// A rule that locates constant parts of a function.
  struct Part: Sendable {
    /// The keys and indices that lead to the part, where `*` stands for every index; empty if ``elements`` is set.
    var path: [String] = []

    /// The index of the first element, and the step to the next one; nil if ``path`` is set.
    var elements: (from: Int, by: Int)?

    /// The name of the parts' type, or ``FormatFunction/anyType``; nil for the type of the property.
    var type: String?
  }

  /// Returns true if a value is this function.
  func matches(_ value: TextValue) -> Bool {
    if let member { return value.kind == .object && value.member(member) != nil }
    return value.firstElement?.string == name
  }

  /// Returns the constant parts and nested functions of a value in document order, each with its path, its place and
  /// the name of its type.
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
