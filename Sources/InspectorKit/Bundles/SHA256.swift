internal import CNettle
internal import JSONText

/// An incremental computation of a SHA-256 digest (FIPS 180-4) with the library nettle, which uses the SHA instructions
/// of processors that have them.
///
/// ```swift
/// SHA256.hex(of: Array("abc".utf8))  // "ba7816bf8f01cfea…", 64 digits
/// ```
package struct SHA256 {
  private var context = sha256_ctx()

  package init() { nettle_sha256_init(&context) }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    nettle_sha256_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
  }

  /// Returns the digest, 32 bytes, of all added bytes. No bytes may be added afterwards.
  package mutating func digest() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    inspector_sha256_digest(&context, &digest)
    return digest
  }

  /// Returns the digest of all added bytes as 64 lower-case hexadecimal digits. No bytes may be added afterwards.
  package mutating func hex() -> String {
    digest().map(JSONString.twoHexDigits).joined()
  }

  package static func hex(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.add($0) }
    return hash.hex()
  }
}
