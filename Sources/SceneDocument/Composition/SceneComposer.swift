import CSystem
import JSONText

/// A writer of the text of a composed scene, in which each placeholder contains the objects of its template.
struct SceneComposer {
  private let written: SceneDocument
  private let finder: any TemplateFinder

  private var templates: [SceneTemplate] = []
  private var instances: [NodeIndex: Composition.Instance] = [:]
  private var problems: [NodeIndex: AnyRefusal] = [:]

  /// The resolved placeholders, in document order.
  private var placeholders: [NodeIndex] = []

  /// The pattern of each template written so far, keyed by the template's index.
  private var patterns: [Int: TemplatePattern] = [:]

  /// The colours that the templates in use define without a conflict.
  private var inherited: [ExactText: [UInt8]] = [:]

  /// The names for which the templates in use define different colours.
  private var disputes: [ExactText: ColorDispute] = [:]

  /// The colours that the templates add to the palette, sorted by name.
  private var colors: [(name: String, text: [UInt8])] = []

  private var out: [UInt8] = []

  /// The splices of the written document in the order of their spans; `nextSplice` is the first one not yet copied.
  private let splices: [Overlay.Entry]
  private var nextSplice = 0

  /// Creates a composer and finds the templates of a document's placeholders; nil if the document has no placeholders.
  ///
  /// - Parameter left: the placeholders to leave unresolved, with the reasons.
  init?(_ written: SceneDocument, _ finder: any TemplateFinder, without left: [NodeIndex: AnyRefusal] = [:]) {
    let references = written.references
    guard !references.isEmpty else { return nil }
    (self.written, self.finder) = (written, finder)
    splices = written.overlay.sorted
    problems = left
    find(references)
  }

  /// The composition of the written document with the templates that were found.
  var composition: Composition {
    var starts: [UInt32] = []
    starts.reserveCapacity(written.objectCount)
    var added = 0
    for node in written.objects {
      starts.append(UInt32(truncatingIfNeeded: node.number + added))
      added += instances[node]?.inner ?? 0
    }
    return Composition(
      written: written, templates: templates,
      plan: Composition.Plan(
        starts: starts, instances: instances, problems: problems, colors: inherited, disputes: disputes),
      finder: finder)
  }

  // MARK: Templates

  private mutating func find(_ references: [(node: NodeIndex, text: String?, found: String)]) {
    var known: [ExactText: Result<Int, AnyRefusal>] = [:]
    var (objects, bytes) = (written.objectCount, written.original.count)
    let ids = written.slashedIDs
    for (node, text, found) in references where problems[node] == nil {
      guard let text else {
        problems[node] = AnyRefusal(CompositionRefusal.noReference(found: found))
        continue
      }
      let result =
        known[ExactText(text)]
        ?? finder.template(text).map { template in
          templates.append(template)
          return templates.count - 1
        }
      known[ExactText(text)] = result
      switch result {
      case .failure(let problem): problems[node] = problem
      case .success(let number):
        let template = templates[number]
        let (inner, size) = (template.count - 1, template.document.objectText(of: template.node).count)
        let prefix = written.idText(node)?.count ?? 0
        guard objects + inner <= Composition.mostObjects, bytes + size + inner * prefix <= Composition.mostBytes else {
          problems[node] = AnyRefusal(
            CompositionRefusal.tooLarge(objects: objects + inner, limit: Composition.mostObjects))
          continue
        }
        if let taken = taken(ids, by: node, template) {
          problems[node] = AnyRefusal(CompositionRefusal.taken(taken, by: written.id(node)))
          continue
        }
        (objects, bytes) = (objects + inner, bytes + size + inner * prefix)
        instances[node] = Composition.Instance(template: number, inner: inner)
        placeholders.append(node)
      }
    }
    // The finder keeps the documents for the next composition, which a different thread may make.
    templates = templates.readers()
    findColors()
  }

