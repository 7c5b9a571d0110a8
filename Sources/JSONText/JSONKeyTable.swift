/// A set of the keys of each open object, for finding duplicate keys.
///
/// The keys of an object are compared one by one as long as there are fewer than `manyKeys`, as in nearly all objects;
/// later keys are looked up in a hash table. Its hashes are seeded at random, so nobody can choose keys that collide.
struct JSONKeyTable {
  private static let manyKeys = 24

  private struct Slot: Hashable {
    var hash: Int
    var probe: Int
  }

  private let bytes: UnsafeRawBufferPointer
  /// The byte ranges of the keys of all open objects, without quotes.
  private var keys: [Range<Int>] = []
  /// The index in `keys` at which each open object begins.
  private var starts: [Int] = []
  private var tables: [Int: [Slot: Int]] = [:]

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func open() {
    starts.append(keys.count)
  }

  mutating func close() {
    guard let first = starts.popLast() else { return }
    if keys.count - first >= Self.manyKeys { tables[starts.count] = nil }
    keys.removeSubrange(first...)
  }

  /// Adds a key to the innermost open object. Returns the offset of the opening quote of an equal key that the object
  /// already has; nil if there is none.
  mutating func add(start: Int, end: Int) -> Int? {
    let key = start..<end
    guard let first = starts.last else { return nil }
    let count = keys.count - first
    keys.append(key)
    if count < Self.manyKeys {
      for other in keys[first..<first + count] where equal(key, other) { return other.lowerBound - 1 }
      return nil
    }
    if count == Self.manyKeys {
      for index in first..<first + count { _ = insert(index, depth: starts.count) }
    }
    return insert(first + count, depth: starts.count).map { keys[$0].lowerBound - 1 }
  }

  private mutating func insert(_ index: Int, depth: Int) -> Int? {
    var slot = Slot(hash: hash(keys[index]), probe: 0)
    while let other = tables[depth - 1, default: [:]][slot] {
      if equal(keys[index], keys[other]) { return other }
      slot.probe += 1
    }
    tables[depth - 1, default: [:]][slot] = index
    return nil
  }

  private func hash(_ key: Range<Int>) -> Int {
    var hasher = Hasher()
    if hasEscape(key) {
      for byte in JSONString.decode(raw(key)).utf8 { hasher.combine(byte) }
    } else {
      for byte in raw(key) { hasher.combine(byte) }
    }
    return hasher.finalize()
  }

  private func equal(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    if hasEscape(a) || hasEscape(b) {
      // UTF-8 is compared, since `==` of strings treats "é" and "e" with an accent as equal.
      return JSONString.decode(raw(a)).utf8.elementsEqual(JSONString.decode(raw(b)).utf8)
    }
    return a.count == b.count && raw(a).elementsEqual(raw(b))
  }

  private func hasEscape(_ key: Range<Int>) -> Bool {
    raw(key).contains(0x5C)
  }

  private func raw(_ key: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[key])
  }
}
