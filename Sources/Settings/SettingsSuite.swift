internal import ComponentModel
internal import Glibc
internal import InspectorKit
internal import JSONText
public import PluginHost
internal import SceneDocument
internal import Synchronization
public import WorkbenchSupport

/// The settings that the shell, the batch program and other programs share: the user's file, the workspace's file, and
/// the environment.
///
/// ```swift
/// let suite = SettingsSuite(environment: environment)
/// suite.current["color"]                          // .string("auto")
/// try suite.set("color", to: "never", in: .user)
/// ```
///
/// Any number of processes may read and write the files at the same time. A write locks its file (`flock`), reads it,
/// and replaces it in one step, so that no process reads an incomplete file and no write is lost.
public final class SettingsSuite: SettingSource {
  /// The path of the user's file; nil if the environment does not determine it.
  public let userFile: String?

  /// The path of the workspace's file; nil if there is no workspace around the working folder.
  public let workspaceFile: String?

  /// The folder of the workspace's plugins, which need not exist; nil if there is no workspace around the working folder.
  package let workspacePlugins: String?

  private let environment: [String: String]
  private let state = Mutex(State())

  private struct State {
    var settings: Settings?

    /// The definitions of plugins' settings, by key; nil if the plugins are unknown.
    var declared: [String: SettingDefinition]?

    /// The number of times that the settings were read.
    var version = 0
    var contents: [Settings.Source: SettingsFile.Contents] = [:]
  }

  /// Creates the suite for an environment and a working folder. Reads no files yet.
  ///
  /// - Parameter folder: the working folder, whose workspace may have settings.
  public init(environment: [String: String], folder: String = ".") {
    self.environment = environment
    userFile = UserFolder.config.path(environment).map { "\($0)/inspector/settings.json" }
    let place = SourceFolder(ofDocument: "\(folder)/settings.json", home: UserFolder.home(environment))
    workspaceFile = place.isMarked ? "\(place.workspace)/.inspector/settings.json" : nil
    workspacePlugins = place.isMarked ? "\(place.workspace)/.inspector/plugins" : nil
  }

  private func file(_ source: Settings.Source) -> SettingsFile? {
    switch source {
    case .user: userFile.map { SettingsFile(path: $0, source: source) }
    case .workspace: workspaceFile.map { SettingsFile(path: $0, source: source) }
    case .standard, .environment, .option: nil
    }
  }

  private var files: [SettingsFile] { [file(.user), file(.workspace)].compactMap(\.self) }

  /// The current settings. Files are read again if they have changed. If a file can no longer be read, its former
  /// values remain in effect.
  public var current: Settings {
    state.withLock { state in
      let isCurrent = files.allSatisfy { state.contents[$0.source].map { $0.identity } == .some($0.identity) }
      if let settings = state.settings, isCurrent { return settings }
      var settings = Settings(declared: state.declared)
      for file in files {
        let former = state.contents[file.source]
        let contents = former.map { $0.identity } == .some(file.identity) ? former : nil
        let read = contents ?? file.read(after: former, for: settings)
        state.contents[file.source] = read
        settings.add(read)
      }
      settings.add(environment)
      state.version += 1
      settings.version = state.version
      state.settings = settings
      return settings
    }
  }

