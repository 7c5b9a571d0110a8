import Glibc
import JSONText

// Completion of partly typed file names.
extension ShellFiles {
  /// Returns the files and folders that complete the path. Hidden files are included if their dot is typed.
  package func candidates(for path: String) -> [Candidate] {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    let (head, prefix) = (String(path[..<slash]), path[slash...])
    let folder = head.isEmpty ? "." : expanded(head)
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var found: [Candidate] = []
    while let entry = readdir(stream) {
      let name = FileName.text(of: entry)
      guard name.begins(with: prefix), name != ".", name != "..", !name.begins(with: ".") || prefix.begins(with: ".")
      else {
        continue
      }
      var status = stat()
      let isFolder = stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      found.append(Candidate(text: head + name + (isFolder ? "/" : ""), isWhole: !isFolder))
    }
    return found
  }
}

/// The user's own shell files, at the paths of the XDG base directory specification.
package struct ShellFiles {
  private let environment: [String: String]

  package init(_ environment: [String: String]) { self.environment = environment }

  /// The file of commands that an interactive shell runs at startup.
  package var startUp: String? { UserFolder.config.path(environment).map { "\($0)/inspector/shellrc" } }

  /// The file of previously typed lines.
  package var history: String? { UserFolder.state.path(environment).map { "\($0)/inspector/history" } }

  /// Returns a typed path with a leading `~` replaced by the user's home folder.
  package func expanded(_ path: String) -> String {
    guard path == "~" || path.begins(with: "~/"), let home = UserFolder.home(environment) else { return path }
    return home + String(Substring(path.utf8.dropFirst()))
  }
}
