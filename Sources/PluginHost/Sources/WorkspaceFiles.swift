internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Synchronization

/// A finder of the files to which foreign documents refer, within the workspaces of the documents.
final class WorkspaceFiles: ForeignFinder {
  /// The maximum number of entries that are read from a folder.
  private static let mostEntries = 100_000

  /// The paths of the palette documents that the user selected.
  private let palettes: [String]

  init(palettes: [String]) { self.palettes = palettes }

  /// A cache of the first file name with a given suffix in a folder. Entries expire after ``lifetime``, since a run may
  /// read thousands of documents in one folder and write files there meanwhile.
  private let found = Mutex<[Place: (name: String?, at: ContinuousClock.Instant)]>([:])

  private struct Place: Hashable {
    var folder: String
    var ending: String
  }

  /// The time after which a cached search result expires.
  private static let lifetime = Duration.seconds(1)

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
      if let name = first(in: folder, ending: ending), let path = try? source.file(within: folder, name) { return path }
      guard folder != source.workspace, folder != "/" else { return nil }
      folder = FileName.folder(of: folder)
    }
  }

  func palettes(for document: String) -> [(path: String, fault: SceneError?)] {
    let source = SourceFolder(ofDocument: document)
    let folder = "\(source.workspace)/.inspector/palettes"
    var found = palettes.map { (path: $0, fault: SceneError?.none) }
    guard source.isMarked, let status = FileIdentity.status(folder) else { return found }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard isFolder, access(folder, R_OK | X_OK) == 0 else {
      found.append((folder, SceneError(FileRefusal.cannotOpen(errno: isFolder ? errno : ENOTDIR), file: folder)))
      return found
    }
    for name in Self.names(in: folder, ending: ".json").sorted() {
      do throws(SourceRefusal) {
        found.append((try source.file(within: folder, name), nil))
      } catch {
        found.append(("\(folder)/\(name)", SceneError(error, file: "\(folder)/\(name)")))
      }
    }
    return found
  }

  private func first(in folder: String, ending: String) -> String? {
    let place = Place(folder: folder, ending: ending)
    let known = found.withLock { $0[place] }
    if let known, known.at.duration(to: .now) < Self.lifetime { return known.name }
    let name = Self.names(in: folder, ending: ending).min()
    found.withLock { found in
      if found.count > 1000 { found = [:] }
      found[place] = (name, .now)
    }
    return name
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
