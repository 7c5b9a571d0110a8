/// Distinguishes a text from all others but one in 2⁶⁴, without keeping it: the length, and a hash of the hashes of its
/// blocks.
struct TextDigest: Equatable {
  static let block = 1 << 16

  let hash: Hash
  private(set) var count = 0
  private var value: UInt64

  init(_ hash: Hash) {
    self.hash = hash
    value = hash.seed
  }

  /// Adds the next block of the text; all but the last are full.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    value = hash.add(hash(bytes), to: value)
    count += bytes.count
  }

  static func == (a: TextDigest, b: TextDigest) -> Bool { a.count == b.count && a.value == b.value }
}
