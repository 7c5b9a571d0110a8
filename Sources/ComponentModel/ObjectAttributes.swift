import JSONText
package import SceneDocument

/// A view of the stored attributes of an object, in the order of the document.
///
/// ```swift
/// model.attributes(of: badge)["pointCount"]           // the JSON text 7
/// model.attributes(of: badge).origin(of: "pointCount")  // where it is written
/// ```
package struct ObjectAttributes {
  @usableFromInline let document: SceneDocument
  @usableFromInline let node: NodeIndex

  @inlinable @inline(__always)
  init(_ document: SceneDocument, _ node: NodeIndex) {
    self.document = document
    self.node = node
  }

  /// Calls `body` with each attribute until `body` returns false. ``SceneDocument/forEachAttribute(of:_:)`` documents
  /// how long the spans are valid.
  ///
  /// - Parameter body: receives the key as written between its quotes, and the value as JSON text.
  @inlinable @inline(__always)
  package func visit<E: Error>(
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(E) -> Bool
  ) throws(E) {
    try document.forEachAttribute(of: node, body)
  }

  /// The JSON text of an attribute; nil if the object stores no attribute with this key.
  package subscript(key: String) -> [UInt8]? { document.attribute(key, of: node) }

  /// All attributes, as unescaped keys and JSON texts, in their order.
  package var texts: [(key: String, raw: String)] {
    var texts: [(key: String, raw: String)] = []
    visit { key, raw in
      texts.append((JSONString.decode(key), String(decoding: raw, as: UTF8.self)))
      return true
    }
    return texts
  }

  /// Returns the position of an attribute in the text from which the scene was read; nil if that text does not have
  /// the attribute.
  package func origin(of key: String) -> AttributeOrigin? {
    document.attributeOrigin(key, of: node).map { AttributeOrigin(source: $0.source, key: $0.key, value: $0.value) }
  }

  /// The positions of all attributes in the text from which the scene was read, by unescaped key. Of several equal
  /// keys, the first one is used.
  var origins: [ExactText: AttributeOrigin] {
    var origins: [ExactText: AttributeOrigin] = [:]
    guard !document.isComposed else {
      for (key, _) in texts { origins[ExactText(key)] = origin(of: key) }
      return origins
    }
    document.forEachOffset(of: node) { name, key, value in
      if origins[ExactText(name)] == nil {
        origins[ExactText(name)] = AttributeOrigin(source: document.source, key: key, value: value)
      }
    }
    return origins
  }
}

/// The position of an attribute in the text from which a scene was read: the document, and the offsets of key and
/// value.
package struct AttributeOrigin {
  package let source: TextDocument
  package let key: Int
  package let value: Int

  /// The line and the column of the value.
  package var position: SourcePosition { source.position(ofOffset: value) }
}

extension SceneModel {
  /// Returns the stored attributes of an object.
  @inlinable @inline(__always)
  package func attributes(of node: NodeIndex) -> ObjectAttributes { ObjectAttributes(document, node) }
}
