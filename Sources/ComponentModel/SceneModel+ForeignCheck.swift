internal import InspectorKit
internal import JSONText
internal import SceneDocument

// Checks of foreign documents, which have the format of another program.
extension SceneModel {
  /// Returns findings about values of a foreign document in a form that the format does not allow, and about parts of
  /// functions that break the rules of their property.
  ///
  /// - Parameter faults: the errors about values in a wrong form, each with the value's name.
  func foreignFindings(
    _ stored: StoredAttributes, _ node: NodeIndex, _ faults: [(name: String, error: SceneError)], strict: Bool
  ) -> [Diagnostic] {
    guard document.foreignFormat != nil else { return [] }
    let faulty = Set(faults.map { ExactText($0.name) })
    return faults.map { name, error in
      var finding = Diagnostic(error, severity: .error)
      (finding.object, finding.className, finding.property) = (document.id(node), document.className(node), name)
      return finding
    } + mirrorFindings(node, strict: strict) + partFindings(stored, node, besides: faulty)
  }

  private func mirrorFindings(_ node: NodeIndex, strict: Bool) -> [Diagnostic] {
    document.foreignMirrors(of: node).map { name, error in
      var finding = Diagnostic(error, severity: strict ? .error : .warning)
      (finding.object, finding.className, finding.property) = (document.id(node), document.className(node), name)
      return finding
    }
  }

  private func partFindings(
    _ stored: StoredAttributes, _ node: NodeIndex, besides faulty: Set<ExactText>
  ) -> [Diagnostic] {
    stored.unknown.compactMap { key, raw in
      guard !faulty.contains(ExactText(key)), let property = definition(of: key, node, statedType(of: key, node)) else {
        return nil
      }
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
