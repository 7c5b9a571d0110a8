internal import InspectorKit
internal import JSONText
internal import SceneDocument

// The check of documents of other programs' formats.
extension SceneModel {
  /// Returns findings about the values of a foreign document that have a different form than the format says, and about
  /// parts of functions that do not keep the rules of their property.
  func foreignFindings(_ stored: StoredAttributes, _ node: NodeIndex, strict: Bool) -> [Diagnostic] {
    guard document.foreignFormat != nil else { return [] }
    return document.foreignFaults(of: node).map { name, error in
      var finding = Diagnostic(error, severity: .error)
      (finding.object, finding.className, finding.property) = (document.id(node), document.className(node), name)
      return finding
    } + mirrorFindings(node, strict: strict) + partFindings(stored, node)
  }

  private func mirrorFindings(_ node: NodeIndex, strict: Bool) -> [Diagnostic] {
    document.foreignMirrors(of: node).map { name, error in
      var finding = Diagnostic(error, severity: strict ? .error : .warning)
      (finding.object, finding.className, finding.property) = (document.id(node), document.className(node), name)
      return finding
    }
  }

  private func partFindings(_ stored: StoredAttributes, _ node: NodeIndex) -> [Diagnostic] {
    stored.unknown.compactMap { key, raw in
      guard let property = definition(of: key, node, statedType(of: key, node)) else { return nil }
      if raw == "null", document.mayBeNull(key, node) { return nil }
      do throws(Diagnostic) {
        _ = try reader.read(Array(raw.utf8), as: property)
        return nil
      } catch {
        return diagnostic(error, node, property: key)
      }
    }
  }
}
