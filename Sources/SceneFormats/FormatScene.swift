internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A builder of the scene that a foreign document describes.
struct FormatScene {
  private let mapping: FormatMapping
  private let files: ForeignFiles

  /// An object found in the document.
  private struct Found {
    var value: TextValue
    var kind: Int

    /// The key of the object in its parent; nil for an element of an array.
    var key: String?

    /// The place of the object in the document, such as `/layers/3`.
    var place: String
    var level: Int
    var parent: Int?

    /// The offset of the array or JSON object that contains the object, and the offset of the object's key in it.
    var list: Int?
    var keyOffset: Int?

    /// True if the object is the single child at its place, as the value of a member.
    var isSingle = false
    var id: String?
    var idPlace: ForeignID?

    /// The offset at which messages about the object's id are located.
    var idOffset: Int { idPlace?.span.lowerBound ?? keyOffset ?? value.offset }
  }

  private var found: [Found] = []

  /// The maximum nesting depth of objects.
  private static let mostLevels = 500

  init(_ mapping: FormatMapping, _ files: ForeignFiles) { (self.mapping, self.files) = (mapping, files) }

  mutating func build(_ document: TextValue) throws(ForeignFault) -> ForeignScene {
    guard document.kind == .object else {
      throw ForeignFault(
        ForeignRefusal.wrongMember("the document", expected: "an object", found: document.kind.words),
        at: document.offset)
    }
    guard let root = mapping.rootKind(of: document) else {
      throw ForeignFault(FormatRefusal.noRoot, at: document.offset)
    }
    try find(Found(value: document, kind: root, place: "", level: 0))
    try giveIDs()
    return write(document)
  }

  private mutating func find(_ object: Found) throws(ForeignFault) {
    guard object.level < Self.mostLevels else {
      throw ForeignFault(FormatRefusal.tooDeep(limit: Self.mostLevels), at: object.value.offset)
    }
    let number = found.count
    found.append(object)
    let kind = mapping.kinds[object.kind]
    for (ruleNumber, list) in mapping.paths(kind, nil).childValues(in: object.value) {
      let rule = kind.children[ruleNumber]
      guard rule.marks.fit(object.value), !rule.orValue || rule.holdsObjects(list) else { continue }
      let place = ([object.place] + rule.path).joined(separator: "/")
      if rule.form == .single, list.kind == .object {
        try find(single(list, rule, place, object, number))
        continue
      }
      for var child in try children(list, rule, place, object.level + 1) {
        (child.parent, child.list) = (number, list.offset)
        try find(child)
      }
    }
  }

  /// Returns the single child that is the value of a member.
  private func single(
    _ value: TextValue, _ rule: ChildRule, _ place: String, _ parent: Found, _ number: Int
  ) -> Found {
    var child = Found(value: value, kind: rule.kind, place: place, level: parent.level + 1)
    (child.parent, child.isSingle) = (number, true)
    let container = parent.value.value(at: rule.path.dropLast()) ?? parent.value
    child.list = container.offset
    container.forEachMember { _, offset, member in
      guard member.offset == value.offset else { return true }
      child.keyOffset = offset
      return false
    }
    return child
  }

  /// Returns the children in an array, or among the members of a JSON object. Throws a fault if a value has a different
  /// form.
  private func children(
    _ list: TextValue, _ rule: ChildRule, _ place: String, _ level: Int
  ) throws(ForeignFault) -> [Found] {
    let (path, kind) = (rule.path, rule.kind)
    var children: [Found] = []
    switch (list.kind, rule.form) {
    case (.array, .list):
      for (number, value) in list.elements.enumerated() {
        children.append(
          Found(value: value, kind: kind, place: "\(place)/\(number)", level: level))
      }
    case (.object, .members):
      list.forEachMember { key, offset, value in
        let key = JSONString.decode(key)
        children.append(
          Found(value: value, kind: kind, key: key, place: "\(place)/\(key)", level: level, keyOffset: offset))
        return true
      }
    case (.null, _): break
    default:
      throw ForeignFault(
        ForeignRefusal.wrongMember(
          path.joined(separator: "."), expected: rule.words, found: list.kind.words), at: list.offset)
    }
    for child in children where child.value.kind != .object {
      throw ForeignFault(
        ForeignRefusal.wrongMember(
          path.joined(separator: "."), expected: "made of objects", found: child.value.kind.words),
        at: child.value.offset)
    }
    return children
  }

  // MARK: ids

  /// Assigns an id to each object: first the ids that the document specifies, then ids made from keys and places.
  private mutating func giveIDs() throws(ForeignFault) {
    var taken: [ExactText: Int] = [:]
    func take(_ number: Int, _ id: String, _ place: ForeignID) throws(ForeignFault) {
      if let first = taken[ExactText(id)] {
        throw ForeignFault(SceneRefusal.duplicateID(id), at: place.span.lowerBound, related: found[first].idOffset)
      }
      taken[ExactText(id)] = number
      (found[number].id, found[number].idPlace) = (id, place)
    }
    for number in found.indices where mapping.kinds[found[number].kind].id?.scope != .parent {
      if let (id, place) = written(found[number], in: nil) { try take(number, id, place) }
    }
    for number in found.indices where found[number].id == nil {
      let object = found[number]
      let kind = mapping.kinds[object.kind]
      // Parents precede their children.
      if let (id, place) = written(object, in: object.parent.flatMap { found[$0].id }) {
        try take(number, id, place)
        continue
      }
      let wanted = object.level == 0 ? kind.name : object.key.flatMap { kind.id == nil ? nil : "\(kind.name)-\($0)" }
      var id = wanted.flatMap { taken[ExactText($0)] == nil ? $0 : nil } ?? (object.place.isEmpty ? "/" : object.place)
      // The document may specify the same id for a different object, so the generated id changes.
      while taken[ExactText(id)] != nil { id += "~" }
      taken[ExactText(id)] = number
      found[number].id = id
      if let key = object.keyOffset, id == wanted {
        let span = key..<object.value.value(atOffset: key).span.upperBound
        found[number].idPlace = ForeignID(span: span, isNumber: false, prefix: "\(kind.name)-")
      }
    }
  }