  /// Returns a written id that a template's object would also get in the composed scene; nil if there is none.
  private func taken(_ ids: [String], by node: NodeIndex, _ template: SceneTemplate) -> String? {
    guard !ids.isEmpty else { return nil }
    let prefix = written.id(node) + "/"
    return ids.first { id in
      id.rest(after: prefix).map { template.inner(at: $0) != nil } ?? false
    }
  }

  /// Collects the colours of the templates in use. A name with conflicting definitions gets no colour.
  private mutating func findColors() {
    let used = Set(instances.values.map(\.template))
    (inherited, disputes) = templates.indices.filter(used.contains).map { templates[$0] }.colors
    let own = Set(written.palette.map { ExactText($0.name) })
    colors = inherited.filter { !own.contains($0.key) }.map { ($0.key.text, $0.value) }.sorted { $0.name < $1.name }
  }

  // MARK: The text

  /// Writes and returns the text of the composed scene.
  mutating func text() -> [UInt8] {
    out.reserveCapacity(
      written.original.count + placeholders.reduce(0) { sum, node in
        sum
          + (instances[node].map { templates[$0.template].document.objectText(of: templates[$0.template].node).count }
            ?? 0)
      } * 5 / 4)
    // The placeholders whose own children are being copied, with the offsets after these children and after the
    // placeholder itself.
    var open: [(childrenEnd: Int, end: Int)] = []
    let paletteFollows = written.paletteOffset > written.headerMember(.objects)?.value ?? 0
    var offset = colors.isEmpty || paletteFollows ? 0 : palette(from: 0)
    func close(_ composer: inout SceneComposer, upTo limit: Int) {
      while let last = open.last, last.childrenEnd <= limit {
        composer.copy(offset..<last.childrenEnd)
        composer.out += "]}".utf8
        composer.skip(to: last.end)
        offset = last.end
        open.removeLast()
      }
    }
    for node in placeholders {
      let start = written.objectOffset(node)
      close(&self, upTo: start)
      copy(offset..<start)
      let end = written.objectEnd(node)
      if let children = placeholder(node) {
        skip(to: children.lowerBound)
        offset = children.lowerBound
        open.append((children.upperBound, end))
      } else {
        skip(to: end)
        offset = end
      }
    }
    close(&self, upTo: .max)
    if !colors.isEmpty, paletteFollows { offset = palette(from: offset) }
    copy(offset..<written.original.count)
    return out
  }

  /// Copies the current text of a span of the written document.
  private mutating func copy(_ span: Range<Int>) {
    var offset = span.lowerBound
    while nextSplice < splices.count, splices[nextSplice].start < span.upperBound {
      let splice = splices[nextSplice]
      out.append(contentsOf: written.text(offset..<splice.start))
      out.append(contentsOf: splice.text)
      offset = splice.end
      nextSplice += 1
    }
    if offset < span.upperBound { out.append(contentsOf: written.text(offset..<span.upperBound)) }
  }

  private mutating func skip(to offset: Int) {
    while nextSplice < splices.count, splices[nextSplice].start < offset { nextSplice += 1 }
  }

  /// Writes the text from an offset to the end of the palette, and adds the templates' colours. Returns the offset at
  /// which copying continues.
  private mutating func palette(from offset: Int) -> Int {
    let list: [UInt8] = Array(colors.map { JSONString.quoted($0.name) + [0x3A] + $0.text }.joined(separator: [0x2C]))
    let member = written.headerMember(.palette)
    let layout = written.paletteLayout
    let end = member?.end ?? layout.insertion
    copy(offset..<end)
    if member == nil {
      guard nextSplice < splices.count, splices[nextSplice].start == end else {
        out += layout.prefix("palette")
        out += [0x7B] + list + [0x7D]
        return end
      }
      // An edit has inserted a palette where the scene had none.
      out.append(contentsOf: splices[nextSplice].text)
      nextSplice += 1
    }
    guard let brace = out.lastIndex(of: 0x7D) else { return end }
    let isEmpty = out[..<brace].last { $0 > 0x20 } == 0x7B
    let comma: [UInt8] = isEmpty ? [] : [0x2C]
    out.insert(contentsOf: comma + list, at: brace)
    return end
  }

