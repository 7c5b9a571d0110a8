internal import JSONText

/// The place at which a missing value can be inserted in an XML document.
package struct MarkupSite {
  /// The offset of the element that will contain the value.
  package var element: Int
  package var form: Form

  /// The representation of the value in XML.
  package enum Form {
    /// An attribute of the element's tag, given by its name.
    case attribute(String)
    case child(Child)
  }

  /// A child element that contains the value.
  package struct Child {
    /// The text before the value; `after` is the text after the value.
    package var before: String
    package var after: String

    /// The tags around the child, on lines of their own; nil for none.
    package var outer: (open: String, close: String)?

    /// The offset of an existing element that the child replaces; nil for none.
    package var replaced: Int?

    /// The name of the list element that contains the child; nil for a direct child of the element.
    package var list: String?

    /// The names of the elements that must follow the child or its list.
    package var followers: [String]

    package init(before: String, after: String, followers: [String]) {
      (self.before, self.after, self.followers) = (before, after, followers)
    }
  }

  package init(element: Int, _ form: Form) { (self.element, self.form) = (element, form) }
}

/// The splices that insert and remove an object's values in an XML document.
///
/// The key of a splice is the offset of the attribute's name or of the element or, for insertions, of the insertion
/// point. Keys have the same order as the spans.
struct MarkupSplices {
  typealias Splice = ForeignSplices.Splice

  private let index: MarkupIndex
  private var removedEntries: [Int: Set<Int>] = [:]
  private var splices: [Int: Splice] = [:]

  /// The texts of new attributes, by element number; `children` has the new child elements.
  private var attributes: [Int: [UInt8]] = [:]
  private var children: [Int: [(child: MarkupSite.Child, value: [UInt8])]] = [:]

  init(_ index: MarkupIndex) { self.index = index }

  /// Returns the keys of all splices that edits of an object may create.
  func keys(of object: Int, isObject: (Int) -> Bool) -> [Int] {
    guard let number = index.element(at: object) else { return [] }
    var keys: Set<Int> = []
    func add(_ number: Int) {
      let element = index.elements[number]
      for attribute in index.attributes(of: number) {
        keys.formUnion([attribute.name.lowerBound, attribute.value.lowerBound])
      }
      keys.insert(index.attributesEnd(of: number))
      if !element.isEmptyTag { keys.formUnion([element.tagEnd, element.contentEnd]) }
      for child in index.children(of: number) {
        let place = index.elements[child]
        keys.formUnion([place.start, place.end, index.blanksStart(before: place.start)])
        if !isObject(place.start) { add(child) }
      }
    }
    add(number)
    return keys.sorted()
  }

  /// Removes a value: its attribute, its element or its list entry.
  mutating func remove(_ leaf: ForeignLeaf) {
    if let entry = leaf.entry {
      removedEntries[entry.list, default: []].insert(entry.offset)
    } else if let number = index.element(at: leaf.key) {
      remove(number)
    } else {
      let start = index.blanksStart(before: leaf.key)
      splices[leaf.key] = Splice(span: start..<leaf.value.upperBound, text: [])
    }
  }

  private mutating func remove(_ number: Int) {
    let element = index.elements[number]
    add([], at: element.start, span: index.blanksStart(before: element.start)..<element.end)
  }

  mutating func insert(_ value: [UInt8], at site: MarkupSite) {
    guard let number = index.element(at: site.element) else { return }
    switch site.form {
    case .attribute(let name): attributes[number, default: []] += " \(name)=".utf8 + value
    case .child(let child):
      if let replaced = child.replaced, let old = index.element(at: replaced) {
        let element = index.elements[old]
        add(Array(child.before.utf8) + value + child.after.utf8, at: element.start, span: element.start..<element.end)
      } else {
        children[number, default: []].append((child, value))
      }
    }
  }

  /// Returns the splices for all insertions and removals.
  func finished() -> [Int: Splice] {
    var edits = self
    edits.finish()
    return edits.splices
  }

  private mutating func finish() {
    var lists: [Int: [(child: MarkupSite.Child, value: [UInt8])]] = [:]
    for (number, added) in children {
      var direct: [(child: MarkupSite.Child, value: [UInt8])] = []
      var missing: [String: [(child: MarkupSite.Child, value: [UInt8])]] = [:]
      for item in added {
        guard let name = item.child.list else {
          direct.append(item)
          continue
        }
        if let list = index.children(of: number).first(where: { index.name(of: $0) == name }) {
          lists[list, default: []].append(item)
        } else {
          missing[name, default: []].append(item)
        }
      }
      insert(direct, missing, in: number)
    }
    for (list, added) in lists { insert(added.map { (Self.entry($0.child), $0.value) }, [:], in: list) }
    for (offset, entries) in removedEntries {
      guard let list = index.element(at: offset) else { continue }
      let isGone =
        lists[list] == nil && index.children(of: list).allSatisfy { entries.contains(index.elements[$0].start) }
      if isGone {
        remove(list)
      } else {
        for entry in entries.compactMap(index.element) { remove(entry) }
      }
    }
    for (number, text) in attributes where children[number] == nil || !isEmpty(number) {
      let place = index.attributesEnd(of: number)
      add(text, at: place, span: place..<place)
    }
  }

  private func isEmpty(_ number: Int) -> Bool { index.elements[number].isEmptyTag }

