import JSONText

/// The splices that give an object of a foreign document the attributes that its scene has.
///
/// A splice has the key of its place: the offset of a member's key or of an element or, for members that are inserted, of
/// the closing brace. The order of these keys is that of the spans.
struct ForeignSplices {
  struct Splice {
    var span: Range<Int>
    var text: [UInt8]
  }

  /// The new texts by key.
  private(set) var splices: [Int: Splice] = [:]

  /// The keys that splices of the object may have.
  private(set) var keys: [Int] = []

  /// The outermost value of the document.
  private let root: TextValue

  private var base: Cursor { root.base }

  /// The edits of an XML document; nil for a JSON document.
  private var markup: MarkupSplices?

  /// The members to remove from the containers, and those to insert there.
  private var removals: [Int: Set<Int>] = [:]
  private var additions: [Int: [Addition]] = [:]

  /// The entries to insert in lists, by the lists' offsets, and those of lists that are missing, by the object's offset and
  /// the list's key path.
  private var entries: [Int: [[Addition]]] = [:]
  private var missingLists: [MissingList: [[Addition]]] = [:]

  private struct MissingList: Hashable {
    var object: Int
    var path: [String]
  }

  /// A member to insert, whose value may be several levels deep.
  private struct Addition {
    var path: [String]
    var text: [UInt8]
  }

  init(root: TextValue, members: ForeignMembers) {
    self.root = root
    markup = root.markup.map(MarkupSplices.init)
    guard markup == nil else { return }
    for place in members.leaves.indices { members.leaves[place].addKeys(to: &keys) }
    keys += members.containers.map(closing)
  }

  /// Begins the edits of an object.
  ///
  /// - Parameter isObject: returns true if a different object of the document begins at an offset.
  mutating func begin(_ object: ForeignObject, isObject: (Int) -> Bool) {
    if let markup { keys = markup.keys(of: object.offset, isObject: isObject) }
  }

  /// Replaces a value.
  ///
  /// - Parameter key: the offset of the member's key, or of the element.
  mutating func replace(_ value: Range<Int>, key: Int, with text: [UInt8]) {
    splices[key] = Splice(span: value, text: text)
  }

  /// Removes the members or the entry that a value is.
  mutating func remove(_ leaf: ForeignLeaf) {
    if markup != nil {
      markup?.remove(leaf)
    } else if let entry = leaf.entry {
      removals[entry.list, default: []].insert(entry.offset)
    } else if leaf.parts.isEmpty, let container = leaf.container {
      removals[container, default: []].insert(leaf.key)
    }
    for member in leaf.parts.compactMap(\.member) { removals[member.container, default: []].insert(member.key) }
  }

  /// Removes a member.
  mutating func remove(_ member: ForeignLeaf.Member) { removals[member.container, default: []].insert(member.key) }

  /// Inserts a value at a key path below an object.
  mutating func insert(_ text: [UInt8], at path: [String], below object: Int) {
    var container = root.value(atOffset: object)
    var path = path[...]
    while path.count > 1, let first = path.first, let next = container.member(first), next.kind == .object {
      container = next
      path.removeFirst()
    }
    additions[container.offset, default: []].append(Addition(path: Array(path), text: text))
  }

  /// Inserts a value in an XML document.
  mutating func insert(_ text: [UInt8], at site: MarkupSite) { markup?.insert(text, at: site) }

  /// Inserts an entry, with its members, in a list at a key path below an object.
  mutating func insertEntry(_ members: [(key: String, text: [UInt8])], at path: [String], below object: Int) {
    let entry = members.map { Addition(path: [$0.key], text: $0.text) }
    if let list = root.value(atOffset: object).value(at: path), list.kind == .array {
      entries[list.offset, default: []].append(entry)
    } else {
      missingLists[MissingList(object: object, path: path), default: []].append(entry)
    }
  }

  /// Completes the splices.
  mutating func finish() {
    if let edits = markup?.finished() { splices.merge(edits) { own, _ in own } }
    for (list, entries) in missingLists {
      let style = ForeignLayout(of: root.value(atOffset: list.object))
      let texts = entries.map { style.inLine($0.map { ($0.path[0], $0.text) }) }
      insert(style.inLine(texts), at: list.path, below: list.object)
    }
    for container in Set(removals.keys).union(additions.keys).union(entries.keys) {
      finish(container, removals[container] ?? [], additions[container] ?? [])
    }
  }

  /// Returns the spans to remove so that items leave a list of which some stay: each with the comma after it if all before
  /// it leave, else with the comma before it.
  ///
  /// - Parameters:
  ///   - removed: the offsets at which the items begin.
  ///   - items: the spans of all items of the list.
  static func removals(of removed: Set<Int>, from items: [Range<Int>]) -> [(item: Int, span: Range<Int>)] {
    var removals: [(item: Int, span: Range<Int>)] = []
    var isFirst = true
    for (place, item) in items.enumerated() {
      guard removed.contains(item.lowerBound) else {
        isFirst = false
        continue
      }
      let span = isFirst ? item.lowerBound..<items[place + 1].lowerBound : items[place - 1].upperBound..<item.upperBound
      removals.append((item.lowerBound, span))
    }
    return removals
  }

