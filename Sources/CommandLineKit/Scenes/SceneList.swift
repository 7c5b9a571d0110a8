import Glibc
import JSONText
package import SceneDocument
import WorkbenchSupport

/// The scenes that a command line names as files, patterns, folders or lists of files, each file once.
///
/// The scenes are in the order of the command line. The matches of a pattern or a folder are in the order of their
/// paths' bytes, which is the same on every machine.
package struct SceneList {
  private let context: CommandContext
  private let options: SceneOptions

  /// The formats of other programs whose files `--recursive` selects, too.
  private let formats: ForeignFormats?
  private var scenes: [String] = []
  private var seen: [SceneFile: String] = [:]
  private var hasInput = false

  /// Returns the paths of a command's scenes.
  ///
  /// - Parameters:
  ///   - named: the scenes, patterns and folders that the command line names.
  ///   - formats: returns the formats of other programs whose files `--recursive` selects, too.
  /// - Throws: an error if a pattern or a folder has no scene, or if a folder or a list cannot be read.
  package static func scenes(
    _ named: [String], _ options: SceneOptions, _ context: CommandContext,
    of formats: () -> ForeignFormats? = { nil }
  ) throws(Diagnostic) -> [String] {
    var list = SceneList(context: context, options: options, formats: options.recursive ? formats() : nil)
    if let path = options.filesFrom { try list.addList(path, beside: named) }
    for name in named { try list.add(argument: name) }
    return list.scenes
  }

  private mutating func add(argument name: String, mayBePattern: Bool = true) throws(Diagnostic) {
    let file = SceneFile(name)
    if options.recursive, file?.isFolder == true {
      try add(folder: name)
    } else if mayBePattern, file == nil, let pattern = PathPattern(name) {
      // The name of an existing file is not a pattern, even if it has wildcards.
      try add(pattern.files(), named: name, orThrow: .noMatch)
    } else {
      add(name, file, isNamed: true)
    }
  }

  /// Adds the scenes in a folder and its subfolders. A note at the end of the command reports scenes with other names,
  /// unless the command line specifies a pattern for the names of scenes.
  private mutating func add(folder: String) throws(Diagnostic) {
    let pattern = options.patternText
    guard options.matching.isEmpty else {
      return try add(options.files(inFolder: folder), named: folder, orThrow: .noMatchInFolder(pattern: pattern))
    }
    let files = try PathPattern("*.json", inFolder: folder).files()
    let scenes = files.filter { $0.ends(with: SceneOptions.ending) }
    var foreign = try foreignFiles(in: folder, among: files)
    let found = (scenes + foreign.read).sorted()
    var others = Array(
      files.lazy.filter { !$0.ends(with: SceneOptions.ending) }.prefix(Self.mostLookedAt).filter(Self.looksLikeScene))
    // The format may be the last member of a scene.
    let late = Set(foreign.unread.prefix(Self.mostLookedAt).filter { FileKind.of($0) == .scene })
    foreign.unread.removeAll(where: late.contains)
    others = (others + late).sorted()
    guard !found.isEmpty else {
      throw Diagnostic(
        CommandLineRefusal.noMatchInFolder(pattern: pattern, scene: others.first, unread: foreign.unread), file: folder)
    }
    for file in found { add(file, SceneFile(file), isNamed: false) }
    let name = TerminalText.escaped(folder)
    if let first = foreign.unread.min().map(TerminalText.escaped) {
      let count = foreign.unread.count
      let (are, such) =
        count == 1 ? ("is of no known format and was", ":") : ("are of no known format and were", ", such as")
      context.noteAtEnd(
        "\(name): \(pluralised(count, "JSON file")) \(are) left out\(such) \(first); 'format list' lists the formats")
    }
    let count = others.count
    guard let first = others.first else { return }
    let (names, are, such) =
      count == 1 ? ("name does not", "was", ":") : ("names do not", "were", ", such as")
    context.noteAtEnd(
      "\(name): \(pluralised(count, "scene")) whose \(names) end with '\(SceneOptions.ending)' \(are) left out\(such) \(TerminalText.escaped(first)); '--matching PATTERN' says which files are scenes"
    )
  }

  /// Returns the files in a folder with a format of another program, and the JSON files of no known format.
  ///
  /// - Parameter files: the JSON files in the folder.
  private func foreignFiles(
    in folder: String, among files: [String]
  ) throws(Diagnostic) -> (read: [String], unread: [String]) {
    guard let formats, !formats.candidates.isEmpty else { return ([], []) }
    var files = Set(files)
    for pattern in Set(formats.candidates.flatMap(\.filePatterns)) {
      files.formUnion(try PathPattern(pattern, inFolder: folder).files())
    }
    var (read, unread): ([String], [String]) = ([], [])
    for file in files where !file.ends(with: SceneOptions.ending) && !Self.isOurs(file) {
      if formats.read(file) { read.append(file) } else { unread.append(file) }
    }
    return (read, unread)
  }

  /// The maximum number of files without the suffix of scenes that are examined; further files are ignored.
  private static let mostLookedAt = 1000

  /// Returns true if the beginning of a file contains the format name of scenes.
  private static func looksLikeScene(_ path: String) -> Bool {
    String(decoding: FileText.head(of: path, count: 1024), as: UTF8.self).holds("\"inspector-scene/")
  }

  /// Returns true if the beginning of a file contains the name of one of this program's formats.
  private static func isOurs(_ path: String) -> Bool {
    String(decoding: FileText.head(of: path, count: 1024), as: UTF8.self).holds("\"inspector-")
  }

  private mutating func add(
    _ files: [String], named name: String, orThrow refusal: CommandLineRefusal
  ) throws(Diagnostic) {
    guard !files.isEmpty else { throw Diagnostic(refusal, file: name) }
    for file in files { add(file, SceneFile(file), isNamed: false) }
  }

  /// Adds a scene unless the list already has it. If the user named the scene twice, a notice reports the second name.
  ///
  /// - Parameter isNamed: true if the command line or a list names the scene, false if a pattern or a folder does.
  private mutating func add(_ name: String, _ file: SceneFile?, isNamed: Bool) {
    if name == "-" {
      if hasInput { return context.note("-: named more than once; it is used once") }
      hasInput = true
    } else if let file, let first = seen[file] {
      guard isNamed else { return }
      let how = first == name ? "named more than once" : "the same file as '\(TerminalText.escaped(first))'"
      return context.note("\(TerminalText.escaped(name)): \(how); it is used once")
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
    if names.isEmpty { context.note("inspector: the list '\(TerminalText.escaped(path))' names no scenes") }
    for name in names { try add(argument: name, mayBePattern: false) }
  }

  /// Returns the names in a list of files. The name `-` in a list means a file, not the standard input.
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

/// The identity of the file at a path, independent of the spelling of the path. Hard links count as different files,
/// since saving one of them separates it from the others.
package struct SceneFile: Hashable {
  private let device: UInt
  private let inode: UInt

  /// The resolved path, which distinguishes hard links; empty for a folder or a file with a single name, since the
  /// device and the inode are sufficient then.
  private let path: String

  /// True if the path leads to a regular file or a folder. A folder counts because opening it fails with a clear
  /// message.
  package let isRegular: Bool
  package let isFolder: Bool

  /// Identifies the file at a path; `nil` if no file exists there, if the path cannot be resolved, or if the path is
  /// `-`.
  package init?(_ path: String) {
    var status = stat()
    guard path != "-", stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    let kind = status.st_mode & S_IFMT
    isFolder = kind == S_IFDIR
    isRegular = kind == S_IFREG || isFolder
    guard let resolved = status.st_nlink > 1 && !isFolder ? realpath(path) : "" else { return nil }
    self.path = resolved
  }
}
