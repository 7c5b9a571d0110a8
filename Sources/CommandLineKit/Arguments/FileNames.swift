internal import Glibc
internal import JSONText

/// Names of files, as far as they are typed.
package struct FileNames {
  private let files: ShellFiles

  package init(_ files: ShellFiles) { self.files = files }

  /// What lies in the folder that the path leads to; hidden files where their dot is typed.
  package func candidates(for path: String) -> [Candidate] {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    let (head, prefix) = (String(path[..<slash]), path[slash...])
    let folder = head.isEmpty ? "." : files.expanded(head)
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