  /// Removes elements of an array, and appends new ones in the layout of the last.
  private mutating func finishList(_ list: TextValue, _ removed: Set<Int>, _ added: [[Addition]]) {
    let elements = list.elements
    let spans = elements.map(\.span)
    let inner = list.offset + 1..<closing(list.offset)
    var new: [[UInt8]] = []
    if let last = elements.last {
      let style = ForeignLayout(of: last)
      new = added.map { style.entry($0.map { ($0.path, $0.text) }) }
    } else {
      let style = ForeignLayout(base, list.offset, [])
      new = added.map { style.inLine($0.map { ($0.path[0], $0.text) }) }
    }
    let lead = spans.first.map { bytes(inner.lowerBound..<$0.lowerBound) } ?? []
    let gap =
      spans.count > 1 ? bytes(spans[spans.count - 2].upperBound..<spans[spans.count - 1].lowerBound) : [0x2C] + lead
    guard spans.contains(where: { !removed.contains($0.lowerBound) }), let last = spans.last else {
      let end = spans.last.map { bytes($0.upperBound..<inner.upperBound) } ?? []
      let text = new.isEmpty ? [] : lead + Array(new.joined(separator: gap)) + end
      splices[inner.upperBound] = Splice(span: inner, text: text)
      return
    }
    for removal in Self.removals(of: removed, from: spans) {
      splices[removal.item] = Splice(span: removal.span, text: [])
    }
    guard !new.isEmpty else { return }
    splices[inner.upperBound] = Splice(span: last.upperBound..<last.upperBound, text: new.flatMap { gap + $0 })
  }

  private func bytes(_ span: Range<Int>) -> [UInt8] { span.map { base[$0] } }

  private func closing(_ container: Int) -> Int { root.value(atOffset: container).span.upperBound - 1 }

  private mutating func finish(_ container: Int, _ removed: Set<Int>, _ added: [Addition]) {
    let value = root.value(atOffset: container)
    guard value.kind == .object else { return finishList(value, removed, entries[container] ?? []) }
    let members = ForeignLayout.members(of: value)
    let style = ForeignLayout(base, container, members)
    let new = style.tree(added.map { ($0.path, $0.text) })
    guard !members.isEmpty, members.contains(where: { !removed.contains($0.key) }) else {
      // Nothing that was there stays, so the whole content is replaced.
      let inner = container + 1..<closing(container)
      let text = new.isEmpty ? [] : style.whole(new)
      splices[inner.upperBound] = Splice(span: inner, text: text)
      return
    }
    for removal in Self.removals(of: removed, from: members.map { $0.key..<$0.end }) {
      splices[removal.item] = Splice(span: removal.span, text: [])
    }
    guard !new.isEmpty, let last = members.last else { return }
    splices[closing(container)] = Splice(span: last.end..<last.end, text: style.following(new))
  }
}

/// The layout of the members of a JSON object, in which new members are written.
struct ForeignLayout {
  /// The whitespace before the first member and that before each other one; that before the closing brace; and the colon
  /// with the whitespace around it.
  private var lead: [UInt8] = []
  private var gap: [UInt8] = []
  private var end: [UInt8] = []
  private var colon: [UInt8] = Array(": ".utf8)

  /// One step of indentation.
  private var unit: [UInt8] = []

  /// The blanks beside the braces of an object in one line.
  private var pad: [UInt8] = []

  /// The greatest number of bytes in which the beginning of a line is looked for.
  private static let longestLine = 1 << 16

  /// A member with its value, or with members of its own.
  struct Member {
    var key: String
    var text: [UInt8]
    var members: [Member]
  }

  /// Returns the places of the members of a JSON object.
  static func members(of object: TextValue) -> [AttributeText.Member] {
    var members: [AttributeText.Member] = []
    object.forEachMember { key, offset, value in
      let span = value.span
      members.append(
        AttributeText.Member(
          key: offset, keyEnd: offset + key.count + 2, value: span.lowerBound, end: span.upperBound))
      return true
    }
    return members
  }

  /// Creates the layout of a JSON object.
  init(of object: TextValue) { self.init(object.base, object.offset, Self.members(of: object)) }

