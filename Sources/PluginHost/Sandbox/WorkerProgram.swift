import Glibc
import JSONText

/// The program that a worker executes, and the files that it may read in a sandbox.
struct WorkerProgram {
  /// The path of the plugin's file or, for a script, of its interpreter.
  private(set) var executable: String

  /// The program's arguments; the first is the path of the program itself.
  private(set) var arguments: [String]

  /// The files and folders that the worker may read; empty without a sandbox.
  private(set) var readable = SystemFolders.libraries + SystemFolders.files

  /// The folder whose file names the worker may list; nil if the worker may list no folder. Interpreters find modules
  /// by listing folders.
  private(set) var listed: String?

  /// The open native program to execute; nil to execute the path, at which a different file may be by now.
  private(set) var held: HeldProgram?

  /// The user that the worker runs as; nil for the host's user.
  private(set) var person: WorkerPerson?

  /// Creates the program that runs a plugin's file outside a sandbox: the file itself, as the system would execute it.
  init(unconfined program: HeldProgram) {
    (executable, arguments, readable) = (program.path, [program.path], [])
    if program.descriptor >= 0 { held = program }
  }

  /// Creates the program that runs a plugin's file in a sandbox. For a script, this is the interpreter, since no
  /// program may start another in a sandbox. Throws if the interpreter or a resource is missing or must not be used.
  ///
  /// - Parameter environment: the environment, whose `PATH` is searched for the `NAME` of `#!/usr/bin/env NAME`.
  init(confined program: HeldProgram, environment: [String: String]) throws(ProgramProblem) {
    // A worker in a sandbox has a different current folder.
    let path = program.path.begins(with: "/") ? program.path : "\(realpath(".") ?? "")/\(program.path)"
    (executable, arguments) = (path, [path])
    let place = PluginPlaces(of: program.realPath ?? path, environment: environment)
    readable.append(place.file)
    let resources = try place.readableResources(program.resources)
    readable += resources
    if !resources.isEmpty { listed = place.folder }
    if program.descriptor >= 0 {
      held = program
    } else if let script = try ScriptHead(of: place.file) {
      let interpreter = try script.interpreter(environment)
      (executable, arguments) = (interpreter, [interpreter] + script.arguments + [path])
      readable += Self.parts(ofInterpreter: interpreter, place)
    }
    readable += LibraryClosure(of: ProgramFile(executable, held: held?.descriptor), place: place).files
    person = WorkerPerson(running: place)
  }

  /// Returns an interpreter's file, and the library folders of its installation, such as `/opt/ruby/lib` for
  /// `/opt/ruby/bin/ruby`.
  ///
  /// The plugin names its interpreter, and the folders next to the interpreter may be links to anywhere. So each folder
  /// is resolved, and accepted only if it is inside the installation, which must belong to root, the user or the
  /// plugin's owner.
  private static func parts(ofInterpreter path: String, _ place: PluginPlaces) -> [String] {
    let files = Set([path, realpath(path) ?? path]).sorted()
    return files.compactMap { realpath($0) }
      + files.flatMap { file -> [String] in
        guard let folder = realpath(FileName.folder(of: file)), folder.parts(between: "/").last == "bin" else {
          return []
        }
        let prefix = FileName.folder(of: folder)
        guard prefix != "/usr", !place.privates.isOrHoldsPrivate(prefix) else { return [] }
        let kinds = [("lib", S_IFDIR), ("lib64", S_IFDIR), ("libexec", S_IFDIR), ("pyvenv.cfg", S_IFREG)]
        return kinds.compactMap { name, kind in
          guard let part = realpath("\(prefix)/\(name)"), part.isBeneath(prefix), place.isInstalled(part, kind),
            !place.file.isBeneath(part)
          else { return nil }
          return part
        }
      }
  }
}

/// A reason why a plugin cannot be run in a sandbox.
package enum ProgramProblem: Error, Hashable, Sendable {
  /// The script's first line names no program, or passes `env` variables or options other than `-S`.
  case noInterpreter(script: String)
  case missingInterpreter(script: String, name: String)
  /// The script's interpreter is a script itself, which would have to start another program.
  case scriptAsInterpreter(script: String, file: String)
  /// The plugin has a resource, but the plugin's folder is writable by all users, or is a home folder or a system
  /// folder, or contains one.
  case resourceInSharedFolder(folder: String, name: String)
  case noResource(folder: String, name: String)
  /// The resource is a link or a device, or belongs to a user who is not root, the host's user or the plugin's owner.
  case foreignResource(folder: String, name: String)
}

