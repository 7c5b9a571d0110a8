internal import InspectorKit
internal import JSONText
internal import SceneDocument

// Functions that read the kinds of objects, the rules of definitions, and the forms of computed values.
extension FormatReader {
  func kind(_ name: String, _ value: TextValue) throws(ForeignFault) -> FormatKind {
    let owner = "the kind '\(name)'"
    try checkKeys(
      value, owner,
      [
        "class", "base", "id", "name", "children", "attributes", "hidden", "opaque", "readOnly", "references", "fixed",
        "bases", "new",
      ])
    var kind = FormatKind(name: name)
    kind.className = try classRule(member(value, "class", of: owner), "class")
    kind.base = try value.member("base").map { base throws(ForeignFault) in try classRule(base, "base") }
    kind.hidden.formUnion(kind.className.paths + (kind.base?.paths ?? []))
    if let id = value.member("id") {
      let rule = try idRule(id, owner)
      if let member = rule.member { kind.hidden.insert([member]) }
      kind.id = rule
    }
    if let name = value.member("name") {
      kind.nameMember = try text(name, "name")
      if let member = kind.nameMember { kind.hidden.insert([member]) }
    }
    for child in try elements(value, "children") {
      let rule = try childRule(child, owner)
      for other in kind.children where other.path.starts(with: rule.path) || rule.path.starts(with: other.path) {
        throw fault(.within(rule.path.joined(separator: "."), other.path.joined(separator: ".")), child)
      }
      kind.children.append(rule)
    }
    if let sources = value.member("attributes") { try readSources(sources, owner, &kind) }
    kind.hidden.formUnion(kind.sources.filter { !$0.isEmpty })
    kind.hidden.formUnion(try paths(value, "hidden"))
    kind.opaque = Set(try paths(value, "opaque"))
    for path in try paths(value, "readOnly") {
      guard let last = path.last, last.hasSuffix("*") else {
        kind.readOnly.insert(path)
        continue
      }
      kind.readOnlyBeginnings.append(path.dropLast() + [String(last.dropLast())])
    }
    for entry in try elements(value, "bases") { kind.bases.append(try baseRule(entry, owner)) }
    for entry in try elements(value, "fixed") { kind.fixed.insert(try objectEdit(entry)) }
    for (key, _, target) in try members(value, "references") {
      kind.references.append((Self.path(key), try kindNumber(target)))
    }
    for object in try elements(value, "new") { kind.templates.append(try template(object, of: kind)) }
    return kind
  }

  private func template(_ object: TextValue, of kind: FormatKind) throws(ForeignFault) -> FormatTemplate {
    guard object.kind == .object else {
      throw fault(.wrong("new", expected: "made of objects", found: object.kind.words), object)
    }
    var template = FormatTemplate(className: kind.className.className(of: object))
    func read(_ value: TextValue, at path: [String]) {
      value.forEachMember { key, _, member in
        let path = path + [JSONString.decode(key)]
        if member.kind == .object, member.text.contains(UInt8(ascii: ":")) {
          read(member, at: path)
        } else {
          template.members.append((path, Array(member.text)))
        }
        return true
      }
    }
    read(object, at: [])
    return template
  }

  private func objectEdit(_ value: TextValue) throws(ForeignFault) -> ForeignRefusal.ObjectEdit {
    let (name, edits) = (try text(value, "fixed"), ForeignRefusal.ObjectEdit.allCases.map { "\"\($0.rawValue)\"" })
    guard let edit = ForeignRefusal.ObjectEdit(rawValue: name) else {
      throw fault(.wrong("fixed", expected: "made of \(edits.joined(separator: ", "))", found: "'\(name)'"), value)
    }
    return edit
  }

