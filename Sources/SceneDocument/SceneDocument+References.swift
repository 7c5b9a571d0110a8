package import JSONText

// References from the constraints of objects to other objects, by their ids.
extension SceneDocument {
  /// Calls `body` with each reference in an object's constraints, and with the span of the reference's string in the
  /// document. References in constraints that have other errors are included.
  package func forEachReference(of node: NodeIndex, _ body: (_ reference: ObjectReference, _ span: Range<Int>) -> Void)
  {
    guard let (text, start) = constraintsText(of: node) else { return }
    Self.forEachReference(in: text) { body($0, start + $1.lowerBound..<start + $1.upperBound) }
  }

  /// Returns the text of an object's constraints with other ids in their references; nil if the object has none.
  ///
  /// - Parameter ids: the new ids, keyed by the current ones.
  package func constraintsText(of node: NodeIndex, renaming ids: [ExactText: String]) -> [UInt8]? {
    guard let (raw, _) = constraintsText(of: node) else { return nil }
    var text: [UInt8] = []
    var end = 0
    Self.forEachReference(in: raw) { reference, span in
      guard let id = ids[ExactText(reference.id)] else { return }
      var reference = reference
      reference.id = id
      text += raw[end..<span.lowerBound]
      text += JSONString.quoted(reference.text)
      end = span.upperBound
    }
    return text + raw[end...]
  }

  /// Calls `body` with each reference in the JSON text of an array of constraints, and with the span of the reference's
  /// string in that text. A text that is not an array has no references.
  package static func forEachReference(
    in text: UnsafeRawBufferPointer, _ body: (_ reference: ObjectReference, _ span: Range<Int>) -> Void
  ) {
    // Nearly all constraints refer to the parent, without a '#'. A '#' may also be written as an escape.
    guard text.contains(UInt8(ascii: "#")) || text.contains(UInt8(ascii: "\\")) else { return }
    // A text that is not an array has no references.
    try? readReferences(in: text, body)
  }

  private static func readReferences(
    in text: UnsafeRawBufferPointer, _ body: (ObjectReference, Range<Int>) -> Void
  ) throws(JSONSyntaxError) {
    var reader = JSONReader(text)
    try reader.beginArray()
    while try reader.nextElement() {
      guard reader.peek() == UInt8(ascii: "{") else {
        try reader.skipValue()
        continue
      }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        guard JSONString.equals(key, "to"), reader.peek() == UInt8(ascii: "\"") else {
          try reader.skipValue()
          continue
        }
        let start = reader.offset
        if let reference = ObjectReference(try reader.readString()) { body(reference, start..<reader.offset) }
      }
    }
  }

  /// Returns the objects whose constraints refer to any of the given ids, in document order.
  package func referrers(to ids: Set<ExactText>) -> [NodeIndex] {
    guard !ids.isEmpty else { return [] }
    return objects.filter { node in
      guard hasConstraints(node) else { return false }
      var isReferrer = false
      forEachReference(of: node) { reference, _ in
        if ids.contains(ExactText(reference.id)) { isReferrer = true }
      }
      return isReferrer
    }
  }

  /// Returns splices that replace the ids in the references of an object's constraints by new ids.
  ///
  /// - Parameter ids: the new ids, keyed by the old ones; references to other ids are kept.
  func splices(following ids: [ExactText: String], in node: NodeIndex) -> [TextSplice] {
    guard hasConstraints(node) else { return [] }
    var splices: [TextSplice] = []
    forEachReference(of: node) { reference, span in
      guard let id = ids[ExactText(reference.id)] ?? renamed(reference.id, by: ids) else { return }
      var reference = reference
      reference.id = id
      let text = JSONString.quoted(reference.text)
      splices.append(TextSplice(start: span.lowerBound, end: span.upperBound, owner: node, parts: [.bytes(text)]))
    }
    return splices
  }

  /// Returns the new address of an object that a template supplies for a renamed placeholder, such as `card/icon`; nil
  /// if the placeholder keeps its id.
  private func renamed(_ address: String, by ids: [ExactText: String]) -> String? {
    guard isWritten, node(id: address) == nil else { return nil }
    var end = address.endIndex
    while let slash = address[..<end].utf8.lastIndex(of: UInt8(ascii: "/")) {
      if let id = ids[ExactText(String(address[..<slash]))] { return id + address[slash...] }
      end = slash
    }
    return nil
  }
}
