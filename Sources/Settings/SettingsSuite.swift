internal import ComponentModel
internal import Glibc
internal import InspectorKit
internal import JSONText
public import PluginHost
internal import SceneDocument
internal import Synchronization
public import WorkbenchSupport

/// The settings that the shell, the batch program and other programs share: the user's file, that of the workspace, and
/// the environment.
///
/// ```swift
/// let suite = SettingsSuite(environment: environment)
/// suite.current["color"]                          // .string("auto")
/// try suite.set("color", to: "never", in: .user)
/// ```
///
/// Any number of processes may read and write the files at once. A write locks its file (`flock`), reads it, and replaces
/// it in one step, so that no process reads a half-written file and no write is lost.
public final class SettingsSuite: SettingSource {
  /// The path of the user's file; nil if the environment names no folder for it.
  public let userFile: String?

  /// The path of the workspace's file; nil if there is no workspace around the working folder.
  public let workspaceFile: String?

  /// The folder of the workspace's plugins, which need not exist; nil if there is no workspace around the working folder.
  package let workspacePlugins: String?

  private let environment: [String: String]
  private let state = Mutex(State())

  private struct State {
    var settings: Settings?

    /// The settings of plugins, by key; nil if the plugins are not known.
    var declared: [String: SettingDefinition]?

    /// The number of times that the settings were read.
    var version = 0
    var contents: [Settings.Source: SettingsFile.Contents] = [:]
  }

  /// Creates the suite of an environment. Reads nothing yet.
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

  /// The settings as they are now. Files are read again if they have changed; a file that can no longer be read keeps the
  /// values that it had.
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

  /// Adds the settings that plugins declare, instead of those added before. Files are read again if these differ.
  package func declare(_ settings: [SettingDefinition]) {
    let declared = Dictionary(settings.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    state.withLock { state in
      guard state.declared != declared else { return }
      (state.declared, state.settings) = (declared, nil)
      // What a broken file said stays.
      for source in Array(state.contents.keys) { state.contents[source]?.identity = nil }
    }
  }

  /// The values of ``current`` to which scenes bind properties.
  public var values: SettingValues { current.values }

  /// A change of a setting.
  public struct Change: Hashable, Sendable {
    /// The key, such as `color`.
    public let key: String

    /// The path of the file.
    public let file: String

    /// The value that the file had, as JSON text; nil if it had none.
    public let old: String?

    /// The value that the file has, as JSON text; nil if it has none.
    public let new: String?

    /// True if the file has new bytes.
    public var isChange: Bool { old.map(ExactText.init) != new.map(ExactText.init) }
  }

  /// Stores a value in the user's file or in that of the workspace.
  ///
  /// - Parameters:
  ///   - text: the value as a user types it, such as `4.5`, `never` or `{"x": 1, "y": 2}`.
  ///   - source: `user` or `workspace`.
  ///   - isCancelled: polled while another process writes the file.
  /// - Throws: an error if there is no such key, if it cannot have the value, if the workspace must not set it, or if the
  ///   file cannot be read or written; nothing is changed then.
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
      // The text of one's own Double shows its type.
      let isWhole = definition == nil && property.type == .double && Int(text.trimmed) != nil
      return form.changes(storing: try Self.typed(isWhole ? "\(text.trimmed).0" : text, property))
    }
  }

  /// Removes a key from the user's file or from that of the workspace. A key that the program does not know can be
  /// removed, too.
  ///
  /// - Throws: an error if there is no such key and the file does not have it, or if the file cannot be read or written;
  ///   nothing is changed then.
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

  /// Returns the path of the user's file or of that of the workspace, which is created if it does not exist.
  package func file(toEdit source: Settings.Source) throws(Diagnostic) -> String {
    let file = try writable(source)
    try Self.placed { () throws(SceneError) in if file.identity == nil { try file.create() } }
    return file.path
  }

  /// Returns the definition of a key; nil for one of the user's own keys. Throws an error if there is no such key.
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

  /// Changes one key of a file while no other process writes it.
  ///
  /// - Parameter changes: returns the changes for the value that the file has.
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
    // A link that leads nowhere stays, too.
    throw Diagnostic(SettingFileRefusal.cannotCreate(errno: ENOENT), file: file.path)
  }

  /// The number of times that a file is created again because another program has removed it.
  private static let mostAttempts = 20

  /// Runs an operation on a file; an error becomes a diagnostic with the error's place.
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

  /// Returns the declaration of one of the user's own keys: of the type that the file has, or else of the type of the
  /// text as JSON, or else a String.
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
  /// Adds what a file says.
  fileprivate mutating func add(_ contents: SettingsFile.Contents) {
    for (key, layer) in contents.layers { add(layer, for: key) }
    for problem in contents.problems { add(problem) }
  }

  /// Adds what the variables of an environment say.
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
