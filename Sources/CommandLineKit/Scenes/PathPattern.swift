internal import Glibc
internal import JSONText

/// A path with shell wildcards: `*`, `?` and `[a-z]` within a name, `**` for any number of folders.
///
/// ```swift
/// PathPattern("scenes/**/*.scene.json")?.files()  // of "scenes" and all folders below, in the order of their bytes
/// PathPattern("card.json")                        // nil: no wildcard
/// ```
///
/// A wildcard never matches a leading dot of a name, and `**` follows no symbolic links.
package struct PathPattern {
  /// The folder in which the search begins; it ends with a slash, or is empty for the current folder.
  private let base: String
  private let parts: [String]

  /// Creates the pattern of a path; nil if the path has no wildcard.
  package init?(_ text: String) {
    guard text.utf8.contains(where: { Self.wildcards.contains($0) }) else { return nil }
    self.init(text, in: text.begins(with: "/") ? "/" : "")
  }

  /// Creates a pattern of paths in a folder. A pattern without a slash matches file names at any depth.
  ///
  /// - Parameter folder: the folder to which the pattern is relative.
  package init(_ text: String, inFolder folder: String) {
    let text = text.utf8.contains(UInt8(ascii: "/")) ? text : "**/\(text)"
    self.init(text, in: folder.ends(with: "/") ? folder : "\(folder)/")
  }

  private init(_ text: String, in base: String) {
    self.base = base
    parts = text.parts(between: "/").filter { !$0.isEmpty }
  }

  private static let wildcards = Array("*?[".utf8)

  /// Returns the matching files, without folders, in the order of their paths' bytes. Throws if a folder cannot be
  /// read.
  package func files() throws(Diagnostic) -> [String] {
    var found: Set<ExactText> = []
    try search(base, parts[...], &found)
    return found.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Adds the files below `path` that match the parts of a pattern.
  private func search(_ path: String, _ parts: ArraySlice<String>, _ found: inout Set<ExactText>) throws(Diagnostic) {
    guard let part = parts.first else { return }
    let rest = parts.dropFirst()
    if part == "**" {
      if rest.isEmpty { return try search(path, ["**", "*"], &found) }
      try search(path, rest, &found)
      for entry in try entries(path) where entry.isPlainFolder && !entry.name.begins(with: ".") {
        try search("\(path)\(entry.name)/", parts, &found)
      }
      return
    }
    guard part.utf8.contains(where: { Self.wildcards.contains($0) }) else {
      return try follow(path + part, rest, &found)
    }
    for entry in try entries(path) where fnmatch(part, entry.name, FNM_PERIOD) == 0 {
      try follow(path + entry.name, rest, &found)
    }
  }

  /// Adds the file at `path` if no parts are left, or searches the folder at `path` for the rest of the parts.
  private func follow(_ path: String, _ rest: ArraySlice<String>, _ found: inout Set<ExactText>) throws(Diagnostic) {
    var status = stat()
    guard let file = SceneFile(path) else {
      // Include a broken link, so that opening the link reports the error.
      if rest.isEmpty, lstat(path, &status) == 0 { found.insert(ExactText(path)) }
      return
    }
    // Opening a pipe or a device could block forever.
    if rest.isEmpty, FileName.withName(path, { stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG {
      found.insert(ExactText(path))
    }
    if !rest.isEmpty, file.isFolder { try search("\(path)/", rest, &found) }
  }

  /// Returns the names in a folder, each with a flag that is true for a folder but not for a link; empty if the folder
  /// does not exist. Throws if the folder cannot be read.
  private func entries(_ path: String) throws(Diagnostic) -> [(name: String, isPlainFolder: Bool)] {
    guard let folder = opendir(path.isEmpty ? "." : path) else {
      // A missing folder has no matches.
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw Diagnostic(CommandLineRefusal.cannotList(errno: errno), file: path.isEmpty ? "." : path)
    }
    defer { closedir(folder) }
    var entries: [(name: String, isPlainFolder: Bool)] = []
    while let entry = readdir(folder) {
      let name = FileName.text(of: entry)
      guard name != ".", name != ".." else { continue }
      var status = stat()
      let isFolder =
        switch Int(entry.pointee.d_type) {
        case Int(DT_DIR): true
        case Int(DT_UNKNOWN): lstat(path + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        default: false
        }
      entries.append((name, isFolder))
    }
    return entries
  }
}
