internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Synchronization

/// The direct and indirect library dependencies of a program, found by the rules of the loader.
///
/// A program lists folders for its libraries, and could list any folder. So a sandbox grants access only to single
/// files: libraries for this machine in a folder of the system, of a Swift toolchain, or of the plugin.
struct LibraryClosure {
  /// The paths of the libraries, without links. Those in the system's folders are omitted, since all workers may read
  /// them.
  private(set) var files: [String] = []

  private let place: PluginPlaces
  private var known: Set<String> = []

  /// The subfolders with variants of libraries for newer processors, by the inspected folder. The empty path stands for
  /// the folder itself.
  private var variants: [String: [String]] = [:]

  /// Finds the libraries of a program, and the loader that starts it.
  ///
  /// - Parameter place: the location of the plugin.
  init(of program: ProgramFile?, place: PluginPlaces) {
    self.place = place
    guard let program else { return }
    if let loader = program.loader { take(loader) }
    var waiting = [program]
    // The search is breadth first, as in the loader: the first library of a name serves all files that need that name.
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      for name in next.neededLibraries where known.insert(name).inserted {
        if let library = find(name, for: next) { waiting.append(library) }
      }
    }
  }

  /// The subfolders with libraries for newer processors, which the loader prefers if they fit this processor.
  private static let newer = ["glibc-hwcaps/x86-64-v2/", "glibc-hwcaps/x86-64-v3/", "glibc-hwcaps/x86-64-v4/"]

  private mutating func variants(in folder: String) -> [String] {
    if let known = variants[folder] { return known }
    let found = [""] + (access("\(folder)/glibc-hwcaps", F_OK) == 0 ? Self.newer : [])
    variants[folder] = found
    return found
  }

  /// Finds a library by its name in the library folders of the program, adds the library, and returns it. Returns nil
  /// if the program uses the system's library, or if none of the folders has a library that a worker may read.
  private mutating func find(_ name: String, for program: ProgramFile) -> ProgramFile? {
    if name.utf8.contains(UInt8(ascii: "/")) { return name.begins(with: "/") ? take(name) : nil }
    for folder in program.libraryFolders {
      let found = variants(in: folder).map { "\(folder)/\($0)\(name)" }.filter { access($0, F_OK) == 0 }
      let libraries = found.compactMap { take($0) }
      if !found.isEmpty { return libraries.first }
    }
    return nil
  }

  /// Adds a library and returns it. Returns nil, and adds nothing, if a worker may not read the file, or if every
  /// worker may read it as a system file.
  @discardableResult
  private mutating func take(_ path: String) -> ProgramFile? {
    guard let real = realpath(path), !SystemFolders.holds(real), place.mayHoldLibrary(real),
      let library = Self.library(real), library.isLoadable, library.foreignMachine == nil
    else { return nil }
    files.append(real)
    return library
  }

  /// A cache of inspected libraries by path, since most plugins need the same libraries.
  private static let known = Mutex<[String: (identity: FileIdentity, library: ProgramFile?)]>([:])

  private static func library(_ path: String) -> ProgramFile? {
    guard let identity = FileIdentity(path: path) else { return nil }
    if let known = known.withLock({ $0[path] }), known.identity == identity { return known.library }
    let library = ProgramFile(path, isReal: true)
    known.withLock { $0[path] = (identity, library) }
    return library
  }
}

/// The location of a plugin, which determines the files that its workers may read.
struct PluginPlaces {
  /// The path of the plugin's file, without symbolic links.
  let file: String

  /// The folder that contains the file.
  let folder: String

  /// The parent of the plugin's folder; nil if that parent is a private folder or contains one. The libraries of
  /// programs in `bin` are in the `lib` next to it.
  private let installation: String?

  /// The folders that a sandbox never opens as a whole.
  let privates: PrivateFolders

  /// The folders that belong to plugins alone.
  let own: OwnFolders

  /// The owner of the plugin's file; the host's user if there is no such file.
  let owner: uid_t

  init(of file: String, environment: [String: String]) {
    self.file = file
    folder = FileName.folder(of: file)
    (privates, own) = (PrivateFolders(environment), OwnFolders(environment))
    let above = FileName.folder(of: folder)
    installation = privates.isOrHoldsPrivate(above) ? nil : above
    var status = stat()
    owner = stat(file, &status) == 0 ? status.st_uid : geteuid()
  }

  /// Returns true if a file of this kind is at the path, and belongs to root, the user or the plugin's owner.
  func isInstalled(_ path: String, _ kind: mode_t) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == kind
      && [0, geteuid(), owner].contains(status.st_uid)
  }

  /// Returns true if the file is in a location for libraries: below the plugin's folder, its installation or a Swift
  /// toolchain, or in a folder that belongs to root and is outside of home folders and of folders such as `/tmp`.
  func mayHoldLibrary(_ path: String) -> Bool {
    guard isInstalled(path, S_IFREG) else { return false }
    if path.isBeneath(folder) || isInToolchain(path) || installation.map(path.isBeneath) == true { return true }
    let outside = ["/etc", "/proc", "/sys", "/dev", "/run", "/tmp", "/var"]
    return !outside.contains { path.isBeneath($0) } && !privates.isInHome(path) && isOfRoot(path)
  }

  /// Returns true if a file and its folder belong to root, who probably installed the file.
  private func isOfRoot(_ path: String) -> Bool {
    [path, FileName.folder(of: path)].allSatisfy {
      var status = stat()
      return stat($0, &status) == 0 && status.st_uid == 0
    }
  }

  /// Returns true if a library belongs to a Swift toolchain: it is below a folder `lib/swift`, and `bin/swiftc` is next
  /// to that `lib`.
  private func isInToolchain(_ path: String) -> Bool {
    let parts = path.parts(between: "/")
    guard let place = parts.indices.dropFirst().first(where: { parts[$0 - 1] == "lib" && parts[$0] == "swift" }) else {
      return false
    }
    return isInstalled(parts[..<(place - 1)].joined(separator: "/") + "/bin/swiftc", S_IFREG)
  }
}