  private func childRule(_ child: TextValue, _ owner: String) throws(ForeignFault) -> ChildRule {
    try checkKeys(child, "'children' of \(owner)", ["at", "kind", "keyed", "single", "orValue", "has"])
    let path = Self.path(try string(child, "at", of: "a child of \(owner)"))
    var rule = ChildRule(path: path, kind: try kindNumber(member(child, "kind", of: "a child of \(owner)")))
    let (isKeyed, isSingle) = (try isTrue(child, "keyed"), try isTrue(child, "single"))
    guard !isKeyed || !isSingle else { throw fault(.keyedAndSingle(path.joined(separator: ".")), child) }
    (rule.form, rule.orValue) = (isKeyed ? .members : isSingle ? .single : .list, try isTrue(child, "orValue"))
    if child.member("has") != nil { rule.marks = try marks(child, of: "a child of \(owner)") }
    return rule
  }

  private func baseRule(_ value: TextValue, _ owner: String) throws(ForeignFault) -> BaseRule {
    let place = "a base of \(owner)"
    try checkKeys(value, place, ["kind", "file", "at", "number", "mask", "sets", "first", "id"])
    var rule = BaseRule(
      kind: try kindNumber(member(value, "kind", of: place)), file: Self.path(try string(value, "file", of: place)),
      path: Self.path(try string(value, "at", of: place)))
    guard value.member("number") != nil else { return rule }
    var number = BaseRule.Number(
      path: Self.path(try string(value, "number", of: place)), mask: .max,
      sets: Self.path(try string(value, "sets", of: place)), first: try string(value, "first", of: place),
      id: try string(value, "id", of: place))
    if value.member("mask") != nil { number.mask = try self.number(value, "mask") }
    rule.number = number
    return rule
  }

  private func idRule(_ id: TextValue, _ owner: String) throws(ForeignFault) -> IDRule {
    try checkKeys(id, "'id' of \(owner)", ["member", "key", "scope", "counter", "new"])
    var rule = IDRule()
    rule.member = try id.member("member").map { value throws(ForeignFault) in try text(value, "member") }
    let isKey = id.member("key").map { $0.text.elementsEqual("true".utf8) }
    guard isKey != false, (rule.member == nil) == (isKey == true) else {
      throw fault(.missing("member' or a 'key\": true", of: "'id' of \(owner)"), id)
    }
    rule.counter = try id.member("counter").map { value throws(ForeignFault) in Self.path(try text(value, "counter")) }
    if let value = id.member("new") {
      let name = try text(value, "new")
      guard name == "uuid" else { throw fault(.wrong("new", expected: "\"uuid\"", found: "'\(name)'"), value) }
      rule.isUUID = true
    }
    guard let value = id.member("scope") else { return rule }
    let name = try text(value, "scope")
    guard let scope = IDRule.Scope(rawValue: name) else {
      throw fault(.wrong("scope", expected: "\"document\", \"kind\" or \"parent\"", found: "'\(name)'"), id)
    }
    rule.scope = scope
    return rule
  }

  private func readSources(_ list: TextValue, _ owner: String, _ kind: inout FormatKind) throws(ForeignFault) {
    kind.sources = []
    guard list.kind == .array else {
      throw fault(.wrong("attributes", expected: "an array", found: list.kind.words), list)
    }
    for source in list.elements {
      guard source.member("list") == nil else {
        kind.lists.append(try listRule(source, owner))
        continue
      }
      guard (source.member("inline") == nil) != (source.member("at") == nil) else {
        throw fault(.missing("inline', an 'at' or a 'list", of: "a source of \(owner)"), source)
      }
      try checkKeys(source, "'attributes' of \(owner)", ["inline", "at"])
      kind.sources.append(source.member("inline") == nil ? Self.path(try string(source, "at", of: "'attributes'")) : [])
    }
  }

