import JSONText

// Insertion of objects into a foreign document.
extension ForeignStructure {
  /// Inserts a new object in the form that the format creates.
  mutating func insert(_ object: NewForeignObject, change: Int, at place: ObjectPlace) throws(ForeignRefusal) {
    guard let number = owner(at: place) else { throw .notThere(object.className) }
    let owner = scene.objects[number]
    guard let template = template(for: object, beside: sibling(at: place), in: owner) else {
      let classes = format.insertableClasses(in: owner, root)
      throw .noTemplate(object.className, in: owner.id, format: format.name, classes: classes)
    }
    var model = ForeignObject(offset: owner.offset, kind: template.kind, id: object.className)
    model.className = object.className
    if format.list(ofKind: template.kind, in: owner, root) == nil {
      try makeList(template, of: owner, for: object.className)
      model.offset = scene.objects[number].offset
    }
    let new = try values(of: object, template, model)
    let target = try target(of: model, number, place.inDocument)
    let splice = insertion(new.members, key: new.key, change: change, target, template, model)
    try apply([splice] + new.ids.splices)
    let made = origins.firstIndex(of: .new(change: change)).map { scene.objects[$0] }
    guard let made, made.className.isExactly(object.className) else { throw .changedByEdit }
    if let id = object.id, !made.id.isExactly(id) { throw .noID(id) }
  }

  /// Returns the initial form of a new object; nil if the format cannot create it. If several kinds accept the class,
  /// prefers the kind of the sibling, or of an existing object of the class.
  private func template(
    for object: NewForeignObject, beside sibling: Int?, in owner: ForeignObject
  ) -> ForeignTemplate? {
    func template(_ kind: Int?) -> ForeignTemplate? {
      format.template(ofClass: object.className, kind: kind, in: owner, root)
    }
    if let sibling { return template(scene.objects[sibling].kind) }
    let known = scene.objects.first { $0.className.isExactly(object.className) }
    return known.flatMap { template($0.kind) } ?? template(nil)
  }

  /// Returns the number of the object that will contain a new object; nil if it has been removed.
  private func owner(at place: ObjectPlace) -> Int? {
    switch place.inDocument {
    case .before, .after: sibling(at: place).flatMap { scene.objects[$0].parent }
    case .first(let parent), .last(let parent), .at(_, let parent): parent.flatMap(now)
    }
  }

  /// Returns the number of the sibling that a place refers to; nil if there is none.
  private func sibling(at place: ObjectPlace) -> Int? {
    switch place {
    case .before(let node), .after(let node): now(node)
    case .first, .last, .at: nil
    }
  }

  /// Creates the empty list that the owner needs for its new child.
  private mutating func makeList(
    _ template: ForeignTemplate, of owner: ForeignObject, for className: String
  ) throws(ForeignRefusal) {
    var value = root.value(atOffset: owner.offset)
    for key in template.path {
      guard value.kind == .object else { throw .notThere(className) }
      guard let next = value.member(key) else {
        var splices = ForeignSplices(root: root, members: ForeignMembers())
        splices.insert(Array((template.isKeyed ? "{}" : "[]").utf8), at: template.path, below: owner.offset)
        splices.finish()
        return try apply(splices.splices.values.map { ($0.span, [.text($0.text)]) })
      }
      value = next
    }
    throw .notThere(className)
  }

  /// Returns the members of a new object with its id and name, its key if the list has keys, and the updated id
  /// counters.
  private func values(
    of object: NewForeignObject, _ template: ForeignTemplate, _ model: ForeignObject
  ) throws(ForeignRefusal) -> (members: [(path: [String], text: [UInt8])], key: String?, ids: NewIDs) {
    var (template, ids) = (template, NewIDs(in: self))
    var key: String?
    if let prefix = template.idPrefix {
      let id = try takenID(for: object, template, model, prefix, &ids)
      key = template.isKeyed ? id.text.rest(after: prefix) : nil
      if let member = template.idKey { template.set([member], to: try text(ofID: id.text, model, id.place)) }
    }
    if let name = object.name {
      guard let member = format.nameKey(of: model) else { throw .hasNone(.names, format: format.name) }
      template.set([member], to: JSONString.quoted(name))
    }
    return (template.members, key, ids)
  }

  /// Reserves the id that a new object specifies, or an unused one.
  private func takenID(
    for object: NewForeignObject, _ template: ForeignTemplate, _ model: ForeignObject, _ prefix: String,
    _ ids: inout NewIDs
  ) throws(ForeignRefusal) -> (text: String, place: ForeignID) {
    let own = template.idKey.flatMap { template.text($0) }
    let known = scene.objects.first { $0.kind == template.kind && $0.idPlace != nil }?.idPlace
    let isNumber = known?.isNumber ?? own?.first.map { $0 != 0x22 } ?? false
    let place = ForeignID(span: 0..<0, isNumber: isNumber, prefix: prefix)
    let counter = format.counter(of: model, root)
    let id: String
    if let typed = object.id {
      guard ids.take(typed) else { throw .taken(typed) }
      id = typed
    } else if isNumber || format.newID(of: model, number: 1) != nil {
      id = ids.unused(model, place, counter)
    } else {
      let text = own.flatMap { if case .string(let text)? = try? JSON.parse($0) { text } else { nil } } ?? ""
      let wanted = prefix + (text.isEmpty ? object.model : text)
      id = ids.take(wanted) ? wanted : ids.unused(like: wanted, model)
    }
    ids.note(id, place, counter)
    return (id, place)
  }

  /// Returns the splice that inserts an object into a list, in the layout of a neighbour or, for an empty list, of the
  /// owner.
  private func insertion(
    _ members: [(path: [String], text: [UInt8])], key: String?, change: Int, _ target: Target,
    _ template: ForeignTemplate, _ model: ForeignObject
  ) -> (span: Range<Int>, pieces: [Piece]) {
    let items = items(of: target.list)
    guard !items.isEmpty else {
      let owner = root.value(atOffset: model.offset)
      let style = ForeignLayout(of: owner.value(at: template.path.dropLast()) ?? owner)
      let only = style.onlyEntry(members)
      let item = key.map { style.member($0, only.text) } ?? only.text
      return (inner(of: target.list), [.text(only.start), .copy(item, change: change), .text(only.end)])
    }
    let neighbour = items[max(target.index - 1, 0)]
    let list = root.value(atOffset: target.list)
    var item = ForeignLayout(of: value(ofItem: neighbour, in: list)).entry(members)
    if let key { item = ForeignLayout(of: list).member(key, item) }
    return insertion([.copy(item, change: change)], target)
  }

  /// Returns the value of a list item, without its key if the list is a JSON object.
  private func value(ofItem item: Range<Int>, in list: TextValue) -> TextValue {
    guard list.kind == .object else { return root.value(atOffset: item.lowerBound) }
    var found = list
    list.forEachMember { _, key, value in
      guard key == item.lowerBound else { return true }
      found = value
      return false
    }
    return found
  }
}

extension ObjectPlace {
  /// The equivalent place in a foreign document, whose only root object is the document itself.
  fileprivate var inDocument: ObjectPlace {
    let document = NodeIndex(0)
    return switch self {
    case .first(nil): .first(in: document)
    case .last(nil): .last(in: document)
    case .at(let index, nil): .at(index, in: document)
    default: self
    }
  }
}
