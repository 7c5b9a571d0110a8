/// A fast hash function of bytes: 64-bit multiplications folded to 64 bits, after wyhash (Wang Yi).
///
/// Each document has a random seed, so that nobody can choose ids or keys that collide.
struct Hash: Equatable {
  let seed: UInt64

  init() {
    var generator = SystemRandomNumberGenerator()
    seed = generator.next()
  }

  @inline(__always)
  static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    return high ^ low
  }

  @inline(__always)
  func add(_ word: UInt64, to hash: UInt64) -> UInt64 {
    Self.fold(hash ^ word, 0xA076_1D64_78BD_642F)
  }

  @inline(__always)
  func finish(_ hash: UInt64, count: Int) -> UInt64 {
    Self.fold(hash ^ UInt64(truncatingIfNeeded: count), 0xE703_7ED1_A0B4_28DB)
  }

  /// Hashes a whole buffer in 8-byte words, the last one padded with zeros.
  func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed
    var i = 0
    while i + 8 <= bytes.count {
      hash = add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self)), to: hash)
      i += 8
    }
    var last: UInt64 = 0
    for k in 0..<bytes.count - i { last |= UInt64(bytes[i + k]) << UInt64(8 * k) }
    return finish(add(last, to: hash), count: bytes.count)
  }
}

/// A digest of a text: its length, and a hash of the hashes of its blocks. Two different texts have the same digest
/// only with a probability of about 2⁻⁶⁴.
struct TextDigest: Equatable {
  static let block = 1 << 16

  let hash: Hash
  private(set) var count = 0
  private var value: UInt64

  init(_ hash: Hash) {
    self.hash = hash
    value = hash.seed
  }

  /// Adds the next block of the text; every block except the last must be full.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    value = hash.add(hash(bytes), to: value)
    count += bytes.count
  }
}
