internal import JSONText

/// A dictionary with the keys of JSON members, which looks up a raw key without converting it to a `String`.
///
/// All keys come from a format's description, so a document cannot provoke hash collisions.
struct KeyTable<Value: Sendable>: Sendable {
  private let entries: [(key: [UInt8], value: Value)]

  /// The slots of the hash table: the index of an entry, or -1 for an empty slot. The number of slots is a power of
  /// two.
  private let slots: [Int32]

  init(_ values: some Sequence<(key: String, value: Value)>) {
    let entries = values.map { (key: Array($0.key.utf8), value: $0.value) }
    var size = 2
    while size < entries.count * 2 { size *= 2 }
    var slots = [Int32](repeating: -1, count: size)
    for (number, entry) in entries.enumerated() {
      var slot = entry.key.withUnsafeBytes(Self.hash) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(number)
    }
    (self.entries, self.slots) = (entries, slots)
  }

  var keys: some Sequence<String> { entries.lazy.map { String(decoding: $0.key, as: UTF8.self) } }
  var values: some Sequence<Value> { entries.lazy.map(\.value) }

  /// Returns the value for a decoded key; nil if there is none.
  subscript(_ key: String) -> Value? {
    if entries.isEmpty { return nil }
    var key = key
    return key.withUTF8 { find(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the value for a raw key, the JSON text between the quotes; nil if there is none.
  func value(ofRaw key: UnsafeRawBufferPointer) -> Value? {
    if entries.isEmpty { return nil }
    return key.contains(UInt8(ascii: "\\")) ? self[JSONString.decode(key)] : find(key)
  }

  private func find(_ key: UnsafeRawBufferPointer) -> Value? {
    var slot = Self.hash(key) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if entries[number].key.elementsEqual(key) { return entries[number].value }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Returns the FNV-1a hash of some bytes (Fowler, Noll and Vo), with its upper bits mixed into the lower ones.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}
