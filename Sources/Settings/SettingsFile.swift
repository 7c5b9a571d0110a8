internal import ComponentModel
internal import Glibc
internal import InspectorKit
internal import JSONText
internal import PluginHost
internal import SceneDocument
internal import WorkbenchSupport

/// A settings file, and what it says.
struct SettingsFile: Sendable {
  let path: String
  let source: Settings.Source

  /// The contents of a settings file as they were read.
  struct Contents: Sendable {
    /// The identity of the file before it was read; nil if there was no file.
    var identity: FileIdentity?

    /// The values that count, by key, with their places.
    var layers: [(key: String, layer: Settings.Layer)] = []

    /// The problems of the file and of its other values.
    var problems: [Diagnostic] = []
  }

  /// The limits of a settings file, which every command reads.
  static let limits = SceneLimits(depth: 100, bytes: 1 << 24)

  /// Returns the identity of the file as it is now; nil if there is none.
  var identity: FileIdentity? { FileIdentity(path: path) }

  /// True if there is no file, rather than one that cannot be reached.
  private var isAbsent: Bool {
    var status = stat()
    return stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Reads the file. A file that cannot be read keeps the values that it had.
  ///
  /// - Parameter settings: the settings, with the definitions of all keys.
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

  /// Returns a value of the file; nil if it is `null`. Throws the reason why the value does not count.
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

  /// Reads the file for an edit.
  func load() throws(SceneError) -> MemberDocument {
    // A pipe would be waited for.
    guard FileIdentity.status(path).map({ $0.st_mode & S_IFMT == S_IFREG }) != false else {
      throw SceneError(SettingFileRefusal.notAFile, file: path)
    }
    return try MemberDocument.load(path: path, as: .settings, limits: Self.limits)
  }

  /// Creates the file without settings, unless it exists.
  ///
  /// - Throws: `io.create` if that is not possible.
  func create() throws(SceneError) {
    makeFolders(FileName.folder(of: path))
    // The new file appears whole, or not at all if another process creates it now.
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
    // A link that leads nowhere is there, and the file is not.
    guard identity != nil else { throw SceneError(SettingFileRefusal.cannotCreate(errno: ENOENT), file: path) }
  }
}
