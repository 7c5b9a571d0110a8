import JSONText

// Changes to a scene after an object in a template's document has been renamed.
extension SceneDocument {
  /// The renaming of an object's id in a document.
  package struct RenamedObject: Sendable {
    /// The real path of the document.
    package let file: String
    package let old: String
    package let new: String

    package init(file: String, old: String, new: String) { (self.file, self.old, self.new) = (file, old, new) }
  }

  /// Returns the id that an object of this scene gets after a renaming in this document or in a template's document.
  package func id(_ node: NodeIndex, after renamed: RenamedObject) -> String {
    guard isInner(node), let (document, inner) = direct(node) else {
      let own = id(node)
      return own.isExactly(renamed.old) && isFile(renamed.file) ? renamed.new : own
    }
    let top = placeholder(of: node)
    var address = document.id(inner, after: renamed)
    // If the template's outermost object is itself an instance, its id is not part of the address.
    if id(node).rest(after: id(top) + "/")?.isExactly(document.id(inner)) != true, let root = direct(top)?.node {
      address = address.rest(after: document.id(root, after: renamed) + "/") ?? address
    }
    return "\(id(top, after: renamed))/\(address)"
  }

  /// Returns true if the given real path is that of the document's own file.
  private func isFile(_ path: String) -> Bool {
    let name = written.source.name
    return (realpath(name) ?? name).isExactly(path)
  }

  /// Returns the scene's own members that depend on a renamed id, with their new texts: `ref` and `overrides` of
  /// placeholders.
  package func members(
    after renamed: RenamedObject
  ) -> [(node: NodeIndex, key: String, text: [UInt8])] {
    guard let composition else { return [] }
    let written = written
    var members: [(node: NodeIndex, key: String, text: [UInt8])] = []
    for node in written.objects {
      guard let raw = written.objectMember("ref", of: node), raw.first == 0x22 else { continue }
      let shown = composition.composed(node)
      guard let (template, inner) = direct(shown) else { continue }
      let reference = JSONString.decode(UnsafeRawBufferPointer(rebasing: raw.dropFirst().dropLast()))
      let id = template.id(inner, after: renamed)
      if let sign = reference.utf8.firstIndex(of: UInt8(ascii: "#")), !id.isExactly(template.id(inner)) {
        members.append((shown, "ref", JSONString.quoted("\(reference[...sign])\(id)")))
      }
      var addresses: [ExactText: String] = [:]
      for object in innerObjects(of: shown) {
        let (old, new) = (self.id(object), self.id(object, after: renamed))
        let own = written.id(node) + "/"
        if !old.isExactly(new), let before = old.rest(after: own), let after = new.rest(after: own) {
          addresses[ExactText(before)] = after
        }
      }
      guard !addresses.isEmpty, let text = written.overridesText(of: node) else { continue }
      let new = Self.overrides(text, renaming: addresses)
      if new != text { members.append((shown, "overrides", new)) }
    }
    return members
  }

  /// Returns the text of a placeholder's overrides with new addresses for some entries.
  private static func overrides(_ text: [UInt8], renaming addresses: [ExactText: String]) -> [UInt8] {
    var (out, end) = ([UInt8](), 0)
    text.withUnsafeBytes { text in
      forEachMember(ofValue: text) { key, _ in
        guard let new = addresses[ExactText(JSONString.decode(key))], let start = key.baseAddress,
          let base = text.baseAddress
        else { return true }
        // The key is given without its quotes.
        let offset = start - base - 1
        out += text[end..<offset]
        out += JSONString.quoted(new)
        end = offset + key.count + 2
        return true
      }
      out += text[end...]
    }
    return out
  }
}