  /// Writes a placeholder with the objects of its template, up to its own children.
  ///
  /// - Returns: the span between the brackets of the placeholder's own children; nil if it has none, and the object is
  ///   complete.
  private mutating func placeholder(_ node: NodeIndex) -> Range<Int>? {
    guard let instance = instances[node] else { return nil }
    let template = templates[instance.template]
    out += "{\"id\": ".utf8
    let children = members(of: node, template)
    if let attributes = Self.attributes(of: node, in: written, over: (template.document, template.node)) {
      out += ", \"attributes\": ".utf8
      out += attributes
    }
    let isEmpty = children.map { written.text($0).allSatisfy { $0 <= 0x20 } } ?? true
    guard instance.inner > 0 || !isEmpty else {
      out += "}".utf8
      return nil
    }
    out += ", \"children\": [".utf8
    if instance.inner > 0 {
      let pattern = patterns[instance.template] ?? TemplatePattern(template)
      patterns[instance.template] = pattern
      pattern.write(to: &out, prefix: written.idText(node), replacing: replacements(node, template))
    }
    if isEmpty {
      out += "]}".utf8
      return nil
    }
    if instance.inner > 0 { out += ", ".utf8 }
    return children
  }

  /// Writes the members of a placeholder except attributes and children, with those that its template adds. Returns the
  /// span between the brackets of the placeholder's own children; nil if the placeholder has no children of its own.
  private mutating func members(of node: NodeIndex, _ template: SceneTemplate) -> Range<Int>? {
    var others: [(key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)] = []
    var children: Range<Int>?
    written.forEachMember(of: node) { key, value, isChildren in
      if isChildren {
        let start = written.offset(of: value) + 1
        children = start..<start + value.count - 2
      }
      switch KeyShapes.role(of: key, in: .object) {
      case .id: out.append(contentsOf: value)
      case .name, .constraints, .runtimeAttributes, .bindings, .other, .unknown: others.append((key, value))
      case .reserved where !SceneDocument.isOfInstance(key): others.append((key, value))
      default: break
      }
      return true
    }
    let own = others.map(\.key)
    template.document.forEachMember(of: template.node) { key, value, _ in
      switch KeyShapes.role(of: key, in: .object) {
      case .class, .base: others.append((key, value))
      // The bindings are read from the documents themselves; this member only shows that there are bindings.
      case .name, .runtimeAttributes, .bindings, .reserved:
        if !own.contains(where: { JSONString.equals($0, raw: key) }) { others.append((key, value)) }
      default: break
      }
      return true
    }
    for (key, value) in others {
      out += ", \"".utf8
      out.append(contentsOf: key)
      out += "\": ".utf8
      out.append(contentsOf: value)
    }
    return children
  }

  /// Returns the new attributes of the inner objects that a placeholder overrides, each with the span of the template's
  /// text to replace, in order.
  private func replacements(_ node: NodeIndex, _ template: SceneTemplate) -> [(span: Range<Int>, text: [UInt8])] {
    var list: [(span: Range<Int>, text: [UInt8])] = []
    written.forEachOverride(of: node) { address, value in
      guard let inner = template.inner(at: address), value.first == 0x7B else { return }
      let document = template.document
      let base = document.originalAttributes(inner)
      guard let merged = Self.merged(base, value) else { return }
      if let base {
        let start = base - document.base
        list.append((start..<TrustedText.skipValue(base) - document.base, merged))
      } else {
        let end = document.classOffset(inner)
        let place = TrustedText.skipValue(document.base + end) - document.base
        list.append((place..<place, Array(", \"attributes\": ".utf8) + merged))
      }
    }
    return list.sorted { $0.span.lowerBound < $1.span.lowerBound }
  }
}

