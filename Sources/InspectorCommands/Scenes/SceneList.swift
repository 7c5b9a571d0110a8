internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Workbench

/// The scenes that a command line means: files, patterns, folders, and lists of files, each file once.
///
/// They come in the order of the command line; what a pattern or a folder stands for comes in the order of the paths'
/// bytes, which is the same on every machine.
struct SceneList {
  private let run: CommandRun
  private let options: SceneOptions
  private var scenes: [String] = []
  private var seen: [SceneFile: String] = [:]
  private var hasInput = false

  init(_ run: CommandRun, _ options: SceneOptions) {
    self.run = run
    self.options = options
  }

  /// - Throws: where a pattern or a folder has no scene, or a list cannot be read; nothing has been done then.
  static func scenes(
    _ named: [String], _ options: SceneOptions, _ run: CommandRun
  ) throws(CommandFailure) -> [String] {
    if run.context.live != nil {
      guard !options.hasList else {
        throw .usage("'--files-from' is not for the shell, where commands act on the current scene")
      }
      return named
    }
    var list = SceneList(run, options)
    if let path = options.filesFrom { try list.addList(path, beside: named) }
    for name in named { try list.add(argument: name) }
    return list.scenes
  }

  private mutating func add(argument name: String) throws(CommandFailure) {
    let file = SceneFile(name)
    if options.recursive, file?.isFolder == true { return try add(folder: name) }
    // A file's own name may look like a pattern.
    guard file == nil, let pattern = PathPattern(name) else { return add(name, file, isNamed: true) }
    let files = try pattern.files()
    guard !files.isEmpty else {
      throw .noInput("io.open", name, "no file matches this pattern; check it, and the folder that it begins in")
    }
    for file in files { add(file, SceneFile(file), isNamed: false) }
  }

  private mutating func add(folder: String) throws(CommandFailure) {
    let pattern = options.pattern
    let files = try PathPattern(pattern, inFolder: folder).files()
    guard !files.isEmpty else {
      throw .noInput(
        "io.open", folder, "no file in this folder matches '\(pattern)'; '--matching PATTERN' says which are scenes")
    }
    for file in files { add(file, SceneFile(file), isNamed: false) }
  }

  /// Adds a scene. A file that is there twice is taken once, with a notice where it was named and not found by a
  /// pattern or in a folder.
  private mutating func add(_ name: String, _ file: SceneFile?, isNamed: Bool) {
    if name == "-" {
      if hasInput { return run.say("-: was named before; it is taken once") }
      hasInput = true
    } else if let file, let first = seen[file] {
      guard isNamed else { return }
      let how = first == name ? "was named before" : "is the same file as '\(TerminalText.escaped(first))'"
      return run.say("\(TerminalText.escaped(name)): \(how); it is taken once")
    }
    if let file { seen[file] = name }
    scenes.append(name)
  }

  // MARK: lists

  private mutating func addList(_ path: String, beside named: [String]) throws(CommandFailure) {
    if path == "-", named.contains("-") {
      throw .usage("'-' cannot be both the list of files and a scene; give one of them as a file")
    }
    let names = try names(in: path)
    if names.isEmpty { run.say("inspector: the list '\(TerminalText.escaped(path))' names no scene") }
    for name in names {
      let file = SceneFile(name)
      if options.recursive, file?.isFolder == true { try add(folder: name) } else { add(name, file, isNamed: true) }
    }
  }

  private func names(in path: String) throws(CommandFailure) -> [String] {
    let bytes: [UInt8]
    do throws(SceneError) {
      bytes = try run.read(path, as: "list")
    } catch {
      throw CommandFailure(error, scene: path)
    }
    let end: UInt8 = options.null ? 0 : 0x0A
    return bytes.split(separator: end).compactMap { line in
      let line = !options.null && line.last == 0x0D ? line.dropLast() : line
      guard !line.isEmpty else { return nil }
      let name = FileName.text(of: line)
      return name == "-" ? "./-" : name
    }
  }
}

extension CommandFailure {
  /// What was to be read is not there.
  static func noInput(_ code: String, _ path: String, _ message: String) -> CommandFailure {
    CommandFailure(
      status: .noInput, code: code, message: message, scene: path,
      text: "\(TerminalText.escaped(path)): \(TerminalText.escapedLines(message))")
  }
}
