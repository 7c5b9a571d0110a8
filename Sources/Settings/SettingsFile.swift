internal import ComponentModel
internal import Glibc
internal import InspectorKit
internal import JSONText
internal import PluginHost
internal import SceneDocument
internal import WorkbenchSupport

/// A settings file of the user or of a workspace.
struct SettingsFile: Sendable {
  let path: String
  let source: Settings.Source

  /// The contents of a settings file at the time of reading.
  struct Contents: Sendable {
    /// The identity of the file immediately before reading; nil if there was no file.
    var identity: FileIdentity?

    /// The valid values, each with its key and its position in the file.
    var layers: [(key: String, layer: Settings.Layer)] = []

    /// The problems of the file and of its invalid values.
    var problems: [Diagnostic] = []
  }

  /// The limits on the size and nesting depth of a settings file, low because every command reads the file.
  static let limits = SceneLimits(depth: 100, bytes: 1 << 24)

  /// The current identity of the file; nil if the file does not exist.
  var identity: FileIdentity? { FileIdentity(path: path) }

  /// True if the file does not exist; false if the file exists but cannot be accessed.
  private var isAbsent: Bool {
    var status = stat()
    return stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Reads the file. If the file cannot be read, the result contains the values of the former contents and an error.
  ///
  /// - Parameter settings: the settings, which supply the definitions of all keys.
  func read(after former: Contents?, for settings: Settings) -> Contents {
    var contents = Contents(identity: identity)
    guard contents.identity != nil || !isAbsent else { return contents }
    do throws(SceneError) {
      let document = try load()
      let (name, isTrusted) = (FileName.fromWorkingFolder(path), source == .workspace || FileTrust.isSafe(path))
      for entry in document.entries {
        do throws(Diagnostic) {
          guard let value = try value(of: entry, isTrusted: isTrusted, for: settings) else { continue }
          let position = document.source.position(ofOffset: entry.offset)
          var layer = Settings.Layer(source: source, value: value, file: name)
          (layer.line, layer.column) = (position.line, position.column)
          contents.layers.append((entry.name, layer))
        } catch {
          var problem = Diagnostic(document.source.error(error.reason, at: entry.offset), severity: .warning)
          (problem.file, problem.property) = (name, entry.name)
          contents.problems.append(problem)
        }
      }
    } catch {
      var problem = error
      contents.layers = former?.layers ?? []
      problem.reason = AnyRefusal(SettingRefusal.unreadable(error.reason, isKept: !contents.layers.isEmpty))
      contents.problems = [Diagnostic(problem, severity: .error)]
    }
    return contents
  }

  /// Returns the value of an entry; nil for `null`, and for a setting of a plugin that has not been loaded. Throws the
  /// reason for ignoring the value.
  private func value(
    of entry: MemberEntry, isTrusted: Bool, for settings: Settings
  ) throws(Diagnostic) -> PropertyValue? {
    let key = entry.name
    guard let definition = settings.definition(of: key) else {
      if settings.isOfUnknownPlugin(key) { return nil }
      guard SettingDefinition.isOwn(key) else {
        let near = DidYouMean.suggestion(for: key, among: settings.keys)
        throw Diagnostic(SettingRefusal.unknown(key, suggestion: near))
      }
      guard let value = UntypedValue.read(entry.value) else { throw Diagnostic(SettingRefusal.notWritten(key)) }
      return value
    }
    if definition.isPersonal {
      guard source == .user else { throw Diagnostic(SettingRefusal.personal(key)) }
      guard isTrusted else { throw Diagnostic(SettingRefusal.untrusted(key)) }
    }
    guard case .value(let value) = try SettingsSuite.reader.read(entry.value, as: definition.property) else {
      return nil
    }
    return value
  }

  /// Reads the file as a document for reading and editing. Throws an error if the file is not a regular file.
  func load() throws(SceneError) -> MemberDocument {
    // Reading a pipe would block.
    guard FileIdentity.status(path).map({ $0.st_mode & S_IFMT == S_IFREG }) != false else {
      throw SceneError(SettingFileRefusal.notAFile, file: path)
    }
    return try MemberDocument.load(path: path, as: .settings, limits: Self.limits)
  }

  /// Creates the file without settings, unless it exists.
  ///
  /// - Throws: `io.create` if the file cannot be created.
  func create() throws(SceneError) {
    makeFolders(FileName.folder(of: path))
    // The new file appears complete, or not at all if another process creates it at the same time.
    let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SceneError(SettingFileRefusal.cannotCreate(errno: errno), file: path) }
    defer { unlink(temporary) }
    let text = MemberFormat.settings.emptyText
    let isWritten = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == text.count
    let error = errno
    close(descriptor)
    guard isWritten else { throw SceneError(SettingFileRefusal.cannotCreate(errno: error), file: path) }
    guard linkat(AT_FDCWD, temporary, AT_FDCWD, path, 0) == 0 || errno == EEXIST else {
      throw SceneError(SettingFileRefusal.cannotCreate(errno: errno), file: path)
    }
    // If the path is a dangling link, `linkat` reports an existing file although there is none.
    guard identity != nil else { throw SceneError(SettingFileRefusal.cannotCreate(errno: ENOENT), file: path) }
  }
}
