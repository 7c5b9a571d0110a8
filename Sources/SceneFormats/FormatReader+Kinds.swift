internal import InspectorKit
internal import SceneDocument

// The kinds of objects, and the forms of computed values.
extension FormatReader {
  func kind(_ name: String, _ value: TextValue) throws(ForeignFault) -> FormatKind {
    let owner = "the kind '\(name)'"
    try checkKeys(
      value, owner,
      ["class", "base", "id", "name", "children", "attributes", "hidden", "opaque", "readOnly", "references"])
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
      try checkKeys(child, "'children' of \(owner)", ["at", "kind", "keyed", "single", "orValue"])
      let path = Self.path(try string(child, "at", of: "a child of \(owner)"))
      var rule = ChildRule(path: path, kind: try kindNumber(member(child, "kind", of: "a child of \(owner)")))
      let (isKeyed, isSingle) = (try isTrue(child, "keyed"), try isTrue(child, "single"))
      guard !isKeyed || !isSingle else { throw fault(.keyedAndSingle(path.joined(separator: ".")), child) }
      (rule.form, rule.orValue) = (isKeyed ? .members : isSingle ? .single : .list, try isTrue(child, "orValue"))
      for other in kind.children where other.path.starts(with: path) || path.starts(with: other.path) {
        throw fault(.within(path.joined(separator: "."), other.path.joined(separator: ".")), child)
      }
      kind.children.append(rule)
    }
    if let sources = value.member("attributes") { try readSources(sources, owner, &kind) }
    kind.hidden.formUnion(kind.sources.filter { !$0.isEmpty })
    kind.hidden.formUnion(try paths(value, "hidden"))
    kind.opaque = Set(try paths(value, "opaque"))
    kind.readOnly = Set(try paths(value, "readOnly"))
    for (key, _, target) in try members(value, "references") {
      kind.references.append((Self.path(key), try kindNumber(target)))
    }
    return kind
  }

  private func idRule(_ id: TextValue, _ owner: String) throws(ForeignFault) -> IDRule {
    try checkKeys(id, "'id' of \(owner)", ["member", "key", "scope", "counter"])
    var rule = IDRule()
    rule.member = try id.member("member").map { value throws(ForeignFault) in try text(value, "member") }
    let isKey = id.member("key").map { $0.text.elementsEqual("true".utf8) }
    guard isKey != false, (rule.member == nil) == (isKey == true) else {
      throw fault(.missing("member' or a 'key\": true", of: "'id' of \(owner)"), id)
    }
    rule.counter = try id.member("counter").map { value throws(ForeignFault) in Self.path(try text(value, "counter")) }
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
    try checkKeys(value, place, ["list", "name", "value", "type", "else", "references"])
    var rule = ListRule(
      path: Self.path(try string(value, "list", of: place)), name: try string(value, "name", of: place),
      value: try string(value, "value", of: place))
    rule.type = try value.member("type").map { type throws(ForeignFault) in try text(type, "type") }
    rule.standardType = try value.member("else").map { type throws(ForeignFault) in try text(type, "else") }
    for (key, _, target) in try members(value, "references") { rule.references[key] = try kindNumber(target) }
    return rule
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
