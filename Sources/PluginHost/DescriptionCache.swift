internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Keeps the plugins' descriptions, by the identity of their files, so that a start needs no process.
///
/// Under `$XDG_CACHE_HOME/inspector/plugins`; a cache that cannot be read or written costs time and nothing else.
struct DescriptionCache {
  private let folder: String?

  init(environment: [String: String]) {
    folder = UserFolder.cache.path(environment).map { "\($0)/inspector/plugins" }
  }

  /// What distinguishes one build of a plugin from another.
  private func identity(of path: String) -> String? {
    var status = stat()
    guard let real = realpath(path), stat(path, &status) == 0 else { return nil }
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    return "\(Self.host) \(real) \(status.st_dev) \(status.st_ino) \(status.st_size)"
      + " \(modified.tv_sec).\(modified.tv_nsec) \(changed.tv_sec).\(changed.tv_nsec)"
  }

  /// What distinguishes one build of this program from another: each may find other mistakes in a description.
  private static let host: String = {
    var status = stat()
    guard let real = realpath("/proc/self/exe"), stat(real, &status) == 0 else { return "2" }
    return "2 \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }()

  /// FNV-1a.
  private static func sum(_ bytes: some Sequence<UInt8>) -> String {
    String(bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }

  private func file(for identity: String) -> String? {
    // Only a name for the file; the identity itself is compared.
    folder.map { "\($0)/\(Self.sum(identity.utf8)).json" }
  }

  func description(ofFile path: String) -> DescribedPlugin? {
    guard let identity = identity(of: path), let file = file(for: identity), let bytes = FileText.read(file),
      let head = bytes.withUnsafeBytes({ head(of: $0) }), head.identity == identity
    else { return nil }
    // The last member: it needs not be read to find its end.
    let text = bytes[head.end...].dropLast()
    return Self.sum(text) == head.sum ? DescribedPlugin(checked: text) : nil
  }

  /// What stands before a description that was kept, and where that begins; nil where it is no such text.
  private func head(of bytes: UnsafeRawBufferPointer) -> (identity: String, sum: String, end: Int)? {
    var reader = JSONReader(bytes)
    do {
      try reader.beginObject()
      guard let key = try reader.nextKey(), JSONString.equals(key, "identity") else { return nil }
      let identity = try reader.readString()
      guard let key = try reader.nextKey(), JSONString.equals(key, "sum") else { return nil }
      let sum = try reader.readString()
      guard let key = try reader.nextKey(), JSONString.equals(key, "description") else { return nil }
      return (identity, sum, reader.offset)
    } catch {
      return nil
    }
  }

  func keep(_ description: DescribedPlugin, ofFile path: String) {
    guard let identity = identity(of: path), let folder, let file = file(for: identity) else { return }
    let members = JSON.object([.init("identity", .string(identity)), .init("sum", .string(Self.sum(description.text)))])
    let bytes = Array("\(members.text().dropLast()),\"description\":".utf8) + description.text + Array("}".utf8)
    makeFolders(folder)
    guard var new = try? AtomicFile(name: file, target: file) else { return }
    guard FileText.write(bytes, toDescriptor: new.descriptor) else {
      _ = new.abandon(errno)
      return
    }
    // A text that a power cut has damaged does not have its sum.
    _ = try? new.commitQuickly()
  }
}