/// The first line of a script, which names its interpreter.
private struct ScriptHead {
  private let path: String

  /// The name or path of the interpreter.
  private let program: String

  /// True if `env` searches `PATH` for the interpreter: the first line names the interpreter without a path.
  private let isSearched: Bool

  /// The arguments between the interpreter and the script.
  private(set) var arguments: [String]

  /// Reads a script's first line; nil if the file is not a script. Throws if the line names no interpreter, or passes
  /// options or variables to `env`.
  init?(of path: String) throws(ProgramProblem) {
    guard let line = ProgramFile.firstLine(ofScript: path) else { return nil }
    self.path = path
    let blank = { (character: Character) in character == " " || character == "\t" }
    // The system passes all text after the interpreter as one argument.
    let parts = line.split(maxSplits: 1, whereSeparator: blank).map(String.init)
    guard let first = parts.first else { throw .noInterpreter(script: path) }
    var rest = parts.dropFirst().map { $0.reversed().drop(while: blank).reversed() }.map { String($0) }
    guard first.parts(between: "/").last == "env" else {
      (program, arguments, isSearched) = (first, rest.filter { !$0.isEmpty }, false)
      return
    }
    rest = rest.flatMap { $0.split(whereSeparator: blank).map(String.init) }
    if rest.first == "-S" { rest.removeFirst() }
    guard let name = rest.first, !name.begins(with: "-"), !name.utf8.contains(UInt8(ascii: "=")) else {
      throw .noInterpreter(script: path)
    }
    (program, arguments, isSearched) = (name, Array(rest.dropFirst()), !name.utf8.contains(UInt8(ascii: "/")))
  }

  /// Returns the path of the program that interprets the script. Throws if the program is missing or is a script
  /// itself.
  func interpreter(_ environment: [String: String]) throws(ProgramProblem) -> String {
    guard isSearched else {
      guard access(program, X_OK) == 0 else { throw .missingInterpreter(script: path, name: program) }
      guard ProgramFile.firstLine(ofScript: program) == nil else {
        throw .scriptAsInterpreter(script: path, file: program)
      }
      return program
    }
    let places = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").parts(between: ":")
    let found = places.filter { $0.begins(with: "/") }.map { "\($0)/\(program)" }.filter { access($0, X_OK) == 0 }
    // A version manager places its own scripts before the programs in `PATH`, and these scripts start other programs.
    if let program = found.first(where: { ProgramFile($0) != nil }) { return program }
    throw found.first.map { .scriptAsInterpreter(script: path, file: $0) }
      ?? .missingInterpreter(script: path, name: program)
  }
}

/// The user that a worker runs as, if the host runs as root and the plugin is in another user's private folder.
///
/// Root's access to all folders depends on capabilities, which no worker has. So such a plugin runs as its owner. A
/// plugin that root can read by file modes alone runs as root, without capabilities.
struct WorkerPerson {
  let user: uid_t
  let group: gid_t

  /// Finds the user; nil if the worker runs as the host does.
  init?(running place: PluginPlaces) {
    guard geteuid() == 0, place.owner != 0, !Self.canReach(place.file, user: 0, group: 0) else { return nil }
    let group = PrivateFolders.group(of: place.owner) ?? gid_t(place.owner)
    guard Self.canReach(place.file, user: place.owner, group: group) else { return nil }
    (user, self.group) = (place.owner, group)
  }

  /// Returns true if the file modes let a user without capabilities read and execute a file, and search all folders on
  /// its path.
  private static func canReach(_ file: String, user: uid_t, group: gid_t) -> Bool {
    var path = file
    var wanted: mode_t = 0o5
    while true {
      var status = stat()
      guard stat(path, &status) == 0 else { return false }
      let shift: mode_t = status.st_uid == user ? 6 : status.st_gid == group ? 3 : 0
      guard status.st_mode >> shift & wanted == wanted else { return false }
      guard path != "/" else { return true }
      (path, wanted) = (FileName.folder(of: path), 0o1)
    }
  }
}
