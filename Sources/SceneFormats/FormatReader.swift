internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A reader of a format's description, which reports the position of each fault.
struct FormatReader {
  /// The parsed contents of a format's description.
  struct Contents {
    var name = ""
    var title = ""
    var version = ""
    var description: [UInt8] = []
    var filePatterns: [String] = []
    var isOpen = false
    var marks: [FormatMarks] = []
    var unread: [(marks: FormatMarks, reason: String)] = []
    var kinds: [FormatKind] = []
    var roots: [(marks: FormatMarks, kind: Int)] = []
    var typeNames: [(name: NamePattern, type: String, text: String)] = []
    var colors = FormatColors()
    var objects: [String: [String]] = [:]
    var functions: [FormatFunction] = []
    var operators: Set<String> = []
    var classes: [String: FormatClass] = [:]
    var definitions: [DefinitionRule] = []
  }

  private let file: TextDocument
  let document: TextValue
  var contents = Contents()

  /// The indices of the kinds by name.
  private var kindNumbers: [String: Int] = [:]

  /// Loads a description, and checks that it is valid JSON.
  init(path: String) throws(SceneError) {
    file = try TextDocument.load(path: path)
    document = try file.validated()
  }

  /// Creates a reader of a text that is not in a file yet, and checks that it is valid JSON.
  init(text: [UInt8], path: String) throws(SceneError) {
    file = try TextDocument(bytes: text, name: path)
    document = try file.validated()
  }

  /// Returns the error for a fault, with its line and column.
  func located(_ fault: ForeignFault) -> SceneError { file.error(fault) }

  mutating func read() throws(ForeignFault) -> Contents {
    try readHead([
      "open", "unread", "root", "kinds", "typeNames", "objects", "functions", "operators", "classes", "definitions",
    ])
    contents.isOpen = try isTrue(document, "open")
    try readMarks()
    try readSpellings()
    try readClasses()
    try readKinds()
    try readFunctions()
    for value in try elements(document, "definitions") { contents.definitions.append(try definition(value)) }
    let components = FormatComponents(contents)
    for value in try elements(document, "classes") {
      try checkAppearance(of: value, value.member("name")?.string.flatMap { components[$0] })
    }
    return contents
  }

  /// Reads the members that all descriptions have.
  ///
  /// - Parameter keys: the further keys that this description may have.
  mutating func readHead(_ keys: [String]) throws(ForeignFault) {
    guard document.kind == .object, let format = document.member("format") else {
      throw fault(.notAFormat(found: nil), document)
    }
    guard format.string == "inspector-format/1" else {
      throw fault(.notAFormat(found: format.string ?? format.kind.words), format)
    }
    try checkKeys(
      document, "the format", ["format", "name", "title", "version", "help", "match", "colors"] + keys)
    contents.name = try string(document, "name", of: "the format")
    contents.title =
      try document.member("title").map { value throws(ForeignFault) in try text(value, "title") }
      ?? contents.name
    contents.version = try string(document, "version", of: "the format")
  }

  // MARK: parts

  private mutating func readMarks() throws(ForeignFault) {
    let match = try member(document, "match", of: "the format")
    let lists = match.kind == .array ? match.elements : [match]
    for list in lists {
      try checkKeys(list, "'match'", ["has", "files"])
      var files: [String] = []
      for pattern in list.member("files")?.elements ?? [] { files.append(try text(pattern, "files")) }
      var marks = try marks(list, of: "'match'")
      marks.files = files
      contents.filePatterns += files
      contents.marks.append(marks)
    }
    guard !contents.marks.isEmpty else {
      throw fault(.wrong("match", expected: "an object or a list of objects", found: "an empty list"), match)
    }
    if contents.filePatterns.isEmpty { contents.filePatterns = ["*.json"] }
    for entry in try elements(document, "unread") {
      try checkKeys(entry, "'unread'", ["has", "reason"])
      contents.unread.append((try marks(entry, of: "'unread'"), try string(entry, "reason", of: "'unread'")))
    }
  }

  /// Reads the marks in the member `has` of an object.
  func marks(_ value: TextValue, of owner: String) throws(ForeignFault) -> FormatMarks {
    let has = try member(value, "has", of: owner)
    let marks = FormatMarks(
      members: members(has).map { key, _, value in
        (Self.path(key), value.string == "*" ? nil : Array(value.text))
      })
    guard !marks.members.isEmpty else {
      let found = has.kind == .object ? "an empty one" : has.kind.words
      throw fault(.wrong("has", expected: "an object with members", found: found), has)
    }
    return marks
  }

  private mutating func readSpellings() throws(ForeignFault) {
    for (key, _, type) in try members(document, "typeNames") {
      let name = try text(type, key)
      guard PropertyType(rawValue: name) != nil else {
        throw fault(.wrong(key, expected: PropertyType.list, found: "'\(name)'"), type)
      }
      contents.typeNames.append((NamePattern(key), name, key))
    }
    try readObjects()
    try readColors()
  }

