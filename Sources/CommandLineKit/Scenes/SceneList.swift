import Glibc
import JSONText
import SceneDocument
import WorkbenchSupport

/// The scenes of a command line: files, patterns, folders, and lists of files, each file once.
///
/// They are in the order of the command line; the matches of a pattern or a folder are in the order of their paths'
/// bytes, which is the same on every machine.
package struct SceneList {
  private let context: CommandContext
  private let options: SceneOptions
  private var scenes: [String] = []
  private var seen: [SceneFile: String] = [:]
  private var hasInput = false

  package init(_ context: CommandContext, _ options: SceneOptions) {
    self.context = context
    self.options = options
  }

  /// - Throws: a failure if a pattern or a folder has no scene, or a list cannot be read; nothing has been done yet.
  package static func scenes(
    _ named: [String], _ options: SceneOptions, _ context: CommandContext
  ) throws(Diagnostic) -> [String] {
    var list = SceneList(context, options)
    if let path = options.filesFrom { try list.addList(path, beside: named) }
    for name in named { try list.add(argument: name) }
    return list.scenes
  }

  private mutating func add(argument name: String) throws(Diagnostic) {
    let file = SceneFile(name)
    if options.recursive, file?.isFolder == true { return try add(folder: name) }
    // A file's own name may look like a pattern.
    guard file == nil, let pattern = PathPattern(name) else { return add(name, file, isNamed: true) }
    let files = try pattern.files()
    guard !files.isEmpty else {
      throw Diagnostic(CommandLineRefusal.noMatch, file: name)
    }
    for file in files { add(file, SceneFile(file), isNamed: false) }
  }

  private mutating func add(folder: String) throws(Diagnostic) {
    let pattern = options.pattern
    let files = try PathPattern(pattern, inFolder: folder).files()
    guard !files.isEmpty else {
      throw Diagnostic(CommandLineRefusal.noMatchInFolder(pattern: pattern), file: folder)
    }
    for file in files { add(file, SceneFile(file), isNamed: false) }
  }

  /// Adds a scene. A repeated file is added once, with a notice if it was named and not found by a pattern or in a
  /// folder.
  private mutating func add(_ name: String, _ file: SceneFile?, isNamed: Bool) {
    if name == "-" {
      if hasInput { return context.say("-: was already named; it is used once") }
      hasInput = true
    } else if let file, let first = seen[file] {
      guard isNamed else { return }
      let how = first == name ? "was already named" : "is the same file as '\(TerminalText.escaped(first))'"
      return context.say("\(TerminalText.escaped(name)): \(how); it is used once")
    }
    if let file { seen[file] = name }
    scenes.append(name)
  }

  // MARK: lists

  private mutating func addList(_ path: String, beside named: [String]) throws(Diagnostic) {
    if path == "-", named.contains("-") {
      throw Diagnostic(CommandLineRefusal.inputTwice(purpose: "list of files"))
    }
    let names = try names(in: path)
    if names.isEmpty { context.say("inspector: the list '\(TerminalText.escaped(path))' names no scene") }
    for name in names {
      let file = SceneFile(name)
      if options.recursive, file?.isFolder == true { try add(folder: name) } else { add(name, file, isNamed: true) }
    }
  }

  private func names(in path: String) throws(Diagnostic) -> [String] {
    let bytes = try Diagnostic.ofFile(path) { () throws(SceneError) in try context.read(path, as: "list") }
    let end: UInt8 = options.null ? 0 : 0x0A
    return bytes.split(separator: end).compactMap { line in
      let line = !options.null && line.last == 0x0D ? line.dropLast() : line
      guard !line.isEmpty else { return nil }
      let name = FileName.text(of: line)
      return name == "-" ? "./-" : name
    }
  }
}

/// The identity of the file at a path, independent of its spelling. Hard links are separate files: saving one separates
/// it from the other.
package struct SceneFile: Hashable {
  private let device: UInt
  private let inode: UInt

  /// The resolved path that distinguishes hard links; empty for a file with one name, for which the system's numbers
  /// suffice.
  private let path: String
  package let isRegular: Bool
  package let isFolder: Bool

  /// Identifies the file; `nil` if none exists, which opening it will report.
  package init?(_ path: String) {
    var status = stat()
    guard path != "-", stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    let kind = status.st_mode & S_IFMT
    isFolder = kind == S_IFDIR
    // A folder is refused with a better message when it is opened.
    isRegular = kind == S_IFREG || isFolder
    guard status.st_nlink > 1, !isFolder else {
      self.path = ""
      return
    }
    guard let whole = realpath(path) else { return nil }
    self.path = whole
  }
}
