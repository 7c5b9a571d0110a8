internal import Glibc
internal import JSONText
internal import SceneDocument

/// The files that foreign documents name, inside their workspaces.
struct WorkspaceFiles: ForeignFinder {
  /// The greatest number of entries of a folder that are looked at.
  private static let mostEntries = 10_000

  func file(_ name: String, of document: String) throws(SceneError) -> String {
    do throws(SourceRefusal) {
      return try SourceFolder(ofDocument: document).file(name)
    } catch {
      throw SceneError(error, file: document)
    }
  }

  func nearest(_ ending: String, to document: String) -> String? {
    let source = SourceFolder(ofDocument: document)
    var folder = source.path
    while true {
      if let name = Self.names(in: folder, ending: ending).min(), let path = try? source.file(within: folder, name) {
        return path
      }
      guard folder != source.workspace, folder != "/" else { return nil }
      folder = FileName.folder(of: folder)
    }
  }

  private static func names(in folder: String, ending: String) -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var (names, count): ([String], Int) = ([], 0)
    while count < mostEntries, let entry = readdir(list) {
      count += 1
      let name = FileName.text(of: entry)
      if name.hasSuffix(ending) { names.append(name) }
    }
    return names
  }
}