  mutating func readColors() throws(ForeignFault) {
    guard let colors = document.member("colors") else { return }
    try checkKeys(colors, "'colors'", ["form", "names"])
    if let value = colors.member("form") {
      let name = try text(value, "form")
      guard let form = FormatColors.Form(rawValue: name) else {
        throw fault(.wrong("form", expected: FormatColors.Form.list, found: "'\(name)'"), value)
      }
      contents.colors.form = form
    }
    for (key, _, value) in try members(colors, "names") {
      let name = try text(value, key)
      let isName = key.first?.isLetter == true && key.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
      guard isName else {
        throw fault(.wrong("names", expected: "made of letters, digits and hyphens", found: "'\(key)'"), value)
      }
      guard let color = Color(name) else { throw fault(.wrong(key, expected: "a color", found: "'\(name)'"), value) }
      contents.colors.names.append((key, color))
    }
  }

  /// Reads the member names of points, sizes and rectangles that are JSON objects.
  private mutating func readObjects() throws(ForeignFault) {
    for (key, _, value) in try members(document, "objects") {
      guard let parts = FormatSpelling.parts(of: key) else {
        throw fault(
          .wrong("objects", expected: "an object with the keys Point, Size and Rect", found: "'\(key)'"), value)
      }
      var names: [String] = []
      for name in try elements(document.member("objects") ?? value, key) { names.append(try text(name, key)) }
      guard names.count == parts.count, Set(names).count == names.count else {
        throw fault(.wrong(key, expected: "\(parts.count) different names", found: "\(names.count)"), value)
      }
      contents.objects[key] = names
    }
  }

  private mutating func readKinds() throws(ForeignFault) {
    _ = try member(document, "kinds", of: "the format")
    let list = try members(document, "kinds")
    for (number, member) in list.enumerated() { kindNumbers[member.key] = number }
    for (key, _, value) in list { contents.kinds.append(try kind(key, value)) }
    let root = try member(document, "root", of: "the format")
    guard root.kind == .array else {
      contents.roots = [(FormatMarks(), try kindNumber(root))]
      return
    }
    for rule in root.elements {
      try checkKeys(rule, "'root'", ["has", "kind"])
      contents.roots.append((try marks(rule, of: "'root'"), try kindNumber(member(rule, "kind", of: "'root'"))))
    }
  }

  // MARK: classes

  private mutating func readClasses() throws(ForeignFault) {
    let list = try elements(document, "classes")
    for value in list {
      let name = try string(value, "name", of: "a class")
      guard contents.classes[name] == nil else { throw fault(.classTwice(name), value) }
      var own = FormatClass(name: name)
      own.base = try value.member("base").map { base throws(ForeignFault) in try text(base, "base") }
      for property in try elements(value, "properties") { try add(property, to: &own) }
      contents.classes[name] = own
    }
    for value in list {
      guard let name = value.member("name")?.string else { continue }
      contents.classes[name] = try whole(name, value)
    }
    contents.description = FormatDescription(contents, list).text
  }

  private func add(_ value: TextValue, to description: inout FormatClass) throws(ForeignFault) {
    let name = try string(value, "name", of: "a property of '\(description.name)'")
    let type = try member(value, "type", of: "the property '\(name)'")
    guard let typeName = type.string, PropertyType(rawValue: typeName) != nil else {
      throw fault(.wrong("type", expected: PropertyType.list, found: type.string ?? type.kind.words), type)
    }
    guard let place = value.member("key") else {
      throw fault(.noKey(property: name, className: description.name), value)
    }
    let keys = try place.kind == .array ? paths(value, "key") : [Self.path(try text(place, "key"))]
    for key in keys where description.properties[key] != nil || description.composed[key] != nil {
      throw fault(.twice(key.joined(separator: "."), className: description.name), place)
    }
    guard description.paths[name] == nil else {
      throw fault(.nameTwice(name, className: description.name), value)
    }
    var property = FormatProperty(name: name, type: typeName, isReadOnly: try isTrue(value, "readOnly"))
    property.isOptional = try isTrue(value, "optional")
    property.isWhole = try isTrue(value, "whole")
    property.computed = try paths(value, "computes")
    description.paths[name] = keys.first
    guard place.kind == .array else {
      description.properties[keys[0]] = property
      return
    }
    let parts = FormatSpelling.parts(of: typeName) ?? []
    guard keys.count == parts.count, Set(keys).count == keys.count else {
      throw fault(.wrong("key", expected: FormatSpelling.keyCounts, found: "\(keys.count) for a \(typeName)"), place)
    }
    for key in keys {
      for other in keys where key != other && key.starts(with: other) {
        throw fault(.within(key.joined(separator: "."), other.joined(separator: ".")), place)
      }
    }
    property.parts = keys
    property.standards = parts.map { part in
      let number = value.member("default")?.member(part)
      return number?.kind == .number ? number.map { Array($0.text) } ?? [0x30] : [0x30]
    }
    for key in keys { description.composed[key] = property }
  }