  private func listRule(_ value: TextValue, _ owner: String) throws(ForeignFault) -> ListRule {
    let place = "a list of \(owner)"
    try checkKeys(
      value, place, ["list", "name", "value", "type", "else", "references", "fixed", "arrays", "whole", "mirror"])
    var rule = ListRule(
      path: Self.path(try string(value, "list", of: place)), name: try string(value, "name", of: place),
      value: try string(value, "value", of: place))
    rule.type = try value.member("type").map { type throws(ForeignFault) in try text(type, "type") }
    rule.standardType = try value.member("else").map { type throws(ForeignFault) in try text(type, "else") }
    for (key, _, target) in try members(value, "references") { rule.references[key] = try kindNumber(target) }
    rule.isFixed = try isTrue(value, "fixed")
    for type in try elements(value, "whole") {
      let name = try text(type, "whole")
      guard PropertyType(rawValue: name) != nil else {
        throw fault(.wrong("whole", expected: PropertyType.list, found: "'\(name)'"), type)
      }
      rule.whole.insert(name)
    }
    if let arrays = value.member("arrays") {
      let pattern = NamePattern(try text(arrays, "arrays"))
      guard !pattern.isName else {
        throw fault(.wrong("arrays", expected: "a name with a *", found: arrays.string ?? ""), arrays)
      }
      rule.arrays = pattern
    }
    rule.mirror = try value.member("mirror").map { value throws(ForeignFault) in try mirror(value) }
    if let mirror = value.member("mirror"), !rule.isFixed || rule.type == nil {
      throw fault(.looseMirror, mirror)
    }
    return rule
  }

  private func mirror(_ value: TextValue) throws(ForeignFault) -> MirrorRule {
    try checkKeys(value, "'mirror'", ["key", "forms"])
    var rule = MirrorRule(key: try string(value, "key", of: "'mirror'"), forms: [])
    _ = try member(value, "forms", of: "'mirror'")
    for entry in try elements(value, "forms") {
      try checkKeys(entry, "a form of 'mirror'", ["types", "as", "element"])
      let element = try member(entry, "element", of: "a form of 'mirror'")
      let json = (try? JSON.parse(element.text)) ?? .null
      guard MirrorRule.Form.count(json) == 1 else {
        throw fault(
          .wrong("element", expected: "an element with the value \"*\" in one place", found: "a different one"), element
        )
      }
      _ = try member(entry, "types", of: "a form of 'mirror'")
      var form = MirrorRule.Form(types: [], element: json)
      for name in try elements(entry, "types") { form.types.append(NamePattern(try text(name, "types"))) }
      if let way = entry.member("as") {
        let (name, ways) = (try text(way, "as"), ForeignLeaf.Mirror.Spelling.allCases.map { "\"\($0.rawValue)\"" })
        guard let spelling = ForeignLeaf.Mirror.Spelling(rawValue: name) else {
          throw fault(.wrong("as", expected: ways.joined(separator: ", "), found: "'\(name)'"), way)
        }
        form.spelling = spelling
      }
      rule.forms.append(form)
    }
    return rule
  }

