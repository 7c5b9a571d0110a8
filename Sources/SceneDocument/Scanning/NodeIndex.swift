/// The number of an object in a document: from 0 to `objectCount - 1` in document order, so that parents precede their
/// children.
///
/// It is valid only within one ``SceneDocument/generation`` of the document.
///
/// ```swift
/// for node in document.objects where document.className(node) == "StarView" { print(document.id(node)) }
/// ```
@frozen
public struct NodeIndex: Hashable, Sendable {
  /// The number, counted from 0.
  public let number: Int

  /// Creates the index of the object with the given number, without a check of the number.
  @inlinable
  public init(_ number: some BinaryInteger) { self.number = Int(number) }
}

extension NodeIndex: Strideable {
  /// Returns true if the first object precedes the second one in the document.
  @inlinable
  public static func < (left: NodeIndex, right: NodeIndex) -> Bool { left.number < right.number }

  /// Returns the number of the given object minus the number of this one.
  @inlinable
  public func distance(to other: NodeIndex) -> Int { other.number - number }

  /// Returns the index whose number is greater by `count`, which may be negative.
  @inlinable
  public func advanced(by count: Int) -> NodeIndex { NodeIndex(number + count) }

  /// Returns the index whose number is greater by `count`.
  @inlinable
  public static func + (node: NodeIndex, count: Int) -> NodeIndex { NodeIndex(node.number + count) }

  /// Returns the index whose number is smaller by `count`.
  @inlinable
  public static func - (node: NodeIndex, count: Int) -> NodeIndex { NodeIndex(node.number - count) }

  /// Returns the number of the first object minus the number of the second one.
  @inlinable
  public static func - (left: NodeIndex, right: NodeIndex) -> Int { left.number - right.number }

  /// Increases the number by `count`.
  @inlinable
  public static func += (node: inout NodeIndex, count: Int) { node = node + count }
}
