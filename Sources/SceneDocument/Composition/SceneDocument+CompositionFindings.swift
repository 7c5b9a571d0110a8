import JSONText

// Diagnostics for placeholders and their overrides.
extension SceneDocument {
  /// The resolved placeholders, by their numbers in the composed scene, with their class names in the written document.
  package var placeholders: [(node: NodeIndex, className: String)] {
    guard let composition else { return [] }
    return composition.plan.instances.keys.sorted().map {
      (composition.composed($0), composition.written.className($0))
    }
  }

  /// The errors and warnings about placeholders and overrides, in the order of the written document.
  package var compositionFindings: [CompositionFinding] {
    var known: [ObjectIdentifier: [CompositionFinding]] = [:]
    return compositionFindings(&known)
  }

  /// A diagnostic, a flag that tells errors from warnings, and the object of the composed scene concerned.
  package typealias CompositionFinding = (finding: SceneError, isError: Bool, object: NodeIndex)

  /// Collects the errors and warnings of this document and its templates.
  ///
  /// - Parameter known: the diagnostics that were collected so far, by document.
  private func compositionFindings(_ known: inout [ObjectIdentifier: [CompositionFinding]]) -> [CompositionFinding] {
    guard let composition else { return [] }
    if let made = known[ObjectIdentifier(self)] { return made }
    let written = composition.written
    var found: [CompositionFinding] = []
    func add(_ refusal: any Refusal, _ isError: Bool, _ node: NodeIndex, at offset: Int) {
      found.append((written.source.error(refusal, at: offset), isError, composition.composed(node)))
    }
    for (node, problem) in composition.plan.problems.sorted(by: { $0.key < $1.key }) {
      let offset = written.objectMember("ref", of: node).map { written.offset(of: $0) } ?? written.objectOffset(node)
      add(problem, true, node, at: offset)
    }
    for node in written.objects where written.record(node).pointee.classAndFlags & NodeTable.hasReservedKeys != 0 {
      guard let overrides = written.objectMember("overrides", of: node), written.objectMember("ref", of: node) == nil
      else { continue }
      let refusal = CompositionRefusal.overridesWithoutReference(written.id(node))
      add(refusal, false, node, at: written.offset(of: overrides))
    }
    for node in composition.plan.instances.keys.sorted() {
      guard let template = composition.template(of: node) else { continue }
      if let overrides = written.objectMember("overrides", of: node), overrides.first != 0x7B {
        let words = String(decoding: overrides.prefix(40), as: UTF8.self)
        let refusal = CompositionRefusal.overridesNoObject(written.id(node), found: words)
        add(refusal, true, node, at: written.offset(of: overrides))
        continue
      }
      written.forEachOverride(of: node) { address, value in
        guard let inner = template.inner(at: address) else {
          let refusal = CompositionRefusal.overridesNothing(address, placeholder: written.id(node), suggestion: nil)
          return add(refusal, false, node, at: written.overrideOffset(of: address, in: node))
        }
        guard value.first == 0x7B, let object = value.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
          let refusal = CompositionRefusal.overridesNoObject(
            address, found: String(decoding: value.prefix(40), as: UTF8.self))
          return add(refusal, true, node, at: written.overrideOffset(of: address, in: node))
        }
        TrustedText.forEachMember(object) { key, value in
          let name = JSONString.decode(key)
          if let base = template.document.attribute(name, of: inner), base.elementsEqual(value) {
            let refusal = CompositionRefusal.overrideIsEqual(address, name)
            add(refusal, false, node, at: written.overrideOffset(of: address, key: name, in: node))
          }
          return true
        }
      }
    }
    // The problems of a template are reported only at the first placeholder that uses the template.
    var seen: Set<Int> = []
    for node in composition.plan.instances.keys.sorted() {
      guard let instance = composition.plan.instances[node], seen.insert(instance.template).inserted else { continue }
      let template = composition.templates[instance.template]
      for (finding, isError, object) in template.document.compositionFindings(&known)
      where object >= template.node && object < template.document.afterSubtree(template.node) {
        guard !found.contains(where: { $0.finding == finding }) else { continue }
        found.append((finding, isError, composition.composed(node) + (object - template.node)))
      }
    }
    known[ObjectIdentifier(self)] = found
    return found
  }
}
