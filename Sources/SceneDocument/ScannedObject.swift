/// An object as it is met while a scene is still being read, for work that goes on beside the scan.
///
/// Its id, class and attributes are checked and known, and so are the scene's members before its objects; the rest of the
/// document is not. Good within the call only.
public struct ScannedObject {
  /// The number the object has, and will have in the finished document.
  public let node: NodeIndex

  /// The document as far as it is known.
  public let document: SceneDocument

  /// Whether its values are of the forms that were asked for, and it has no attributes of other names.
  public let isPlain: Bool

  /// Of which further objects of a class somebody wants to be told.
  public enum Interest: Sendable {
    case all, none
    /// Of those that are not ``ScannedObject/isPlain``.
    case doubtful
  }

  init(_ document: SceneDocument, _ node: NodeIndex, isPlain: Bool) {
    self.document = document
    self.node = node
    self.isPlain = isPlain
  }

  public var id: String { document.id(node) }

  @inlinable public var classID: Int { document.classID(node) }

  public var className: String { document.className(node) }

  /// The object that holds this one; it was met before, or will be when its children end.
  @inlinable public var parent: NodeIndex? { document.parent(node) }

  /// As `SceneDocument.forEachAttribute`.
  @inlinable @inline(__always)
  public func forEachAttribute<E: Error>(
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(E) -> Bool
  ) throws(E) {
    try document.forEachAttribute(of: node, body)
  }
}
