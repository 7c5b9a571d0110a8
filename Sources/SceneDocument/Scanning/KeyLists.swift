import JSONText

/// Lists of the keys of open JSON objects that `KeyShapes` cannot represent, for finding duplicate keys.
///
/// Nearly all objects fit into `KeyShapes`. The last list belongs to the innermost object that does not.
struct KeyLists {
  private struct Key {
    var hash: UInt64
    var raw: UnsafeRawBufferPointer
  }

  private struct List {
    var first: Int
    var kind: KeyShapes.Kind
    /// A Bloom filter with one bit for each hash: a key whose bit is not set is new.
    var filter: UInt64 = 0
    /// An open-addressing hash table, used from `manyKeys` keys on. An entry is one more than an index into the list's
    /// keys, or 0 for an empty slot. The size is a power of two.
    var table: [UInt32] = []
  }

  private static let manyKeys = 32

  private var keys: [Key] = []
  private var lists: [List] = []
  let hash: Hash

  init(_ hash: Hash) {
    self.hash = hash
  }

  /// The kind of the JSON object to which the innermost list belongs; `.attributes` if there is no list.
  var kind: KeyShapes.Kind { lists.last?.kind ?? .attributes }

  mutating func open(_ kind: KeyShapes.Kind) {
    lists.append(List(first: keys.count, kind: kind))
  }

  mutating func close() {
    guard let list = lists.popLast() else { return }
    keys.removeSubrange(list.first...)
  }

  /// Adds a raw key to the innermost list; returns false if the list contains an equal key.
  mutating func add(_ start: UnsafePointer<UInt8>, count: Int) -> Bool {
    let raw = UnsafeRawBufferPointer(start: start, count: count)
    let key = Key(hash: hash(unescaping: raw), raw: raw)
    let last = lists.count - 1
    let bit = UInt64(1) << (key.hash & 63)
    let first = lists[last].first
    if keys.count - first >= Self.manyKeys { return addToTable(key, last) }
    if lists[last].filter & bit != 0 {
      for other in keys[first...] where Self.equal(key, other) { return false }
    }
    lists[last].filter |= bit
    keys.append(key)
    return true
  }

  private mutating func addToTable(_ key: Key, _ last: Int) -> Bool {
    let first = lists[last].first
    let count = keys.count - first
    if lists[last].table.count < 2 * (count + 1) { rebuildTable(last) }
    let mask = lists[last].table.count - 1
    var slot = Int(truncatingIfNeeded: key.hash >> 8) & mask
    while true {
      let entry = lists[last].table[slot]
      if entry == 0 { break }
      if Self.equal(key, keys[first + Int(entry) - 1]) { return false }
      slot = (slot + 1) & mask
    }
    keys.append(key)
    lists[last].table[slot] = UInt32(truncatingIfNeeded: count + 1)
    return true
  }

  private mutating func rebuildTable(_ last: Int) {
    let first = lists[last].first
    var size = 128
    while size < 4 * (keys.count - first) { size *= 2 }
    var table = [UInt32](repeating: 0, count: size)
    for index in first..<keys.count {
      var slot = Int(truncatingIfNeeded: keys[index].hash >> 8) & (size - 1)
      while table[slot] != 0 { slot = (slot + 1) & (size - 1) }
      table[slot] = UInt32(truncatingIfNeeded: index - first + 1)
    }
    lists[last].table = table
  }

  private static func equal(_ a: Key, _ b: Key) -> Bool {
    a.hash == b.hash && JSONString.equals(a.raw, raw: b.raw)
  }
}

extension Hash {
  /// Returns the hash of the unescaped text of a raw string.
  func callAsFunction(unescaping raw: UnsafeRawBufferPointer) -> UInt64 {
    guard raw.contains(0x5C) else { return self(raw) }
    var text = JSONString.decode(raw)
    return text.withUTF8 { self(UnsafeRawBufferPointer($0)) }
  }
}
