internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The folder of a document, and the document's workspace, which contains all files that the document may use.
///
/// The workspace is the nearest enclosing folder with a folder `.inspector`, or else the nearest one with `.git`. It
/// belongs to the user and is neither `/` nor the user's home. Without such a folder, the document's own folder is the
/// workspace.
package struct SourceFolder: Sendable {
  /// The real path of the document's folder, to which paths in the document are relative.
  package let path: String

  /// The real path of the workspace.
  package let workspace: String

  /// True if an `.inspector` folder or a `.git` entry marks the workspace.
  package let isMarked: Bool

  /// Finds the folder of a document and the workspace around it.
  ///
  /// - Parameters:
  ///   - name: the path of the document. A document without a file belongs to the current folder.
  ///   - home: the user's home folder; nil if there is none.
  package init(ofDocument name: String, home: String? = getenv("HOME").map { FileName.text(of: UnsafePointer($0)) }) {
    let file = realpath(name) ?? name
    path = realpath(FileName.folder(of: file)) ?? FileName.folder(of: file)
    let home = home.flatMap { realpath($0) }
    var around: [String] = []
    var folder = path
    while folder != "/", folder.begins(with: "/") {
      if folder != home, FileIdentity.status(folder)?.st_uid == geteuid() { around.append(folder) }
      folder = FileName.folder(of: folder)
    }
    let marked =
      around.first { FileIdentity.status("\($0)/.inspector").map { $0.st_mode & S_IFMT == S_IFDIR } == true }
      ?? around.first { FileIdentity.status("\($0)/.git") != nil }
    (workspace, isMarked) = (marked ?? path, marked != nil)
  }

  /// Creates the folder of a source document, for a scene with the given workspace.
  package init(ofDocument path: String, workspace: String) {
    (self.path, self.workspace, isMarked) = (FileName.folder(of: path), workspace, true)
  }

  /// Returns the real path of a file that the document names.
  ///
  /// - Throws: `ref.outside` if the path is absolute, or if the file is outside of the workspace, perhaps by way of a
  ///   link; `ref.missing` if there is no such file.
  package func file(_ name: String) throws(SourceRefusal) -> String {
    guard !name.begins(with: "/") else { throw .absolute(name) }
    guard !name.utf8.contains(0), let real = realpath("\(path)/\(name)"),
      FileIdentity.status(real).map({ $0.st_mode & S_IFMT == S_IFREG }) == true
    else {
      guard isInside(Self.normal("\(path)/\(name)")) else { throw .outside(name, workspace: workspace) }
      throw .missing(name, folder: path, suggestion: suggestion(for: name))
    }
    guard isInside(real) else { throw .outside(name, workspace: workspace) }
    return real
  }

  /// Returns the real path of a file in the document's folder or in one of its parent folders. Throws `ref.outside` if
  /// the file is a link to a file outside of the workspace.
  func file(within folder: String, _ name: String) throws(SourceRefusal) -> String {
    try SourceFolder(ofDocument: "\(folder)/\(name)", workspace: workspace).file(name)
  }

  /// Returns the path by which a `ref` in the document refers to a file, which may not exist yet. The path is relative
  /// to the document, with `%25` for `%` and `%23` for `#`.
  ///
  /// - Throws: `ref.outside` if the file is outside of the workspace.
  package func reference(to file: String) throws(SourceRefusal) -> String {
    let real = Self.realPath(of: file)
    guard isInside(real) else { throw .outside(file, workspace: workspace) }
    return relative(real).split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
      .split(separator: "#", omittingEmptySubsequences: false).joined(separator: "%23")
  }

  /// Returns a file's path relative to the document's folder. The file need not exist yet.
  package func relative(_ path: String) -> String {
    let parts = Self.realPath(of: path).parts(between: "/").dropFirst()
    let own = self.path.parts(between: "/").filter { !$0.isEmpty }
    let common = zip(parts.dropLast(), own).prefix { $0.isExactly($1) }.count
    return (Array(repeating: "..", count: own.count - common) + parts.dropFirst(common)).joined(separator: "/")
  }

  /// Returns the real path of a file that may not exist yet; for a symbolic link, the real path of its target.
  package static func realPath(of file: String) -> String {
    if let real = realpath(file) { return real }
    // A link may lead to a file that does not exist yet.
    let file = AtomicFile.resolve(file) ?? file
    let (folder, name) = (FileName.folder(of: file), file.parts(between: "/").last ?? file)
    return "\(realpath(folder) ?? folder)/\(name)"
  }

  private func isInside(_ path: String) -> Bool {
    workspace == "/" || path == workspace || path.begins(with: workspace + "/")
  }

  /// Returns a path without the components `.` and `..`, which are resolved without regard to symbolic links.
  private static func normal(_ path: String) -> String {
    var parts: [String] = []
    for part in path.parts(between: "/") where !part.isEmpty && part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns the path of a file with a similar name in the same folder; nil if no name is similar.
  private func suggestion(for name: String) -> String? {
    let (folder, last) = (name.holds("/") ? FileName.folder(of: name) : "", name.parts(between: "/").last ?? name)
    guard let list = opendir(folder.isEmpty ? path : "\(path)/\(folder)") else { return nil }
    defer { closedir(list) }
    var names: [String] = []
    while names.count < 10_000, let entry = readdir(list) { names.append(FileName.text(of: entry)) }
    let near = DidYouMean.suggestion(for: last, among: names.filter { $0 != "." && $0 != ".." })
    return near.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
  }
}