  init(_ base: Cursor, _ container: Int, _ members: [AttributeText.Member]) {
    func blanks(_ start: Int) -> [UInt8] {
      let after = TrustedText.blanks(base + start) - base
      return (start..<after).map { base[$0] }
    }
    func indentation(before offset: Int) -> [UInt8] {
      var start = offset
      // A file of one line may be large, and its members have no indentation.
      while start > max(0, offset - Self.longestLine), base[start - 1] != 0x0A { start -= 1 }
      guard start == 0 || base[start - 1] == 0x0A else { return [] }
      return (start..<offset).lazy.map { base[$0] }.prefix { $0 == 0x20 || $0 == 0x09 } + []
    }
    let outer = indentation(before: container)
    guard let first = members.first, let last = members.last else {
      let inner = blanks(container + 1)
      colon = Self.colon(before: container, base)
      (lead, end) = (inner, inner)
      gap = inner.isEmpty && colon.count > 1 ? [0x20] : inner
      unit = [0x20, 0x20]
      if inner.contains(0x0A) {
        unit = outer.first == 0x09 ? [0x09] : unit
        let line: [UInt8] = inner.contains(0x0D) ? [0x0D, 0x0A] : [0x0A]
        (lead, gap, end) = (line + outer + unit, line + outer + unit, line + outer)
      }
      return
    }
    colon = (last.keyEnd..<last.value).map { base[$0] }
    lead = blanks(container + 1)
    if members.count > 1 {
      let comma = TrustedText.blanks(base + members[members.count - 2].end) - base
      gap = blanks(comma + 1)
    } else {
      gap = lead.isEmpty && colon.count > 1 ? [0x20] : lead
    }
    end = blanks(last.end)
    pad = end.contains(0x0A) ? [] : end
    let own = indentation(before: first.key)
    unit = own.count > outer.count && own.starts(with: outer) ? Array(own.dropFirst(outer.count)) : [0x20, 0x20]
  }

  /// Returns the members of several key paths, of which some may begin alike.
  func tree(_ values: [(path: [String], text: [UInt8])]) -> [Member] {
    var members: [Member] = []
    for (path, text) in values {
      guard let key = path.first else { continue }
      let rest = Array(path.dropFirst())
      if rest.isEmpty {
        members.append(Member(key: key, text: text, members: []))
        continue
      }
      let all = values.filter { $0.path.first == key && $0.path.count > 1 }
      guard !members.contains(where: { $0.key.isExactly(key) }) else { continue }
      members.append(
        Member(key: key, text: [], members: tree(all.map { (Array($0.path.dropFirst()), $0.text) })))
    }
    return members
  }

  /// Returns the text of members that follow others.
  func following(_ members: [Member]) -> [UInt8] {
    members.flatMap { [0x2C] + gap + text($0, gap) }
  }

  /// Returns the text of the only members of an object, between its braces.
  func whole(_ members: [Member]) -> [UInt8] {
    lead + Array(members.map { text($0, gap) }.joined(separator: [0x2C] + gap)) + end
  }

  /// Returns the text of an object with members, in this layout.
  func entry(_ members: [(path: [String], text: [UInt8])]) -> [UInt8] { [0x7B] + whole(tree(members)) + [0x7D] }

  /// Returns the text of an object in a list without others, for a member of the object that has this layout, and the
  /// blanks around the text.
  func onlyEntry(_ members: [(path: [String], text: [UInt8])]) -> (start: [UInt8], text: [UInt8], end: [UInt8]) {
    let lead = gap.contains(0x0A) ? gap + unit : []
    return (lead, object(tree(members), lead), lead.isEmpty ? [] : gap)
  }

  /// Returns the text of a member whose value is a text.
  func member(_ key: String, _ text: [UInt8]) -> [UInt8] { JSONString.quoted(key) + colon + text }

  /// Returns the text of an object with members, in one line.
  func inLine(_ members: [(key: String, text: [UInt8])]) -> [UInt8] {
    let blank: [UInt8] = isWide ? [0x20] : []
    let texts = members.map { JSONString.quoted($0.key) + colon + $0.text }
    return [0x7B] + blank + Array(texts.joined(separator: [0x2C] + blank)) + blank + [0x7D]
  }

  /// Returns the text of an array of texts, in one line.
  func inLine(_ texts: [[UInt8]]) -> [UInt8] {
    [0x5B] + Array(texts.joined(separator: isWide ? [0x2C, 0x20] : [0x2C])) + [0x5D]
  }

  /// True if blanks separate members.
  private var isWide: Bool { !gap.isEmpty || colon.count > 1 }

  /// Returns the colon before a value, with the blanks around it; that of a wide layout if the value is no member.
  private static func colon(before value: Int, _ base: Cursor) -> [UInt8] {
    var start = value
    while start > 0, base[start - 1] == 0x20 || base[start - 1] == 0x09 { start -= 1 }
    guard start > 0, base[start - 1] == 0x3A else { return [0x3A, 0x20] }
    start -= 1
    while start > 0, base[start - 1] == 0x20 || base[start - 1] == 0x09 { start -= 1 }
    return (start..<value).map { base[$0] }
  }

  private func text(_ member: Member, _ lead: [UInt8]) -> [UInt8] {
    self.member(member.key, member.members.isEmpty ? member.text : object(member.members, lead))
  }

  /// Returns the text of an object after whitespace.
  private func object(_ members: [Member], _ lead: [UInt8]) -> [UInt8] {
    let isBroken = lead.contains(0x0A)
    let inner = isBroken ? lead + unit : pad
    let separator = [0x2C] + (isBroken ? inner : colon.count > 1 ? [0x20] : [])
    return [0x7B] + inner + Array(members.map { text($0, inner) }.joined(separator: separator))
      + (isBroken ? lead : pad) + [0x7D]
  }
}
