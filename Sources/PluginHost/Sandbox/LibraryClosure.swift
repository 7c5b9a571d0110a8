internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Synchronization

/// The libraries that a program needs, directly and indirectly, found as the loader finds them.
///
/// A program names folders for its libraries and could name any folder. So a sandbox allows no such folder, only single
/// files: libraries for this machine in a folder of the system, of a Swift toolchain, or of the plugin.
struct LibraryClosure {
  /// The paths of the libraries, without links. Files in the system's folders are omitted, since they need no rule.
  private(set) var files: [String] = []

  private let place: PluginPlaces
  private var known: Set<String> = []

  /// The variants of libraries in each folder that was inspected.
  private var variants: [String: [String]] = [:]

  /// Finds the libraries of a program, and the loader that starts it.
  ///
  /// - Parameter place: the location of the plugin.
  init(of program: ProgramFile?, place: PluginPlaces) {
    self.place = place
    guard let program else { return }
    if let loader = program.loader { take(loader) }
    var waiting = [program]
    // Breadth first, as the loader does: the first library of a name serves all that need it.
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      for name in next.neededLibraries where known.insert(name).inserted {
        if let library = find(name, for: next) { waiting.append(library) }
      }
    }
  }

  /// The subfolders of libraries for newer processors, which the loader prefers. The loader itself decides which of
  /// them fit this processor.
  private static let newer = ["glibc-hwcaps/x86-64-v2/", "glibc-hwcaps/x86-64-v3/", "glibc-hwcaps/x86-64-v4/"]

  private mutating func variants(in folder: String) -> [String] {
    if let known = variants[folder] { return known }
    let found = [""] + (access("\(folder)/glibc-hwcaps", F_OK) == 0 ? Self.newer : [])
    variants[folder] = found
    return found
  }

  /// Adds a library from the folders that the program names; nil if the program uses the system's own, or there is
  /// none.
  private mutating func find(_ name: String, for program: ProgramFile) -> ProgramFile? {
    if name.utf8.contains(UInt8(ascii: "/")) { return name.begins(with: "/") ? take(name) : nil }
    for folder in program.libraryFolders {
      let found = variants(in: folder).map { "\(folder)/\($0)\(name)" }.filter { access($0, F_OK) == 0 }
      let libraries = found.compactMap { take($0) }
      if !found.isEmpty { return libraries.first }
    }
    return nil
  }

  /// Adds a file that a worker may read; nil if it may not, or needs no rule for it.
  @discardableResult
  private mutating func take(_ path: String) -> ProgramFile? {
    guard let real = realpath(path), !SystemFolders.holds(real), place.mayHoldLibrary(real),
      let library = Self.library(real), library.isLoadable, library.foreignMachine == nil
    else { return nil }
    files.append(real)
    return library
  }

  /// A cache of inspected libraries, by path: most plugins need the same ones.
  private static let known = Mutex<[String: (identity: FileIdentity, library: ProgramFile?)]>([:])

  private static func library(_ path: String) -> ProgramFile? {
    guard let identity = FileIdentity(path: path) else { return nil }
    if let known = known.withLock({ $0[path] }), known.identity == identity { return known.library }
    let library = ProgramFile(path, isReal: true)
    known.withLock { $0[path] = (identity, library) }
    return library
  }
}

/// The location of a plugin, and the owners whose files its workers may read.
struct PluginPlaces {
  /// The plugin's file, without links.
  let file: String

  /// The folder that contains the file.
  let folder: String

  /// The parent of that folder, where programs in `bin` have their libraries in `lib`; nil for a home and for folders
  /// that contain one.
  private let installation: String?

  /// The folders that a sandbox never opens as a whole.
  let privates: PrivateFolders

  /// The owner of the plugin's file.
  let owner: uid_t

  init(of file: String, environment: [String: String]) {
    self.file = file
    folder = FileName.folder(of: file)
    privates = PrivateFolders(environment)
    let above = FileName.folder(of: folder)
    installation = privates.isOrHoldsPrivate(above) ? nil : above
    var status = stat()
    owner = stat(file, &status) == 0 ? status.st_uid : geteuid()
  }

  /// True if the path is a file of this kind that root, the user or the plugin's owner put there.
  func isInstalled(_ path: String, _ kind: mode_t) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == kind
      && [0, geteuid(), owner].contains(status.st_uid)
  }

  /// True if the file is in a location where libraries are expected.
  func mayHoldLibrary(_ path: String) -> Bool {
    guard isInstalled(path, S_IFREG) else { return false }
    if path.isBeneath(folder) || isInToolchain(path) || installation.map(path.isBeneath) == true { return true }
    let outside = ["/etc", "/proc", "/sys", "/dev", "/run", "/tmp", "/var"]
    return !outside.contains { path.isBeneath($0) } && !privates.isInHome(path) && isOfRoot(path)
  }

  /// True if a file and its folder belong to root, as files do that root installed.
  private func isOfRoot(_ path: String) -> Bool {
    [path, FileName.folder(of: path)].allSatisfy {
      var status = stat()
      return stat($0, &status) == 0 && status.st_uid == 0
    }
  }

  /// True if a library belongs to a Swift toolchain: it is below `lib/swift`, and the compiler is in `bin` beside it.
  private func isInToolchain(_ path: String) -> Bool {
    let parts = path.parts(between: "/")
    guard let place = parts.indices.dropFirst().first(where: { parts[$0 - 1] == "lib" && parts[$0] == "swift" }) else {
      return false
    }
    return isInstalled(parts[..<(place - 1)].joined(separator: "/") + "/bin/swiftc", S_IFREG)
  }
}
