import JSONText

/// The splices that transfer an object's attributes from the scene to the foreign document.
///
/// The key of a splice is the offset of a member's key or of an array element or, for insertions, of the closing
/// bracket. Keys have the same order as the spans.
struct ForeignSplices {
  struct Splice {
    var span: Range<Int>
    var text: [UInt8]
  }

  /// The new texts and their spans, by key.
  private(set) var splices: [Int: Splice] = [:]

  /// The keys that splices of the object may have.
  private(set) var keys: [Int] = []

  /// The outermost value of the document.
  private let root: TextValue

  private var base: Cursor { root.base }

  /// The edits of an XML document; nil for a JSON document.
  private var markup: MarkupSplices?

  /// The members to remove, by the offsets of their containers; `additions` has the members to insert.
  private var removals: [Int: Set<Int>] = [:]
  private var additions: [Int: [Addition]] = [:]

  /// The entries to add to existing lists, by the offsets of the lists; `missingLists` has the entries of lists to
  /// create.
  private var entries: [Int: [[Addition]]] = [:]
  private var missingLists: [MissingList: [[Addition]]] = [:]

  private struct MissingList: Hashable {
    var object: Int
    var path: [String]
  }

  /// A member to insert, given by its key path and JSON text.
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

  /// Prepares the splices of an object; in an XML document, finds their possible keys.
  ///
  /// - Parameter isObject: returns true if a different object of the document begins at an offset.
  mutating func begin(_ object: ForeignObject, isObject: (Int) -> Bool) {
    if let markup { keys = markup.keys(of: object.offset, isObject: isObject) }
  }

  /// Adds a splice that replaces a value.
  ///
  /// - Parameter key: the offset of the member's key, or of the element.
  mutating func replace(_ value: Range<Int>, key: Int, with text: [UInt8]) {
    splices[key] = Splice(span: value, text: text)
  }

  /// Removes a value: its member, its list entry, or all members that compose it.
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

  /// Removes a member from its JSON object.
  mutating func remove(_ member: ForeignLeaf.Member) { removals[member.container, default: []].insert(member.key) }

  /// Inserts a value at a key path below an object, together with missing objects on the path.
  mutating func insert(_ text: [UInt8], at path: [String], below object: Int) {
    var container = root.value(atOffset: object)
    var path = path[...]
    while path.count > 1, let first = path.first, let next = container.member(first), next.kind == .object {
      container = next
      path.removeFirst()
    }
    additions[container.offset, default: []].append(Addition(path: Array(path), text: text))
  }

  /// Inserts a value at a place in an XML document.
  mutating func insert(_ text: [UInt8], at site: MarkupSite) { markup?.insert(text, at: site) }

  /// Adds an entry with the given members to the list at a key path below an object.
  mutating func insertEntry(_ members: [(key: String, text: [UInt8])], at path: [String], below object: Int) {
    let entry = members.map { Addition(path: [$0.key], text: $0.text) }
    if let list = root.value(atOffset: object).value(at: path), list.kind == .array {
      entries[list.offset, default: []].append(entry)
    } else {
      missingLists[MissingList(object: object, path: path), default: []].append(entry)
    }
  }

  /// Creates the splices for all pending insertions and removals.
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

  /// Returns the spans to remove for some items of a list in which at least one item remains. Each span includes a
  /// comma: the one after the item if all previous items are removed, else the one before it.
  ///
  /// - Parameters:
  ///   - removed: the offsets of the items to remove.
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

  /// Removes elements of an array, and appends new ones in the layout of the last element.
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
      // No member is kept, so the whole content is replaced.
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

/// The layout of a JSON object's members, applied to new members.
struct ForeignLayout {
  /// The whitespace before the first member (`lead`), after each comma (`gap`) and before the closing brace (`end`),
  /// and the colon with the whitespace around it.
  private var lead: [UInt8] = []
  private var gap: [UInt8] = []
  private var end: [UInt8] = []
  private var colon: [UInt8] = Array(": ".utf8)

  /// One step of indentation.
  private var unit: [UInt8] = []

  /// The blanks inside the braces of an object on one line.
  private var pad: [UInt8] = []

  /// The maximum number of bytes in which the start of a line is searched for.
  private static let longestLine = 1 << 16

  /// A member with the JSON text of its value, or with nested members.
  struct Member {
    var key: String
    var text: [UInt8]
    var members: [Member]
  }

  /// Returns the offsets of a JSON object's members.
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

  /// Reads the layout of a JSON object.
  init(of object: TextValue) { self.init(object.base, object.offset, Self.members(of: object)) }

  init(_ base: Cursor, _ container: Int, _ members: [AttributeText.Member]) {
    func blanks(_ start: Int) -> [UInt8] {
      let after = TrustedText.blanks(base + start) - base
      return (start..<after).map { base[$0] }
    }
    func indentation(before offset: Int) -> [UInt8] {
      var start = offset
      // The search is limited, since a large file may consist of one line.
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

  /// Builds a tree of members from values with key paths, some of which may share their first keys.
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

  /// Returns the text of new members after existing ones, including the commas.
  func following(_ members: [Member]) -> [UInt8] {
    members.flatMap { [0x2C] + gap + text($0, gap) }
  }

  /// Returns the text between the braces of an object with only the given members.
  func whole(_ members: [Member]) -> [UInt8] {
    lead + Array(members.map { text($0, gap) }.joined(separator: [0x2C] + gap)) + end
  }

  /// Returns the text of a JSON object with the given members, in this layout.
  func entry(_ members: [(path: [String], text: [UInt8])]) -> [UInt8] { [0x7B] + whole(tree(members)) + [0x7D] }

  /// Returns the text of the first object in an empty list, with the whitespace before and after it. The list belongs
  /// to an object of this layout.
  func onlyEntry(_ members: [(path: [String], text: [UInt8])]) -> (start: [UInt8], text: [UInt8], end: [UInt8]) {
    let lead = gap.contains(0x0A) ? gap + unit : []
    return (lead, object(tree(members), lead), lead.isEmpty ? [] : gap)
  }

  /// Returns the text of a member, given its key and the JSON text of its value.
  func member(_ key: String, _ text: [UInt8]) -> [UInt8] { JSONString.quoted(key) + colon + text }

  /// Returns the text of a JSON object on one line.
  func inLine(_ members: [(key: String, text: [UInt8])]) -> [UInt8] {
    let blank: [UInt8] = isWide ? [0x20] : []
    let texts = members.map { JSONString.quoted($0.key) + colon + $0.text }
    return [0x7B] + blank + Array(texts.joined(separator: [0x2C] + blank)) + blank + [0x7D]
  }

  /// Returns the text of a JSON array on one line, given the texts of its elements.
  func inLine(_ texts: [[UInt8]]) -> [UInt8] {
    [0x5B] + Array(texts.joined(separator: isWide ? [0x2C, 0x20] : [0x2C])) + [0x5D]
  }

  /// True if the layout has blanks between members or beside colons.
  private var isWide: Bool { !gap.isEmpty || colon.count > 1 }

  /// Returns the colon before a value, with the blanks around it; a colon and a space if the value is not a member.
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

  /// Returns the text of a JSON object whose line begins with the given whitespace.
  private func object(_ members: [Member], _ lead: [UInt8]) -> [UInt8] {
    let isBroken = lead.contains(0x0A)
    let inner = isBroken ? lead + unit : pad
    let separator = [0x2C] + (isBroken ? inner : colon.count > 1 ? [0x20] : [])
    return [0x7B] + inner + Array(members.map { text($0, inner) }.joined(separator: separator))
      + (isBroken ? lead : pad) + [0x7D]
  }
}
