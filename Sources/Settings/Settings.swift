public import InspectorKit
internal import JSONText
public import PluginHost
internal import SceneDocument
public import WorkbenchSupport

/// The settings at one moment: the values of all keys, and the places that say them.
///
/// ```swift
/// let settings = SettingsSuite(environment: environment).current
/// settings["plugins.timeout"]         // .double(5)
/// settings.layers(of: "color").last   // what decides: a file, a variable or an option
/// ```
public struct Settings: Sendable {
  /// The places that say values, from the weakest to the strongest.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// The program's own default.
    case standard = "default"
    /// The user's file, `$XDG_CONFIG_HOME/inspector/settings.json`.
    case user
    /// The file `.inspector/settings.json` of the workspace around the working folder.
    case workspace
    /// An environment variable.
    case environment
    /// An option of the command.
    case option
  }

  /// A value that one place says.
  public struct Layer: Hashable, Sendable {
    /// The kind of place that says the value.
    public let source: Source

    /// The value, of the type of its key.
    public let value: PropertyValue

    /// The path of the file that says the value; nil for other sources.
    public var file: String?

    /// The line of the value in the file, counted from 1; nil for other sources.
    public var line: Int?

    /// The column of the value in the file, counted from 1; nil for other sources.
    public var column: Int?

    /// The name of the variable or option that says the value; nil for other sources.
    public var name: String?

    /// The place in words, such as `the variable NO_COLOR`.
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

  /// The settings of plugins, by key; nil if the plugins are not known.
  private let declared: [String: SettingDefinition]?

  /// The problems of files and variables: values that are not used, and keys that nothing reads.
  public private(set) var problems: [Diagnostic] = []

  /// The number of times that the suite had read the settings before and at this moment.
  var version = 0

  init(declared: [String: SettingDefinition]?) {
    self.declared = declared
    for setting in SettingDefinition.all + (declared ?? [:]).values {
      layers[setting.key] = setting.property.defaultValue.map { [Layer(source: .standard, value: $0)] } ?? []
    }
  }

  /// Returns the definition of a key of the program or of a plugin; nil for one of the user's own keys and for a key that
  /// does not exist.
  public func definition(of key: String) -> SettingDefinition? { SettingDefinition.named(key) ?? declared?[key] }

  /// The settings that plugins declare; empty if the plugins are not known.
  package var declarations: [SettingDefinition] { Array((declared ?? [:]).values) }

  /// True if a key may be that of a plugin which is not known yet.
  func isOfUnknownPlugin(_ key: String) -> Bool { declared == nil && SettingDefinition.isOfPlugin(key) }

  /// The value of a key; nil if no place says one.
  public subscript(key: String) -> PropertyValue? { layers[key]?.last?.value }

  /// The value of a String key; nil if no place says one.
  package func text(_ key: String) -> String? { if case .string(let text)? = self[key] { text } else { nil } }

  /// True if the value of a Bool key is true.
  package func isOn(_ key: String) -> Bool { self[key] == .bool(true) }

  /// The value of a String key in the user's own file; nil if it has none.
  package func ownText(_ key: String) -> String? {
    guard case .string(let text)? = layers(of: key).last(where: { $0.source == .user })?.value else { return nil }
    return text
  }

  /// The value of an Int key; nil if no place says one.
  package func count(_ key: String) -> Int? { if case .int(let count)? = self[key] { count } else { nil } }

  /// The value of a Double key; nil if no place says one.
  package func number(_ key: String) -> Double? { if case .double(let number)? = self[key] { number } else { nil } }

  /// The values that places say for a key, the weakest first. The last one is in effect.
  public func layers(of key: String) -> [Layer] { layers[key] ?? [] }

  /// The keys of the program and of plugins, and the user's own keys that a file has, in alphabetical order.
  public var keys: [String] { layers.keys.sorted() }

  /// The values to which scenes bind properties, without those of options.
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

  /// Returns the settings with a value that an option of a command says.
  package func with(_ value: PropertyValue?, of key: String, option: String) -> Settings {
    guard let value else { return self }
    var settings = self
    settings.add(Layer(source: .option, value: value, name: option), for: key)
    return settings
  }
}

extension Settings {
  /// Makes the settings about labels and about the limits of scenes those of the whole process.
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
