import JSONText

/// The text of a template's inner objects, with the offsets at which each instance inserts its own id.
struct TemplatePattern {
  private let document: SceneDocument

  /// The span of the objects, without the brackets around them.
  private let span: Range<Int>

  /// The spans within ids and references that the placeholder's id replaces, in order. Most are empty: the id and a
  /// slash are inserted. A reference to the outermost object is replaced as a whole.
  private let cuts: [(span: Range<Int>, isWhole: Bool)]

  init(_ template: SceneTemplate) {
    document = template.document
    let (root, end) = (template.node, document.afterSubtree(template.node))
    var span = 0..<0
    document.forEachMember(of: root) { [document] _, value, isChildren in
      guard isChildren else { return true }
      let start = document.offset(of: value) + 1
      span = start..<start + value.count - 2
      return false
    }
    self.span = span
    var cuts: [(span: Range<Int>, isWhole: Bool)] = []
    var ids: [ExactText: Int] = [:]
    let hasConstraints = template.hasConstraints
    for node in root + 1..<end {
      let (start, skipped) = (document.idOffset(node) + 1, template.ownPrefix(of: node))
      cuts.append((start..<start + skipped, false))
      if hasConstraints { ids[ExactText(document.id(node))] = skipped }
    }
    if hasConstraints {
      for node in root + 1..<end {
        document.forEachReference(of: node) { [document] reference, span in
          // A reference whose '#' is written as an escape keeps referring to an object outside of the template.
          let start = span.lowerBound + 2
          if let own = document.idText(root), document.base[start - 1] == UInt8(ascii: "#"),
            start + own.count <= span.upperBound, reference.id.isExactly(document.id(root)),
            document.text(start..<start + own.count).elementsEqual(own)
          {
            cuts.append((start..<start + own.count, true))
            return
          }
          guard let skipped = ids[ExactText(reference.id)], document.base[start - 1] == UInt8(ascii: "#"),
            start + skipped < span.upperBound
          else { return }
          // A reference that spells the id with different escapes stays unchanged.
          let isSpelledAlike = document.text(start..<start + max(skipped - 1, 0)).elementsEqual(
            (document.idText(root) ?? document.text(0..<0)).prefix(max(skipped - 1, 0)))
          if isSpelledAlike { cuts.append((start..<start + skipped, false)) }
        }
      }
    }
    self.cuts = cuts.sorted { $0.span.lowerBound < $1.span.lowerBound }
  }

  /// Appends the text of the inner objects for one instance.
  ///
  /// - Parameters:
  ///   - prefix: the raw id of the placeholder.
  ///   - replacing: the spans of the template's text that the instance overrides, in order, with the new texts.
  func write(
    to out: inout [UInt8], prefix: UnsafeRawBufferPointer?, replacing: [(span: Range<Int>, text: [UInt8])]
  ) {
    var (offset, next) = (span.lowerBound, 0)
    func replace(upTo limit: Int, _ out: inout [UInt8]) {
      while next < replacing.count, replacing[next].span.lowerBound <= limit {
        let (span, text) = replacing[next]
        out.append(contentsOf: document.text(offset..<span.lowerBound))
        out += text
        offset = span.upperBound
        next += 1
      }
    }
    for (cut, isWhole) in cuts {
      replace(upTo: cut.lowerBound, &out)
      out.append(contentsOf: document.text(offset..<cut.lowerBound))
      if let prefix { out.append(contentsOf: prefix) }
      if !isWhole { out.append(UInt8(ascii: "/")) }
      offset = cut.upperBound
    }
    replace(upTo: .max, &out)
    out.append(contentsOf: document.text(offset..<span.upperBound))
  }
}

extension SceneTemplate {
  /// Returns the inner object of the template with the given address; nil if there is none. See ``address(of:)``.
  func inner(at address: String) -> NodeIndex? {
    let own = document.node(id: "\(document.id(node))/\(address)")
    return [document.node(id: address), own].lazy.compactMap { $0 }.first { inner in
      inner > node && inner < document.afterSubtree(node) && self.address(of: inner).isExactly(address)
    }
  }

  /// Returns the address of an object in the template: its id in the template's document. If the template's outermost
  /// object is itself an instance, its id is left out, so that a variant has the addresses of its own template.
  func address(of inner: NodeIndex) -> String {
    let id = document.id(inner)
    return ownPrefix(of: inner) == 0 ? id : id.rest(after: document.id(node) + "/") ?? id
  }

  /// Returns the length in bytes of the prefix of an object's raw id that consists of the outermost object's id and a
  /// slash. Returns 0 if there is no such prefix, or if another object of the template has the rest of the id.
  func ownPrefix(of inner: NodeIndex) -> Int {
    guard let own = document.idText(node), let id = document.idText(inner), id.count > own.count + 1,
      id.starts(with: own), id[own.count] == UInt8(ascii: "/")
    else { return 0 }
    let rest = JSONString.decode(UnsafeRawBufferPointer(rebasing: id.dropFirst(own.count + 1)))
    let isTaken = document.node(id: rest).map { $0 > node && $0 < document.afterSubtree(node) } ?? false
    return isTaken ? 0 : own.count + 1
  }

  /// True if an object of the template has constraints.
  fileprivate var hasConstraints: Bool { (node..<document.afterSubtree(node)).contains { document.hasConstraints($0) } }
}
