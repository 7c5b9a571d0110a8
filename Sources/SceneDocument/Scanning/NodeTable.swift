import Glibc

/// The index record of one object of the scene: 32 bytes, whatever the object's size.
@usableFromInline
struct NodeRecord {
  /// The offset of the object's `{`.
  @usableFromInline var start: Int
  /// The object's length in bytes, or `NodeTable.long` if it is beyond 32 bits.
  @usableFromInline var length: UInt32
  /// The `{` of its attributes, counted from `start`; 0 if it has none, `NodeTable.long` if beyond 32 bits.
  @usableFromInline var attributes: UInt32
  /// The index of the object that holds it, or `NodeTable.none`.
  @usableFromInline var parent: UInt32
  /// The index of the first object after its subtree.
  @usableFromInline var after: UInt32
  @usableFromInline var idHash: UInt32
  /// The class in the lower bits, `NodeTable` flags in the upper ones.
  @usableFromInline var classAndFlags: UInt32
}

/// The index: a record an object, in the order of the document (parents before their children).
@usableFromInline
final class NodeTable {
  @usableFromInline static let none = UInt32.max
  @usableFromInline static let long = UInt32.max
  /// The object has a key that is reserved for later versions, so that its edits are refused.
  @usableFromInline static let hasReservedKeys: UInt32 = 1 << 31
  /// The object has a key that the format does not know.
  @usableFromInline static let hasUnknownKeys: UInt32 = 1 << 30
  /// The object has layout constraints.
  @usableFromInline static let hasConstraints: UInt32 = 1 << 29
  @usableFromInline static let classMask: UInt32 = (1 << 29) - 1

  /// An object needs at least `{"id":"a","class":"b"}` and a comma.
  private static let shortestObject = 23

  @usableFromInline let records: UnsafeMutablePointer<NodeRecord>
  @usableFromInline @exclusivity(unchecked) var count = 0
  /// The lengths of the few objects beyond 4 GiB.
  var longLengths: [UInt32: Int] = [:]
  let capacity: Int

  /// Allocates space for as many objects as `bytes` bytes can hold: address space only, memory follows with use.
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