  func definition(_ value: TextValue) throws(ForeignFault) -> DefinitionRule {
    let owner = "a definition"
    try checkKeys(
      value, owner,
      [
        "at", "has", "file", "class", "base", "extends", "properties", "name", "type", "default", "range", "options",
      ])
    var rule = DefinitionRule(
      path: Self.path(try string(value, "at", of: owner)), name: Self.path(try string(value, "name", of: owner)),
      type: Self.path(try string(value, "type", of: owner)))
    rule.className = try value.member("class").map { key throws(ForeignFault) in Self.path(try text(key, "class")) }
    rule.base = try value.member("base").map { base throws(ForeignFault) in try className(base, "base") }
    rule.extends = try value.member("extends").map { base throws(ForeignFault) in try className(base, "extends") }
    guard (rule.className == nil) == (rule.base == nil), (rule.className == nil) != (rule.extends == nil) else {
      throw fault(.noOwner, value)
    }
    rule.properties = try value.member("properties").map { path throws(ForeignFault) in
      Self.path(try text(path, "properties"))
    }
    rule.standard = try value.member("default").map { path throws(ForeignFault) in Self.path(try text(path, "default"))
    }
    rule.file = try value.member("file").map { file throws(ForeignFault) in try text(file, "file") }
    if value.member("has") != nil { rule.marks = try marks(value, of: owner) }
    let range = try paths(value, "range")
    guard range.isEmpty || range.count == 2 else {
      throw fault(
        .wrong("range", expected: "the two key paths of the minimum and the maximum", found: "\(range.count)"), value)
    }
    if let minimum = range.first, let maximum = range.last { rule.range = (minimum, maximum) }
    for entry in try elements(value, "options") {
      try checkKeys(entry, "'options'", ["types", "from", "at", "name", "values", "value"])
      var options = DefinitionRule.Options(
        types: NamePattern(try string(entry, "types", of: "'options'")),
        path: Self.path(try string(entry, "at", of: "'options'")),
        name: try string(entry, "name", of: "'options'"), values: try string(entry, "values", of: "'options'"))
      options.member = try entry.member("from").map { key throws(ForeignFault) in Self.path(try text(key, "from")) }
      options.value = try entry.member("value").map { key throws(ForeignFault) in try text(key, "value") }
      rule.options.append(options)
    }
    return rule
  }

  private func className(_ value: TextValue, _ key: String) throws(ForeignFault) -> String {
    let name = try text(value, key)
    guard contents.classes[name] != nil else { throw fault(.unknownBase(name, of: "definitions"), value) }
    return name
  }

  private func classRule(_ value: TextValue, _ key: String) throws(ForeignFault) -> ClassRule {
    if value.kind == .string { return ClassRule(fixed: try text(value, key)) }
    try checkKeys(value, "'\(key)'", ["first", "member", "map", "else"])
    guard let otherwise = value.member("else") else { throw fault(.missing("else", of: "'\(key)'"), value) }
    var rule = try classRule(otherwise, "else")
    if value.member("first") != nil {
      rule.first = try paths(value, "first") + rule.first
      return rule
    }
    rule = ClassRule(fixed: try text(otherwise, "else"))
    rule.member = Self.path(try string(value, "member", of: "'\(key)'"))
    guard value.member("map") != nil else { return rule }
    var map: [String: String] = [:]
    for (key, _, name) in try members(value, "map") { map[key] = try text(name, key) }
    rule.map = map
    return rule
  }

  mutating func readFunctions() throws(ForeignFault) {
    for value in try elements(document, "functions") {
      try checkKeys(value, "a function", ["has", "operator", "parts"])
      var function = FormatFunction(parts: [])
      function.member = try value.member("has").map { value throws(ForeignFault) in try text(value, "has") }
      function.name = try value.member("operator").map { value throws(ForeignFault) in try text(value, "operator") }
      guard (function.member == nil) != (function.name == nil) else {
        throw fault(.missing("has' or an 'operator", of: "a function"), value)
      }
      _ = try member(value, "parts", of: "a function")
      for part in try elements(value, "parts") {
        try checkKeys(part, "a part", ["at", "from", "by", "type"])
        function.parts.append(try self.part(part))
      }
      contents.functions.append(function)
    }
    for value in try elements(document, "operators") {
      contents.operators.insert(try text(value, "operators"))
    }
  }

  private func part(_ value: TextValue) throws(ForeignFault) -> FormatFunction.Part {
    var part = FormatFunction.Part()
    part.type = try value.member("type").map { type throws(ForeignFault) in
      let name = try text(type, "type")
      guard name == FormatFunction.anyType || PropertyType(rawValue: name) != nil else {
        throw fault(.wrong("type", expected: PropertyType.list, found: "'\(name)'"), type)
      }
      return name
    }
    if let path = value.member("at") {
      part.path = Self.path(try text(path, "at"))
    } else {
      let (from, by) = (try number(value, "from"), try number(value, "by"))
      part.elements = (from, by)
    }
    return part
  }
}