  /// Returns a class with the properties of its bases.
  private func whole(_ name: String, _ value: TextValue) throws(ForeignFault) -> FormatClass {
    guard var whole = contents.classes[name] else { return FormatClass(name: name) }
    var (base, seen) = (whole.base, Set([name]))
    while let next = base {
      guard seen.insert(next).inserted else { throw fault(.circularBase(name), value) }
      guard let description = contents.classes[next] else { throw fault(.unknownBase(next, of: name), value) }
      // A property overrides a base's property of the same name, even at a different key path.
      for (path, property) in description.properties
      where whole.properties[path] == nil && whole.composed[path] == nil && whole.paths[property.name] == nil {
        (whole.properties[path], whole.paths[property.name]) = (property, path)
      }
      for property in description.composed.values where whole.paths[property.name] == nil {
        guard property.parts.allSatisfy({ whole.properties[$0] == nil && whole.composed[$0] == nil }) else { continue }
        whole.paths[property.name] = property.parts.first
        for part in property.parts { whole.composed[part] = property }
      }
      base = description.base
    }
    whole.names = KeyTable(whole.paths.keys.map { ($0, ()) })
    return whole
  }

  // MARK: values

  /// Returns the value of a Boolean member; false if it is missing. Throws a fault if the member is not a Boolean.
  func isTrue(_ value: TextValue, _ key: String) throws(ForeignFault) -> Bool {
    guard let found = value.member(key) else { return false }
    guard found.kind == .bool else {
      throw fault(.wrong(key, expected: "true or false", found: found.kind.words), found)
    }
    return found.text.elementsEqual("true".utf8)
  }

  func fault(_ reason: FormatRefusal, _ value: TextValue) -> ForeignFault {
    ForeignFault(reason, at: value.offset)
  }

  func members(_ value: TextValue) -> [(key: String, offset: Int, value: TextValue)] {
    var list: [(key: String, offset: Int, value: TextValue)] = []
    value.forEachMember { key, offset, value in
      list.append((JSONString.decode(key), offset, value))
      return true
    }
    return list
  }

  /// Returns the elements of an array; empty if the member is missing. Throws a fault if the member is not an array.
  func elements(_ value: TextValue, _ key: String) throws(ForeignFault) -> [TextValue] {
    guard let list = value.member(key) else { return [] }
    guard list.kind == .array else { throw fault(.wrong(key, expected: "an array", found: list.kind.words), list) }
    return list.elements
  }

  /// Returns the members of an object; empty if the member is missing. Throws a fault if the member is not an object.
  func members(
    _ value: TextValue, _ key: String
  ) throws(ForeignFault) -> [(key: String, offset: Int, value: TextValue)] {
    guard let object = value.member(key) else { return [] }
    guard object.kind == .object else {
      throw fault(.wrong(key, expected: "an object", found: object.kind.words), object)
    }
    return members(object)
  }

  /// Throws a fault if an object has an unknown key. `$comment` and `$schema` are allowed in every object.
  func checkKeys(_ value: TextValue, _ owner: String, _ known: [String]) throws(ForeignFault) {
    guard value.kind == .object else {
      throw fault(.notAnObject(owner, found: value.kind.words), value)
    }
    for (key, offset, _) in members(value) where !known.contains(key) && !["$comment", "$schema"].contains(key) {
      throw ForeignFault(
        FormatRefusal.unknownKey(key, of: owner, suggestion: DidYouMean.suggestion(for: key, among: known)), at: offset)
    }
  }

  func member(_ value: TextValue, _ key: String, of owner: String) throws(ForeignFault) -> TextValue {
    guard let found = value.member(key) else { throw fault(.missing(key, of: owner), value) }
    return found
  }

  func string(_ value: TextValue, _ key: String, of owner: String) throws(ForeignFault) -> String {
    try text(member(value, key, of: owner), key)
  }

  func text(_ value: TextValue, _ key: String) throws(ForeignFault) -> String {
    guard let text = value.string, !text.isEmpty else {
      throw fault(
        .wrong(key, expected: "a text", found: value.kind == .string ? "an empty one" : value.kind.words), value)
    }
    return text
  }

  func number(_ value: TextValue, _ key: String) throws(ForeignFault) -> Int {
    let found = try member(value, key, of: "a part")
    guard found.kind == .number, let number = JSONNumber.int(found.text), number > 0 else {
      throw fault(.wrong(key, expected: "a number above 0", found: String(decoding: found.text, as: UTF8.self)), found)
    }
    return number
  }

  func paths(_ value: TextValue, _ key: String) throws(ForeignFault) -> [[String]] {
    var paths: [[String]] = []
    for element in try elements(value, key) { paths.append(Self.path(try text(element, key))) }
    return paths
  }

  func kindNumber(_ value: TextValue) throws(ForeignFault) -> Int {
    let name = try text(value, "kind")
    guard let number = kindNumbers[name] else {
      let names = kindNumbers.keys.sorted()
      throw fault(.unknownKind(name, suggestion: DidYouMean.suggestion(for: name, among: names)), value)
    }
    return number
  }

  /// Splits a key path into its keys. `\.` stands for a dot within a key.
  static func path(_ text: String) -> [String] {
    var keys = [""]
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      if character == ".", !isEscaped { keys.append("") } else { keys[keys.count - 1].append(character) }
      isEscaped = false
    }
    return keys
  }
}
