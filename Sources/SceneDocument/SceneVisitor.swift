/// Is told of objects while their scene is still being read.
public protocol SceneVisitor: AnyObject {
  /// Whether to tell plain objects from others, by `form(ofKey:inClass:of:)`.
  var looksAtForms: Bool { get }

  /// What values of an attribute are beyond doubt; nil where each has to be looked at. Asked about once a key or so.
  ///
  /// - Parameter document: as far as it is known, its classes and the members before its objects.
  func form(ofKey key: UnsafeRawBufferPointer, inClass classID: Int, of document: SceneDocument) -> PlainForm?

  /// Takes an object, once, as soon as its id, class and attributes are known: mostly before its children.
  ///
  /// - Returns: of which further objects of its class to be told.
  func visit(_ object: ScannedObject) -> ScannedObject.Interest
}

/// A visitor that can begin anew, so that the scan of a large scene need not wait until it is read.
package protocol RestartableVisitor: SceneVisitor {
  /// All that it was told is void: it will be told of the scene's objects again, from the first.
  func restart()
}

extension SceneVisitor {
  public var looksAtForms: Bool { false }

  public func form(ofKey key: UnsafeRawBufferPointer, inClass classID: Int, of document: SceneDocument) -> PlainForm? {
    nil
  }
}

/// A visitor that is no more than a closure.
///
/// ```swift
/// let visitor = ObjectVisitor { object in
///   count += 1
///   return .all
/// }
/// let scene = try SceneDocument.load(path: path, visitor: visitor)
/// ```
public final class ObjectVisitor: SceneVisitor {
  private let visitor: (ScannedObject) -> ScannedObject.Interest

  public init(_ visitor: @escaping (ScannedObject) -> ScannedObject.Interest) { self.visitor = visitor }

  public func visit(_ object: ScannedObject) -> ScannedObject.Interest { visitor(object) }
}