  /// Returns a copy of the child without followers, so that it is inserted at the end of its list.
  private static func entry(_ child: MarkupSite.Child) -> MarkupSite.Child {
    var child = child
    child.followers = []
    return child
  }

  /// Inserts children, and new lists with their children, into an element.
  private mutating func insert(
    _ added: [(child: MarkupSite.Child, value: [UInt8])],
    _ lists: [String: [(child: MarkupSite.Child, value: [UInt8])]], in number: Int
  ) {
    let element = index.elements[number]
    let outer = lineStart(of: number)
    // The children are indented like existing ones, else one step more than the element.
    let first = index.children(of: number).first.map(lineStart)
    let line = first ?? (outer.isEmpty ? [] : outer + unit(of: number))
    var texts: [(followers: [String], text: [UInt8])] = added.map {
      ($0.child.followers, text($0.child, $0.value, line))
    }
    for (name, items) in lists.sorted(by: { $0.key < $1.key }) {
      let inner = line.isEmpty ? [] : line + unit(of: number)
      let entries = items.flatMap { inner + text($0.child, $0.value, inner) }
      texts.append((items[0].child.followers, Array("<\(name)>".utf8) + entries + line + Array("</\(name)>".utf8)))
    }
    guard !element.isEmptyTag else {
      let place = index.attributesEnd(of: number)
      let content = texts.flatMap { line + $0.text }
      let end = outer + Array("</\(index.name(of: number))>".utf8)
      add((attributes[number] ?? []) + [0x3E] + content + end, at: place, span: place..<element.tagEnd)
      return
    }
    for (followers, text) in texts {
      let children = index.children(of: number)
      let place: Int
      if let follower = children.first(where: { followers.contains(index.name(of: $0)) }) {
        place = index.blanksStart(before: index.elements[follower].start)
      } else {
        place = children.last.map { index.elements[$0].end } ?? element.tagEnd
      }
      append(line + text, at: place)
    }
  }

  /// Returns the text of a child element with its value and any outer tags.
  ///
  /// - Parameter line: the line break and the indentation of the child; empty in a file without line breaks.
  private func text(_ child: MarkupSite.Child, _ value: [UInt8], _ line: [UInt8]) -> [UInt8] {
    let own = Array(child.before.utf8) + value + Array(child.after.utf8)
    guard let outer = child.outer else { return own }
    let inner = line.isEmpty ? [] : line + Self.step
    return Array(outer.open.utf8) + inner + own + line + Array(outer.close.utf8)
  }

  /// The indentation step of Interface Builder: four spaces.
  private static let step = [UInt8](repeating: 0x20, count: 4)

  /// Returns the indentation step at an element; four spaces if its lines show none.
  private func unit(of number: Int) -> [UInt8] {
    guard let parent = index.elements[number].parent, let own = index.indentation(of: number),
      let outer = index.indentation(of: parent), own.count > outer.count, own.starts(with: outer)
    else { return Self.step }
    return Array(own.dropFirst(outer.count))
  }

  /// Returns the line break and the indentation before an element; empty if the element is not the first on its line.
  private func lineStart(of number: Int) -> [UInt8] {
    guard let indentation = index.indentation(of: number) else { return [] }
    let blanks = index.blanks(before: index.elements[number].start)
    let isCRLF = blanks.contains(0x0D)
    return (isCRLF ? [0x0D, 0x0A] : [0x0A]) + indentation
  }

  /// Adds a splice; its text precedes that of an existing splice with the same key.
  private mutating func add(_ text: [UInt8], at key: Int, span: Range<Int>) {
    guard let other = splices[key] else {
      splices[key] = Splice(span: span, text: text)
      return
    }
    let whole = min(span.lowerBound, other.span.lowerBound)..<max(span.upperBound, other.span.upperBound)
    splices[key] = Splice(span: whole, text: text + other.text)
  }

  /// Inserts a text at a place, after any texts already inserted there.
  private mutating func append(_ text: [UInt8], at place: Int) {
    guard let other = splices[place], other.span.isEmpty else { return add(text, at: place, span: place..<place) }
    splices[place] = Splice(span: other.span, text: other.text + text)
  }
}

extension MarkupIndex {
  /// Returns the splices that set or remove an attribute of an element.
  ///
  /// - Parameter value: the value; nil to remove the attribute.
  func splices(
    setting name: String, to value: String?, ofElementAt offset: Int
  ) throws(ForeignRefusal) -> [(span: Range<Int>, pieces: [ForeignStructure.Piece])] {
    if let value, !MarkupText.isAllowed(value) { throw .during(AnyRefusal(MarkupRefusal.notAllowed("the name"))) }
    guard let number = element(at: offset) else { return [] }
    let present = attributes(of: number).first { string($0.name).isExactly(name) }
    switch (present, value) {
    case (let present?, let value?):
      return [(present.value, [.text(MarkupText.quoted(value, like: text(present.value)))])]
    case (let present?, nil):
      return [(blanksStart(before: present.name.lowerBound)..<present.value.upperBound, [])]
    case (nil, let value?):
      let place = attributesEnd(of: number)
      return [(place..<place, [.text(" \(name)=".utf8 + MarkupText.quoted(value))])]
    case (nil, nil): return []
    }
  }
}
