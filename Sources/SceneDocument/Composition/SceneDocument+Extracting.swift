import JSONText

// Extraction of objects into documents of their own, which the scene then uses as templates.
extension SceneDocument {
  /// Returns the current text of an object in the scene's own file, with its descendants, for use in another document.
  ///
  /// - Parameters:
  ///   - keepsConstraints: false to leave out the constraints of the object itself.
  ///   - reference: converts a `ref` to the equivalent one in the other document.
  package func extractedText(
    of node: NodeIndex, keepsConstraints: Bool, reference: (String) -> String
  ) -> [UInt8] {
    let (document, top) = (written, composition?.place(of: node).written ?? node)
    var parts: [(span: Range<Int>, text: [UInt8])] = []
    for inner in top..<document.afterSubtree(top) {
      guard let raw = document.objectMember("ref", of: inner), raw.first == 0x22 else { continue }
      let text = JSONString.decode(UnsafeRawBufferPointer(rebasing: raw.dropFirst().dropLast()))
      let start = document.offset(of: raw)
      parts.append((start..<start + raw.count, JSONString.quoted(reference(text))))
    }
    if !keepsConstraints, let span = document.memberSpan("constraints", of: top) { parts.append((span, [])) }
    return document.currentText(of: top, replacing: [], parts)
  }

  /// Returns the text of the placeholder that replaces an extracted object. The placeholder keeps the object's id,
  /// name, class, frame and position, and members that the format does not define.
  ///
  /// - Parameters:
  ///   - reference: the `ref` of the placeholder.
  ///   - constraints: the JSON text of its constraints; nil for none.
  package func placeholderText(of node: NodeIndex, reference: String, constraints: [UInt8]?) -> [UInt8] {
    func quoted(_ text: String) -> String { String(decoding: JSONString.quoted(text), as: UTF8.self) }
    var members = [#""id": \#(quoted(id(node)))"#]
    if let name = objectName(node) { members.append(#""name": \#(quoted(name))"#) }
    members += [#""class": \#(quoted(className(node)))"#, #""ref": \#(quoted(reference))"#]
    let kept = ["frame", "position"].compactMap { key in
      attribute(key, of: node).map { "\(quoted(key)): \(String(decoding: $0, as: UTF8.self))" }
    }
    if !kept.isEmpty { members.append(#""attributes": { \#(kept.joined(separator: ", ")) }"#) }
    // Members that the format does not define belong to the object itself, so the placeholder keeps them.
    let (document, own) = (written, composition?.place(of: node).written ?? node)
    document.forEachObjectMember(own) { key, value in
      guard KeyShapes.role(of: key, in: .object) == .unknown else { return true }
      members.append("\(quoted(JSONString.decode(key))): \(String(decoding: value, as: UTF8.self))")
      return true
    }
    if let constraints { members.append(#""constraints": \#(String(decoding: constraints, as: UTF8.self))"#) }
    return Array("{ \(members.joined(separator: ", ")) }".utf8)
  }
}
