package import Glibc

// System calls for file names in the form of `FileName`.
//
// In a file that imports this module, Swift prefers these functions to those of the C library, which would pass the
// UTF-8 of the text unchanged. `.ci/check-layers` checks the imports.

extension FileName {
  /// Calls `body` with the zero-terminated bytes of a file name.
  package static func withName<R>(_ text: String, _ body: (UnsafePointer<CChar>) -> R) -> R {
    guard text.utf8.contains(0xF4) else { return text.withCString(body) }
    return (bytes(of: text) + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { name in name.baseAddress.map(body) } ?? text.withCString(body)
    }
  }

  /// Returns the text of a directory entry's name.
  package static func text(of entry: UnsafeMutablePointer<dirent>) -> String {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    return text(of: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
  }
}

package func open(_ path: String, _ flags: Int32) -> Int32 { FileName.withName(path) { Glibc.open($0, flags) } }

package func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  FileName.withName(path) { Glibc.open($0, flags, mode) }
}

package func openat(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32 {
  FileName.withName(path) { Glibc.openat(folder, $0, flags) }
}

package func openat(_ folder: Int32, _ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  FileName.withName(path) { Glibc.openat(folder, $0, flags, mode) }
}

package func stat(_ path: String, _ status: UnsafeMutablePointer<stat>) -> Int32 {
  FileName.withName(path) { Glibc.fstatat(AT_FDCWD, $0, status, 0) }
}

package func lstat(_ path: String, _ status: UnsafeMutablePointer<stat>) -> Int32 {
  FileName.withName(path) { Glibc.lstat($0, status) }
}

package func fstatat(_ folder: Int32, _ path: String, _ status: UnsafeMutablePointer<stat>, _ flags: Int32) -> Int32 {
  FileName.withName(path) { Glibc.fstatat(folder, $0, status, flags) }
}

package func access(_ path: String, _ mode: Int32) -> Int32 { FileName.withName(path) { Glibc.access($0, mode) } }

@discardableResult package func chmod(_ path: String, _ mode: mode_t) -> Int32 {
  FileName.withName(path) { Glibc.chmod($0, mode) }
}

@discardableResult package func unlink(_ path: String) -> Int32 { FileName.withName(path) { Glibc.unlink($0) } }

@discardableResult package func unlinkat(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32 {
  FileName.withName(path) { Glibc.unlinkat(folder, $0, flags) }
}

@discardableResult package func rename(_ old: String, _ new: String) -> Int32 {
  FileName.withName(old) { old in FileName.withName(new) { Glibc.rename(old, $0) } }
}

@discardableResult package func renameat(
  _ oldFolder: Int32, _ old: String, _ newFolder: Int32, _ new: String
) -> Int32 {
  FileName.withName(old) { old in FileName.withName(new) { Glibc.renameat(oldFolder, old, newFolder, $0) } }
}

package func linkat(_ oldFolder: Int32, _ old: String, _ newFolder: Int32, _ new: String, _ flags: Int32) -> Int32 {
  FileName.withName(old) { old in FileName.withName(new) { Glibc.linkat(oldFolder, old, newFolder, $0, flags) } }
}

@discardableResult package func mkdir(_ path: String, _ mode: mode_t) -> Int32 {
  FileName.withName(path) { Glibc.mkdir($0, mode) }
}

package func mkdirat(_ folder: Int32, _ path: String, _ mode: mode_t) -> Int32 {
  FileName.withName(path) { Glibc.mkdirat(folder, $0, mode) }
}

@discardableResult package func rmdir(_ path: String) -> Int32 { FileName.withName(path) { Glibc.rmdir($0) } }

package func opendir(_ path: String) -> OpaquePointer? { FileName.withName(path) { Glibc.opendir($0) } }

package func fnmatch(_ pattern: String, _ name: String, _ flags: Int32) -> Int32 {
  FileName.withName(pattern) { pattern in FileName.withName(name) { Glibc.fnmatch(pattern, $0, flags) } }
}

/// Creates an empty file that only the user can read, and opens it.
///
/// - Parameters:
///   - template: the path, with `XXXXXX` before the suffix, which the system replaces to make the name unique.
///   - suffix: the number of bytes after these letters.
/// - Returns: the path and the descriptor of the file; nil if the system refuses.
package func mkstemps(_ template: String, suffix: Int) -> (path: String, descriptor: Int32)? {
  var name = FileName.bytes(of: template).map(CChar.init(bitPattern:)) + [0]
  let descriptor = Glibc.mkstemps(&name, Int32(suffix))
  return descriptor < 0 ? nil : (FileName.text(of: name.dropLast().map(UInt8.init(bitPattern:))), descriptor)
}

/// Creates a folder that only the user can use. The template ends with `XXXXXX`, which the system replaces to make the
/// name unique. Returns the path; nil if the system refuses.
package func mkdtemp(_ template: String) -> String? {
  var name = FileName.bytes(of: template).map(CChar.init(bitPattern:)) + [0]
  return Glibc.mkdtemp(&name) == nil ? nil : FileName.text(of: name.dropLast().map(UInt8.init(bitPattern:)))
}

/// Returns the absolute path of a file without symbolic links; nil if the file does not exist, or if the path cannot be
/// resolved.
package func realpath(_ path: String) -> String? {
  guard let whole = FileName.withName(path, { Glibc.realpath($0, nil) }) else { return nil }
  defer { free(whole) }
  return FileName.text(of: whole)
}

/// Returns the target of a symbolic link; nil if the path is not a symbolic link, or if the link cannot be read.
package func readlink(_ path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: 4096)
  let count = FileName.withName(path) { Glibc.readlink($0, &buffer, buffer.count) }
  return count > 0 ? FileName.text(of: buffer[..<count].map(UInt8.init(bitPattern:))) : nil
}

/// Returns a copy of a file name for a system call that keeps the pointer; the caller must `free` the copy.
package func strdup(_ text: String) -> UnsafeMutablePointer<CChar>? { FileName.withName(text) { Glibc.strdup($0) } }
