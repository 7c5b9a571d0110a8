/// The number of an object in a document: 0 up to `objectCount`, parents before their children.
///
/// It is valid within a ``SceneDocument/generation`` of the document's text.
///
/// ```swift
/// for node in document.objects where document.className(node) == "StarView" { print(document.id(node)) }
/// ```
@frozen
public struct NodeIndex: Hashable, Sendable {
  /// The number, from 0.
  public let number: Int

  /// Creates the index of the object with a number.
  @inlinable
  public init(_ number: some BinaryInteger) { self.number = Int(number) }
}

extension NodeIndex: Strideable {
  /// True if the first object stands before the second one in the document.
  @inlinable
  public static func < (left: NodeIndex, right: NodeIndex) -> Bool { left.number < right.number }

  /// Returns the number of places from this object to another one; negative if that stands before it.
  @inlinable
  public func distance(to other: NodeIndex) -> Int { other.number - number }

  /// Returns the index of the object `count` places later, or earlier if the count is negative.
  @inlinable
  public func advanced(by count: Int) -> NodeIndex { NodeIndex(number + count) }

  /// Returns the index of the object `count` places later.
  @inlinable
  public static func + (node: NodeIndex, count: Int) -> NodeIndex { NodeIndex(node.number + count) }

  /// Returns the index of the object `count` places earlier.
  @inlinable
  public static func - (node: NodeIndex, count: Int) -> NodeIndex { NodeIndex(node.number - count) }

  /// Returns the number of places from the second object to the first.
  @inlinable
  public static func - (left: NodeIndex, right: NodeIndex) -> Int { left.number - right.number }

  /// Goes on to the object `count` places later.
  @inlinable
  public static func += (node: inout NodeIndex, count: Int) { node = node + count }
}