  /// Returns the id that the document specifies for an object, with its place; nil if there is none.
  ///
  /// - Parameter parent: the id of the parent.
  private func written(_ object: Found, in parent: String?) -> (id: String, place: ForeignID)? {
    guard let rule = mapping.kinds[object.kind].id, let member = rule.member,
      let value = object.value.member(member)
    else { return nil }
    let text = value.string ?? (value.kind == .number ? String(decoding: value.text, as: UTF8.self) : "")
    guard !text.isEmpty else { return nil }
    let name = mapping.kinds[object.kind].name
    let prefix =
      switch rule.scope {
      case .document: ""
      case .kind: "\(name)-"
      case .parent: "\(parent.map { $0 + "/" } ?? "")\(name)-"
      }
    return (
      prefix + text,
      ForeignID(
        span: value.span, isNumber: value.kind == .number, prefix: prefix, isOfParent: rule.scope == .parent)
    )
  }

  // MARK: the text

  private func write(_ document: TextValue) -> ForeignScene {
    var scene = ForeignScene()
    scene.text += "{\"format\": \"inspector-scene/1\", \"palette\": {".utf8
    for (number, (name, color)) in mapping.spelling.colors.names.enumerated() {
      if number > 0 { scene.text += ", ".utf8 }
      JSONString.append(name, quotedTo: &scene.text)
      scene.text += ": \"\(color.text)\"".utf8
    }
    scene.text += "}, \"objects\": [".utf8
    var level = -1
    let marked = found.first.map { mapping.marked($0.value) } ?? FormatMapping.Marked()
    var inheritance = FormatInheritance(mapping, files, document)
    for object in found {
      if object.level > level {
        if level >= 0 { scene.text += ", \"children\": [".utf8 }
      } else {
        for _ in object.level..<level { scene.text += "}]".utf8 }
        scene.text += "},".utf8
      }
      level = object.level
      var place = ForeignObject(offset: object.value.offset, kind: object.kind, id: object.id ?? object.place)
      (place.idPlace, place.parent, place.list, place.key, place.isSingle) = (
        object.idPlace, object.parent, object.list, object.keyOffset, object.isSingle
      )
      place.bases = inheritance.bases(of: object.value, kind: object.kind)
      place.className = inheritance.className(of: object.value, kind: object.kind, place.bases)
      let members = write(
        object, place, object.level == 0 || object.isSingle ? marked : FormatMapping.Marked(), &inheritance,
        to: &scene.text)
      scene.objects.append(place)
      scene.note(members)
    }
    scene.text += String(repeating: "}]", count: level + 1).utf8
    scene.text += "}\n".utf8
    scene.inherited = inheritance.values
    if !mapping.definitions.isEmpty || !inheritance.classes.isEmpty {
      scene.definitions = FormatDefinitions(of: mapping, in: document, files, inheritance.classes).text
    }
    return scene
  }

  private func write(
    _ object: Found, _ place: ForeignObject, _ marked: FormatMapping.Marked, _ inheritance: inout FormatInheritance,
    to text: inout [UInt8]
  ) -> ForeignMembers {
    let kind = mapping.kinds[object.kind]
    text += "\n{\"id\": ".utf8
    JSONString.append(place.id, quotedTo: &text)
    text += ", \"class\": ".utf8
    JSONString.append(place.className, quotedTo: &text)
    let base = kind.base?.className(of: object.value)
    if let base, mapping.classes[place.className] == nil {
      text += ", \"base\": ".utf8
      JSONString.append(base, quotedTo: &text)
    }
    if let member = kind.nameMember, let name = object.value.member(member)?.string {
      text += ", \"name\": ".utf8
      JSONString.append(name, quotedTo: &text)
    }
    text += ", \"attributes\": {".utf8
    let description = mapping.description(of: place.className, object.value, kind)
    let members = FormatWalk(
      object.value, kind, of: mapping, description, marked, place.bases, in: inheritance.document
    ).members
    for (number, leaf) in members.leaves.enumerated() {
      if number > 0 { text += ", ".utf8 }
      JSONString.append(leaf.name, quotedTo: &text)
      text += ": ".utf8
      if let own = leaf.text { text += own } else { text += object.value.text(leaf.value) }
    }
    text += "}".utf8
    guard !place.bases.isEmpty else { return members }
    text += ", \"bindings\": {".utf8
    let inherited = inheritance.inherited(by: place, base, besides: members)
    for (number, value) in inherited.enumerated() {
      if number > 0 { text += ", ".utf8 }
      JSONString.append(value.name, quotedTo: &text)
      text += ": ".utf8
      JSONString.append(value.place, quotedTo: &text)
    }
    text += "}".utf8
    return members
  }
}

extension TextValue.Kind {
  /// The kind with its article, for messages.
  var words: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}
