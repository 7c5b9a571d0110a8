import Glibc
import JSONText

/// The program that a worker executes, and what it has to read for that.
struct WorkerProgram {
  /// The plugin's file or, where that is a script, its interpreter.
  private(set) var executable: String

  /// Begins with the program's own name.
  private(set) var arguments: [String]

  /// Files and folders that have to be readable.
  private(set) var readable = SystemFolders.libraries + SystemFolders.files

  /// The folder of which a worker sees the names, since languages look for modules by listing folders; nil for none.
  private(set) var listed: String?

  /// The native program that is executed, whatever is at its path by now; nil where that is what the path leads to.
  private(set) var held: HeldProgram?

  /// Whom the worker runs as; nil for the person that the host runs as.
  private(set) var person: WorkerPerson?

  /// A plugin's file, as the system would execute it outside a sandbox.
  init(unconfined program: HeldProgram) {
    (executable, arguments, readable) = (program.path, [program.path], [])
    if program.descriptor >= 0 { held = program }
  }

  /// Finds out how a plugin's file is executed without a second program that starts it.
  ///
  /// - Parameter environment: its `PATH` is where `#!/usr/bin/env NAME` looks.
  init(confined program: HeldProgram, environment: [String: String]) throws(ProgramProblem) {
    // A worker in a sandbox has another current folder.
    let path = program.path.begins(with: "/") ? program.path : "\(realpath(".") ?? "")/\(program.path)"
    (executable, arguments) = (path, [path])
    let place = PluginPlaces(of: program.realPath ?? path, environment: environment)
    readable.append(place.file)
    let resources = try PluginResources(place, environment).readable(program.resources)
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

  /// An interpreter's file, and the libraries of its installation: those of `/opt/ruby/bin/ruby` are in `/opt/ruby/lib`.
  ///
  /// The plugin names its interpreter, and what is beside it may be a link to anywhere. So each folder is taken without
  /// links, and where it lies in the installation only, which root or the person made.
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
  /// Its first line names no program, or options of `env` besides `-S`.
  case noInterpreter(script: String)
  case missingInterpreter(script: String, name: String)
  /// Its interpreter is a script itself, which would have to start another program.
  case scriptAsInterpreter(script: String, file: String)
  /// A resource of a plugin that lies in a home, or where everyone writes.
  case resourceInSharedFolder(folder: String, name: String)
  case noResource(folder: String, name: String)
  /// A resource that is a link or a device, or belongs to somebody else.
  case foreignResource(folder: String, name: String)
}

/// The first line of a script, which names its interpreter.
private struct ScriptHead {
  private let path: String
  private let words: [String]

  /// What stands between the interpreter and the script.
  private(set) var arguments: [String]

  /// Nil where a file is no script.
  init?(of path: String) throws(ProgramProblem) {
    guard let line = ProgramFile.firstLine(ofScript: path) else { return nil }
    self.path = path
    let blank = { (character: Character) in character == " " || character == "\t" }
    // The system takes all that follows the interpreter for one argument.
    let parts = line.split(maxSplits: 1, whereSeparator: blank).map(String.init)
    guard let program = parts.first else { throw .noInterpreter(script: path) }
    var rest = parts.dropFirst().map { $0.reversed().drop(while: blank).reversed() }.map { String($0) }
    guard program.parts(between: "/").last == "env" else {
      (words, arguments) = ([program], rest.filter { !$0.isEmpty })
      return
    }
    rest = rest.flatMap { $0.split(whereSeparator: blank).map(String.init) }
    if rest.first == "-S" { rest.removeFirst() }
    guard let name = rest.first, !name.begins(with: "-"), !name.utf8.contains(UInt8(ascii: "=")) else {
      throw .noInterpreter(script: path)
    }
    (words, arguments) = ([program, name], Array(rest.dropFirst()))
  }

  /// The program that interprets it.
  func interpreter(_ environment: [String: String]) throws(ProgramProblem) -> String {
    guard let name = words.last, words.count == 2, !name.utf8.contains(UInt8(ascii: "/")) else {
      return try program(words.last ?? "")
    }
    let places = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").parts(between: ":")
    let found = places.filter { $0.begins(with: "/") }.map { "\($0)/\(name)" }.filter { access($0, X_OK) == 0 }
    // A version manager puts scripts of its own before the programs, and these start others.
    if let program = found.first(where: { ProgramFile($0) != nil }) { return program }
    throw found.first.map { .scriptAsInterpreter(script: path, file: $0) }
      ?? .missingInterpreter(script: path, name: name)
  }

  private func program(_ file: String) throws(ProgramProblem) -> String {
    guard access(file, X_OK) == 0 else { throw .missingInterpreter(script: path, name: file) }
    guard ProgramFile.firstLine(ofScript: file) == nil else { throw .scriptAsInterpreter(script: path, file: file) }
    return file
  }
}

/// Whom a worker runs as where root runs a plugin that lies in another person's private folder.
///
/// Root's right to look into all folders goes with its capabilities, which no worker has. So such a plugin runs as the person
/// that it belongs to. One that root can reach by modes alone runs as root, without capabilities.
struct WorkerPerson {
  let user: uid_t
  let group: gid_t

  /// Nil where the worker runs as the host does.
  init?(running place: PluginPlaces) {
    guard geteuid() == 0, place.owner != 0, !Self.canReach(place.file, user: 0, group: 0) else { return nil }
    let group = PrivateFolders.group(of: place.owner) ?? gid_t(place.owner)
    guard Self.canReach(place.file, user: place.owner, group: group) else { return nil }
    (user, self.group) = (place.owner, group)
  }

  /// True if modes let a person without capabilities read a file, or execute it, and search all folders that lead to it.
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