  /// Replaces the definitions of plugins' settings. If the definitions have changed, the files are read again.
  package func declare(_ settings: [SettingDefinition]) {
    let declared = Dictionary(settings.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    state.withLock { state in
      guard state.declared != declared else { return }
      (state.declared, state.settings) = (declared, nil)
      // The values of a file that can no longer be read remain in effect.
      for source in Array(state.contents.keys) { state.contents[source]?.identity = nil }
    }
  }

  /// The values of ``current``, for properties that scenes bind to settings.
  public var values: SettingValues { current.values }

  /// The result of setting or removing a key: the value in the file before and after.
  public struct Change: Hashable, Sendable {
    /// The key, such as `color`.
    public let key: String

    /// The path of the changed file.
    public let file: String

    /// The former value in the file, as JSON text; nil if the file did not set the key.
    public let old: String?

    /// The new value in the file, as JSON text; nil if the file no longer sets the key.
    public let new: String?

    /// True if the JSON text of the value in the file has changed.
    public var isChange: Bool { old.map(ExactText.init) != new.map(ExactText.init) }
  }

  /// Stores a value in the user's file or in the workspace's file.
  ///
  /// - Parameters:
  ///   - text: the value as a user types it, such as `4.5`, `never` or `{"x": 1, "y": 2}`.
  ///   - source: `user` or `workspace`.
  ///   - isCancelled: polled while another process writes the file.
  /// - Throws: an error if the key is unknown or cannot have the value, if the workspace must not set it, or if the
  ///   file cannot be read or written. The file is then unchanged.
  public func set(
    _ key: String, to text: String, in source: Settings.Source, isCancelled: () -> Bool = { false }
  ) throws(Diagnostic) -> Change {
    let file = try writable(source)
    let definition = try definition(of: key)
    if source == .workspace, definition?.isPersonal == true { throw Diagnostic(SettingRefusal.personal(key)) }
    if let definition { _ = try Self.typed(text, definition.property) }
    return try edit(file, key, isCancelled) { old throws(Diagnostic) in
      let property: PropertyDefinition
      if let definition { property = definition.property } else { property = try Self.ownProperty(key, text, old: old) }
      let form = ValueForm(type: property.type, key: key, old: old)
      // The text of a user's own Double must show its type.
      let isWhole = definition == nil && property.type == .double && Int(text.trimmed) != nil
      return form.changes(storing: try Self.typed(isWhole ? "\(text.trimmed).0" : text, property))
    }
  }

  /// Removes a key from the user's file or from the workspace's file. Unknown keys can be removed, too.
  ///
  /// - Throws: an error if an unknown key is not in the file, or if the file cannot be read or written. The file is
  ///   then unchanged.
  public func unset(
    _ key: String, in source: Settings.Source, isCancelled: () -> Bool = { false }
  ) throws(Diagnostic) -> Change {
    let file = try writable(source)
    guard file.identity != nil else {
      _ = try definition(of: key)
      return Change(key: key, file: file.path, old: nil, new: nil)
    }
    return try edit(file, key, isCancelled) { old throws(Diagnostic) in
      if old == nil { _ = try definition(of: key) }
      return old == nil ? [] : [.remove(key: key)]
    }
  }

  /// Returns the path of the user's file or of the workspace's file, and creates the file if it does not exist.
  package func file(toEdit source: Settings.Source) throws(Diagnostic) -> String {
    let file = try writable(source)
    try Self.placed { () throws(SceneError) in if file.identity == nil { try file.create() } }
    return file.path
  }

  /// Returns the definition of a key; nil for one of the user's own keys. Throws an error for an unknown key, and for a
  /// key of a plugin that is not loaded.
  @discardableResult
  package func definition(of key: String) throws(Diagnostic) -> SettingDefinition? {
    let settings = current
    if let definition = settings.definition(of: key) { return definition }
    if SettingDefinition.isOwn(key) { return nil }
    if settings.isOfUnknownPlugin(key) { throw Diagnostic(SettingRefusal.withoutPlugins(key)) }
    throw Diagnostic(SettingRefusal.unknown(key, suggestion: Self.suggestion(for: key, settings.keys)))
  }

  fileprivate static func suggestion(for key: String, _ keys: [String]) -> String? {
    DidYouMean.suggestion(for: key, among: keys)
  }

  private func writable(_ source: Settings.Source) throws(Diagnostic) -> SettingsFile {
    guard let file = file(source) else {
      throw Diagnostic(source == .workspace ? SettingRefusal.noWorkspace : SettingRefusal.noFolder)
    }
    return file
  }

  /// Changes one key of a file under the file's lock. Other processes respect the lock.
  ///
  /// - Parameter changes: a function that receives the current value in the file and returns the changes to make.
  private func edit(
    _ file: SettingsFile, _ key: String, _ isCancelled: () -> Bool,
    changes: (_ old: [UInt8]?) throws(Diagnostic) -> [AttributeChange]
  ) throws(Diagnostic) -> Change {
    for _ in 0..<Self.mostAttempts {
      let lock = try Self.placed { () throws(SceneError) -> FileLock? in
        if file.identity == nil { try file.create() }
        return try FileLock.take(file.path, isCancelled: isCancelled)
      }
      // Another program may remove the file.
      if lock == nil, file.identity == nil { continue }
      let document = try Self.placed { () throws(SceneError) in try file.load() }
      document.source.hold(lock)
      let old = document.value(of: key)
      let wanted = try changes(old)
      try Self.placed { () throws(SceneError) in
        try document.apply(wanted)
        let new = document.value(of: key)
        guard new != old else { return }
        _ = try document.source.saveJob().run()
      }
      return Change(
        key: key, file: file.path, old: old.map { String(decoding: $0, as: UTF8.self) },
        new: document.value(of: key).map { String(decoding: $0, as: UTF8.self) })
    }
    // A dangling link also leads here.
    throw Diagnostic(SettingFileRefusal.cannotCreate(errno: ENOENT), file: file.path)
  }

  /// The maximum number of attempts to create a file that another program keeps removing.
  private static let mostAttempts = 20

  /// Runs an operation on a file, and converts an error to a diagnostic with the error's position.
  private static func placed<R>(_ body: () throws(SceneError) -> R) throws(Diagnostic) -> R {
    do throws(SceneError) {
      return try body()
    } catch {
      throw Diagnostic(error, file: error.file, line: error.line, column: error.column)
    }
  }

  // MARK: values

  static var reader: StoredValueReader { StoredValueReader(palette: ScenePalette()) }

  private static func typed(_ text: String, _ property: PropertyDefinition) throws(Diagnostic) -> TypedValue {
    try PlannedAssignment.read(text, of: property, component: nil, reader: reader, isInScript: false)
  }

  fileprivate static func value(typed text: String, _ property: PropertyDefinition) throws(Diagnostic) -> PropertyValue
  {
    try typed(text, property).value
  }

  /// Returns the declaration of one of the user's own keys. Its type is the type of the value in the file, or else the
  /// JSON type of the new text, or else String.
  private static func ownProperty(
    _ key: String, _ text: String, old: [UInt8]?
  ) throws(Diagnostic) -> PropertyDefinition {
    let former = old.flatMap(UntypedValue.read)?.type
    let raw = Array(text.utf8)
    let isJSON = raw.withUnsafeBytes { (try? JSONSyntax.validate($0)) != nil }
    let type = former ?? (isJSON ? UntypedValue.read(raw)?.type : nil) ?? .string
    let property = PropertyDefinition(name: key, label: key, type: type, declaringClass: "Settings", isObserved: false)
    guard former != nil else { return property }
    do throws(Diagnostic) {
      _ = try typed(text, property)
    } catch {
      throw Diagnostic(SettingRefusal.otherType(key, type, error.reason))
    }
    return property
  }
}

extension Settings {
  /// Adds the values and problems of a settings file.
  fileprivate mutating func add(_ contents: SettingsFile.Contents) {
    for (key, layer) in contents.layers { add(layer, for: key) }
    for problem in contents.problems { add(problem) }
  }

  /// Adds the values of environment variables, and warnings about invalid ones.
  fileprivate mutating func add(_ environment: [String: String]) {
    for setting in SettingDefinition.all {
      guard
        let variable = setting.variables.first(where: { variable in
          environment[variable.name].map { !$0.isEmpty || variable.countsIfEmpty } == true
        }),
        let text = environment[variable.name]
      else { continue }
      do throws(Diagnostic) {
        let value = try SettingsSuite.value(typed: variable.meaning ?? text, setting.property)
        add(Layer(source: .environment, value: value, name: variable.name), for: setting.key)
      } catch {
        add(Diagnostic(SettingRefusal.wrongVariable(variable.name, error.reason), severity: .warning))
      }
    }
  }
}
