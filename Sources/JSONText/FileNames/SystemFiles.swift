package import Glibc

/// Returns the system's text for an error code, in lower case, such as `no space left on device` for `ENOSPC`.
package func errnoText(_ code: Int32) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
  return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
}

extension FileName {
  /// Returns the folder part of a path; `.` if the path has no slash.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// The user's own folders, by the XDG Base Directory Specification.
package enum UserFolder: String {
  case cache = "XDG_CACHE_HOME"
  case config = "XDG_CONFIG_HOME"
  case data = "XDG_DATA_HOME"
  case state = "XDG_STATE_HOME"

  /// Returns the folder's path: the absolute path in its XDG variable, such as `$XDG_STATE_HOME`, else its default in
  /// the home folder, such as `~/.local/state`. Returns nil if the environment names no home folder either.
  package func path(_ environment: [String: String]) -> String? {
    if let path = environment[rawValue], path.begins(with: "/") { return path }
    return Self.home(environment).map { "\($0)/\(fallback)" }
  }

  private var fallback: String {
    switch self {
    case .cache: ".cache"
    case .config: ".config"
    case .data: ".local/share"
    case .state: ".local/state"
    }
  }

  /// Returns the absolute path in the variable `HOME`; nil if the variable is missing or the path is relative.
  package static func home(_ environment: [String: String]) -> String? {
    environment["HOME"].flatMap { $0.begins(with: "/") ? $0 : nil }
  }
}

/// Creates a folder and its missing parents, by default with access for the user alone. Errors are ignored.
package func makeFolders(_ path: String, _ mode: mode_t = 0o700) {
  var made = path.begins(with: "/") ? "" : "."
  for part in path.parts(between: "/") where !part.isEmpty {
    made += "/\(part)"
    mkdir(made, mode)
  }
}

/// Returns true if both paths lead to the same existing file, with or without symbolic links.
package func isSameFile(_ first: String, _ second: String) -> Bool {
  var (one, other) = (stat(), stat())
  guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino
}

/// Makes the entries of a folder durable, so that a power cut does not undo a rename. Errors are ignored, since some
/// file systems cannot sync folders.
package func syncFolder(_ path: String) {
  let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  fsync(descriptor)
  close(descriptor)
}
