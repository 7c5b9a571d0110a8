public import InspectorKit
internal import JSONText
public import PluginHost
internal import SceneDocument
public import WorkbenchSupport

/// A snapshot of the settings: the values of all keys, and the sources that set them.
///
/// ```swift
/// let settings = SettingsSuite(environment: environment).current
/// settings["plugins.timeout"]         // .double(5)
/// settings.layers(of: "color").last   // what decides: a file, a variable or an option
/// ```
public struct Settings: Sendable {
  /// The sources of values, from the lowest to the highest precedence.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// The program's own default.
    case standard = "default"
    /// The user's file, `$XDG_CONFIG_HOME/inspector/settings.json`.
    case user
    /// The file `.inspector/settings.json` of the workspace that contains the working folder.
    case workspace
    /// An environment variable, such as `NO_COLOR`.
    case environment
    /// An option of the command, such as `--color`.
    case option
  }

  /// A value that one source sets for a key.
  public struct Layer: Hashable, Sendable {
    /// The kind of source that sets the value.
    public let source: Source

    /// The value, which has the type that the key's definition requires.
    public let value: PropertyValue

    /// The path of the file that sets the value; nil for other sources.
    public var file: String?

    /// The line of the value in the file, counted from 1; nil for other sources.
    public var line: Int?

    /// The column of the value in the file, counted from 1; nil for other sources.
    public var column: Int?

    /// The name of the variable or option that sets the value; nil for other sources.
    public var name: String?

    /// A phrase for the source in messages, such as `the variable NO_COLOR`.
    package var place: String {
      switch source {
      case .standard: "the default"
      case .user, .workspace: "\(file ?? ""):\(line ?? 1):\(column ?? 1)"
      case .environment: "the variable \(name ?? "")"
      case .option: "the option '\(name ?? "")'"
      }
    }

    package init(source: Source, value: PropertyValue, file: String? = nil, name: String? = nil) {
      (self.source, self.value, self.file, self.name) = (source, value, file, name)
    }
  }

  private var layers: [String: [Layer]] = [:]

  /// The definitions of plugins' settings, by key; nil if the plugins are unknown.
  private let declared: [String: SettingDefinition]?

  /// The problems in files and variables: invalid values, which are ignored, and unknown keys.
  public private(set) var problems: [Diagnostic] = []

  /// The number that the suite assigns to this snapshot, which increases with each reading of the settings.
  var version = 0

  init(declared: [String: SettingDefinition]?) {
    self.declared = declared
    for setting in SettingDefinition.all + (declared ?? [:]).values {
      layers[setting.key] = setting.property.defaultValue.map { [Layer(source: .standard, value: $0)] } ?? []
    }
  }

  /// Returns the definition of a key of the program or of a plugin; nil for one of the user's own keys and for an
  /// unknown key.
  public func definition(of key: String) -> SettingDefinition? { SettingDefinition.named(key) ?? declared?[key] }

  /// The definitions of plugins' settings; empty if the plugins are unknown.
  package var declarations: [SettingDefinition] { Array((declared ?? [:]).values) }

  /// Returns true if the key may belong to a plugin that has not been loaded.
  func isOfUnknownPlugin(_ key: String) -> Bool { declared == nil && SettingDefinition.isOfPlugin(key) }

  /// The value of a key; nil if no source sets one.
  public subscript(key: String) -> PropertyValue? { layers[key]?.last?.value }

  /// Returns the value of a String key; nil if no source sets one.
  package func text(_ key: String) -> String? { if case .string(let text)? = self[key] { text } else { nil } }

  /// Returns true if the value of a Bool key is true.
  package func isOn(_ key: String) -> Bool { self[key] == .bool(true) }

  /// Returns the value of a String key in the user's own file; nil if that file does not set the key.
  package func ownText(_ key: String) -> String? {
    guard case .string(let text)? = layers(of: key).last(where: { $0.source == .user })?.value else { return nil }
    return text
  }

  /// Returns the value of an Int key; nil if no source sets one.
  package func count(_ key: String) -> Int? { if case .int(let count)? = self[key] { count } else { nil } }

  /// Returns the value of a Double key; nil if no source sets one.
  package func number(_ key: String) -> Double? { if case .double(let number)? = self[key] { number } else { nil } }

  /// Returns the values of a key from all sources that set it, in order of increasing precedence. The last value is in
  /// effect.
  public func layers(of key: String) -> [Layer] { layers[key] ?? [] }

  /// The keys of the program and of plugins, and the user's own keys in the files, in alphabetical order.
  public var keys: [String] { layers.keys.sorted() }

  /// The values to which scenes bind properties. Options are ignored.
  public var values: SettingValues {
    SettingValues(
      layers.compactMapValues { layers in
        layers.last { $0.source != .option }.map { layer in
          SettingValues.Value(
            value: layer.value, place: layer.place, file: layer.file,
            isPersonal: layer.source == .user || layer.source == .environment)
        }
      }, version: version)
  }

  mutating func add(_ layer: Layer, for key: String) { layers[key, default: []].append(layer) }

  mutating func add(_ problem: Diagnostic) { problems.append(problem) }

  /// Returns the settings with a value from an option of a command. If the value is nil, the settings are unchanged.
  package func with(_ value: PropertyValue?, of key: String, option: String) -> Settings {
    guard let value else { return self }
    var settings = self
    settings.add(Layer(source: .option, value: value, name: option), for: key)
    return settings
  }
}

extension Settings {
  /// Applies the settings of label words and of scene limits to the whole process.
  package func applyToProcess() {
    WordTable.use(text("labels.words")?.split(whereSeparator: \.isWhitespace).map(String.init) ?? [])
    var limits = SceneLimits()
    if let depth = count("scenes.depth") { limits.depth = depth }
    if let objects = count("scenes.objects") { limits.objects = objects }
    if let size = count("scenes.size") { limits.bytes = size << 20 }
    if let size = count("scenes.pipe") { limits.streamedBytes = min(size << 20, limits.bytes) }
    SceneLimits.current = limits
  }
}