extension SceneComposer {
  /// Returns the attributes of a placeholder in the composed scene: its template's, overridden and extended by its own.
  /// Returns nil if there are none.
  static func attributes(
    of node: NodeIndex, in written: SceneDocument, over template: (document: SceneDocument, node: NodeIndex)
  ) -> [UInt8]? {
    let base = template.document.originalAttributes(template.node)
    return written.attributesText(of: node).map { merged(base, $0) } ?? merged(base, nil)
  }

  /// Returns the members of the object `base`, overridden and extended by those of `over`; nil if both are missing.
  ///
  /// - Parameters:
  ///   - base: the position of the object's `{`; nil if there is no object.
  ///   - over: the text of the other object, in padded memory; nil if there is none.
  static func merged(_ base: Cursor?, _ over: UnsafeRawBufferPointer?) -> [UInt8]? {
    guard let base else { return over.map { Array($0) } }
    guard let start = over?.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      return Array(UnsafeRawBufferPointer(start: base, count: TrustedText.skipValue(base) - base))
    }
    var text: [UInt8] = [0x7B]
    func add(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
      if text.count > 1 { text += ", ".utf8 }
      text.append(0x22)
      text.append(contentsOf: key)
      text += "\": ".utf8
      text.append(contentsOf: value)
    }
    TrustedText.forEachMember(base) { key, value in
      var own: UnsafeRawBufferPointer?
      TrustedText.forEachMember(start) { other, value in
        if JSONString.equals(key, raw: other) { own = value }
        return own == nil
      }
      add(key, own ?? value)
      return true
    }
    TrustedText.forEachMember(start) { key, value in
      var isKnown = false
      TrustedText.forEachMember(base) { other, _ in
        isKnown = JSONString.equals(key, raw: other)
        return !isKnown
      }
      if !isKnown { add(key, value) }
      return true
    }
    return text + [0x7D]
  }
}

extension SceneDocument {
  /// The objects with a `ref`, in document order. The `text` is the decoded `ref`, or nil if it is not a string;
  /// `found` is the start of its JSON text.
  fileprivate var references: [(node: NodeIndex, text: String?, found: String)] {
    var list: [(node: NodeIndex, text: String?, found: String)] = []
    for node in objects where record(node).pointee.classAndFlags & NodeTable.hasReservedKeys != 0 {
      guard let value = objectMember("ref", of: node) else { continue }
      let isString = value.first == UInt8(ascii: "\"")
      list.append(
        (node, isString ? JSONString.decode(value.contents) : nil, String(decoding: value.prefix(40), as: UTF8.self)))
    }
    return list
  }

  /// The ids that contain a slash, such as `card/icon`.
  fileprivate var slashedIDs: [String] {
    objects.compactMap { node in
      guard let id = idText(node), id.contains(UInt8(ascii: "/")) else { return nil }
      return JSONString.decode(id)
    }
  }
}

extension SceneDocument {
  /// Returns false if a text certainly has no key `ref`. The check is faster than a scan of the text as a scene.
  package static func mayHavePlaceholders(_ text: [UInt8]) -> Bool {
    text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      // A key may be written with escapes.
      let keys: [StaticString] = ["\"ref\"", "\\u00"]
      return keys.contains { memmem(start, bytes.count, $0.utf8Start, $0.utf8CodeUnitCount) != nil }
    }
  }

  /// The document's placeholders with the texts of their `ref`, in document order. A `ref` that is not a string is left
  /// out.
  package var templateReferences: [(node: NodeIndex, text: String)] {
    guard mayHavePlaceholders else { return [] }
    return references.compactMap { node, text, _ in text.map { (node, $0) } }
  }
}

extension UnsafeRawBufferPointer {
  /// The raw text between the quotes of a JSON string.
  var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: dropFirst().dropLast()) }
}
