internal import CSystem
internal import Glibc
public import InspectorKit
public import SceneDocument

/// The folder that a bundle is written to, as a whole.
///
/// ```swift
/// try BundleFolder(path: "card.bundle").write(bundle)
/// ```
///
/// The files are written into a new folder beside, synced, and put in the place of the old one in one step: whoever is
/// killed at any moment leaves the old bundle or the new one. Only a bundle is replaced, and only one to which nobody has
/// added files.
public struct BundleFolder {
  /// The path as the person named it.
  public let path: String

  public init(path: String) { self.path = path }

  /// Writes a bundle.
  ///
  /// - Throws: `io.create` where the folder cannot be made or is no bundle, `io.write` where writing fails.
  public func write(_ bundle: RuntimeBundle) throws(SaveError) {
    try write { folder throws(SaveError) in
      for (name, bytes) in bundle.files() {
        try writeFile("\(folder)/\(name)") { file throws(SaveError) in
          try bytes.withUnsafeBytes { bytes in Result { () throws(SaveError) in try write(bytes, to: file) } }.get()
        }
      }
    }
  }

  /// Writes a bundle whose text waits.
  ///
  /// - Throws: as the other, and `cancelled` where the session is; then nothing is changed either.
  public func write(_ bundle: SpooledBundle) throws(SaveError) {
    try write { folder throws(SaveError) in
      try writeFile("\(folder)/\(RuntimeBundle.attributesFile)") { file throws(SaveError) in
        var result = Result<Void, SaveError>.success(())
        let isWhole = bundle.attributes.forEachPiece { piece in
          guard case .success = result else { return }
          result = Result { () throws(SaveError) in
            try check(bundle.cancellation)
            try write(piece, to: file)
          }
        }
        try result.get()
        if !isWhole { throw failure("the temporary file with the attributes cannot be read") }
      }
      try writeFile("\(folder)/\(RuntimeBundle.manifestFile)") { file throws(SaveError) in
        try bundle.manifest.withUnsafeBytes { bytes in
          Result { () throws(SaveError) in try write(bytes, to: file) }
        }.get()
      }
      try check(bundle.cancellation)
    }
  }

  private func check(_ cancellation: Cancellation) throws(SaveError) {
    if cancellation.isCancelled { throw SaveError(code: Cancellation.code, file: path, message: "cancelled") }
  }

  /// Puts a folder in its place, once its files are written.
  private func write(_ files: (_ folder: String) throws(SaveError) -> Void) throws(SaveError) {
    let target = try resolved()
    let isReplacing = try checkTarget(target)
    let parent = Self.parent(of: target)
    let temporary = try makeTemporary(in: parent)
    do throws(SaveError) {
      try files(temporary)
      chmod(temporary, 0o777 & ~Self.umask)
      Self.sync(temporary)
      try put(temporary, at: target, isReplacing: isReplacing)
    } catch {
      Self.remove(temporary)
      throw error
    }
    Self.sync(parent)
  }

  // MARK: The target

  /// The path without slashes at its end, symbolic links followed.
  private func resolved() throws(SaveError) -> String {
    var text = path[...]
    while text.count > 1, text.last == "/" { text = text.dropLast() }
    guard !text.isEmpty else { throw refusal("the path is empty; name a folder, such as 'card.bundle'") }
    if let whole = realpath(String(text), nil) {
      defer { free(whole) }
      return String(cString: whole)
    }
    return String(text)
  }

  /// Whether there is a bundle that will be replaced. Anything else that is there is refused.
  private func checkTarget(_ target: String) throws(SaveError) -> Bool {
    var status = stat()
    guard lstat(target, &status) == 0 else {
      if errno == ENOENT { return false }
      throw refusal("cannot be looked at: \(Self.words(errno))")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw refusal("this is not a folder; only a bundle is replaced")
    }
    let names = Self.entries(of: target)
    guard names.contains("bundle.json") else {
      throw refusal("this folder is not a bundle, and only a bundle is replaced; name another, or remove it")
    }
    if let other = names.filter({ !Self.ownNames.contains($0) }).sorted().first {
      throw refusal("this bundle's folder holds '\(other)', which is not the bundle's and would be lost; move it away")
    }
    return true
  }

  private static let ownNames: Set<String> = ["bundle.json", "attributes.json"]

  private func refusal(_ message: String) -> SaveError { SaveError(code: "io.create", file: path, message: message) }

  // MARK: Writing

  private func makeTemporary(in parent: String) throws(SaveError) -> String {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      let name = "\(parent)/.inspector-\(String(generator.next(), radix: 36)).tmp"
      if mkdir(name, 0o700) == 0 { return name }
      guard errno == EEXIST else { break }
    }
    let reason =
      switch errno {
      case ENOENT, ENOTDIR: "there is no folder '\(parent)'; make it first"
      case EACCES, EPERM: "no permission to write into the folder '\(parent)'; export to another"
      default: "cannot make a folder in '\(parent)': \(Self.words(errno))"
      }
    throw refusal(reason)
  }

  private func writeFile(_ name: String, _ body: (Int32) throws(SaveError) -> Void) throws(SaveError) {
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    try body(descriptor)
    guard fsync(descriptor) == 0 else { throw failure(errno) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SaveError) {
    var written = 0
    while written < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      if count < 0, errno != EINTR { throw failure(errno) }
      if count > 0 { written += count }
    }
  }

  private func put(_ temporary: String, at target: String, isReplacing: Bool) throws(SaveError) {
    guard isReplacing else {
      guard rename(temporary, target) == 0 else { throw failure(errno) }
      return
    }
    if Self.swap(temporary, target) {
      Self.remove(temporary)
      return
    }
    // The file system cannot exchange two names: for a moment there is no bundle of that name.
    let old = "\(temporary).old"
    guard rename(target, old) == 0 else { throw failure(errno) }
    guard rename(temporary, target) == 0 else {
      let error = errno
      rename(old, target)
      throw failure(error)
    }
    Self.remove(old)
  }

  private func failure(_ error: Int32) -> SaveError {
    failure(error == ENOSPC ? "no space left on the device" : "cannot write: \(Self.words(error))")
  }

  private func failure(_ what: String) -> SaveError {
    SaveError(code: "io.write", file: path, message: "\(what); nothing was changed")
  }
}

extension BundleFolder {
  private static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  fileprivate static func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes a folder that holds files only.
  private static func remove(_ folder: String) {
    for name in entries(of: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  private static func sync(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  fileprivate static func words(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
  }

  /// The mask for new folders: that of a folder which was just made.
  private static var umask: mode_t {
    guard let file = fopen("/proc/self/status", "r") else { return 0o022 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if text.hasPrefix("Umask:") { return mode_t(text.dropFirst(6).filter(\.isNumber), radix: 8) ?? 0o022 }
    }
    return 0o022
  }
}

extension BundleFolder {
  /// Puts each of two folders in the other's place in one step; false where that cannot be done.
  private static func swap(_ first: String, _ second: String) -> Bool {
    let exchange: UInt32 = 2
    return renameat2(AT_FDCWD, first, AT_FDCWD, second, exchange) == 0
  }
}
