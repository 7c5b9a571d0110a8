import Glibc

/// The record of one object in the index of a scene; its size is 32 bytes.
@usableFromInline
struct NodeRecord {
  /// The offset of the object's `{` in the text.
  @usableFromInline var start: Int
  /// The object's length in bytes; `NodeTable.long` if the length does not fit in 32 bits.
  @usableFromInline var length: UInt32
  /// The distance in bytes from `start` to the `{` of the object's attributes; 0 if the object has no attributes,
  /// `NodeTable.long` if the distance does not fit in 32 bits.
  @usableFromInline var attributes: UInt32
  /// The number of the object's parent; `NodeTable.none` for a root object.
  @usableFromInline var parent: UInt32
  /// The number of the first object after the object's descendants.
  @usableFromInline var after: UInt32
  @usableFromInline var idHash: UInt32
  /// The number of the object's class in the lower bits, and the flags of `NodeTable` in the upper bits.
  @usableFromInline var classAndFlags: UInt32
}

/// A table with one record for each object, in document order: parents precede their children.
@usableFromInline
final class NodeTable {
  @usableFromInline static let none = UInt32.max
  @usableFromInline static let long = UInt32.max
  /// A flag of objects with a key that is reserved for later versions; edits of such an object are refused.
  @usableFromInline static let hasReservedKeys: UInt32 = 1 << 31
  /// A flag of objects with a key that the format does not define.
  @usableFromInline static let hasUnknownKeys: UInt32 = 1 << 30
  /// A flag of objects with layout constraints.
  @usableFromInline static let hasConstraints: UInt32 = 1 << 29
  /// A flag of objects with runtime attributes.
  @usableFromInline static let hasRuntimeAttributes: UInt32 = 1 << 28
  /// A flag of objects with bindings of properties to settings.
  @usableFromInline static let hasBindings: UInt32 = 1 << 27
  @usableFromInline static let classMask: UInt32 = (1 << 27) - 1

  /// The size in bytes of the shortest object, `{"id":"a","class":"b"}`, with a comma.
  private static let shortestObject = 23

  @usableFromInline let records: UnsafeMutablePointer<NodeRecord>
  @usableFromInline @exclusivity(unchecked) var count = 0
  /// The lengths of objects larger than 4 GiB, by their numbers.
  var longLengths: [UInt32: Int] = [:]
  let capacity: Int

  /// Allocates room for as many objects as a text of `bytes` bytes can contain, but for at most `limit`. The system
  /// provides the memory only when it is used. Returns nil if the allocation fails.
  init?(forBytes bytes: Int, limit: Int) {
    capacity = min(bytes / Self.shortestObject + 1, limit)
    guard let memory = malloc(max(capacity, 1) * MemoryLayout<NodeRecord>.stride) else { return nil }
    records = memory.bindMemory(to: NodeRecord.self, capacity: max(capacity, 1))
  }

  /// Removes all objects.
  func clear() {
    count = 0
    longLengths = [:]
  }

  deinit {
    free(records)
  }
}
