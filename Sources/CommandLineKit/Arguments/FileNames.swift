import Glibc
import JSONText

// The paths of the user's shell files, which follow the XDG base directory specification, and the completion of typed
// paths.
extension CommandContext {
  /// The path of the file with the commands that an interactive shell runs at startup; nil if neither `XDG_CONFIG_HOME`
  /// nor `HOME` is set.
  package var startUpFile: String? { UserFolder.config.path(environment).map { "\($0)/inspector/shellrc" } }

  /// The path of the file with previously typed lines; nil if neither `XDG_STATE_HOME` nor `HOME` is set.
  package var historyFile: String? { UserFolder.state.path(environment).map { "\($0)/inspector/history" } }

  /// Returns a typed path in which a leading `~` is replaced by the user's home folder. The path is returned unchanged
  /// if it begins otherwise, as in `~name`, or if the home folder is unknown.
  package func expanded(_ path: String) -> String {
    guard path == "~" || path.begins(with: "~/"), let home = UserFolder.home(environment) else { return path }
    return home + String(Substring(path.utf8.dropFirst()))
  }

  /// Returns the files and folders that complete a partly typed path, in no particular order; empty if the folder
  /// cannot be read. Hidden files are included only if their dot is typed.
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
      else { continue }
      var status = stat()
      let isFolder = stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      found.append(Candidate(text: head + name + (isFolder ? "/" : ""), isWhole: !isFolder))
    }
    return found
  }
}
