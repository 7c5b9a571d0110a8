public import InspectorKit
internal import JSONText

/// The values of settings at one moment, to which scenes bind properties.
///
/// ```swift
/// let values = suite.values
/// values["user.size"]?.value  // .int(14)
/// values["user.size"]?.place  // "settings.json:3:11"
/// ```
public struct SettingValues: Sendable {
  /// The value of one setting, and the source that sets it.
  public struct Value: Hashable, Sendable {
    /// The value, of one of the eight types.
    public let value: PropertyValue

    /// The source in words: a file with line and column, a variable, an option, or the default.
    public let place: String

    /// The path of the file that sets the value; nil if the source is not a file.
    public let file: String?

    /// True if the value may differ between users of one workspace, since its source is the user's own file, a variable
    /// or an option.
    public let isPersonal: Bool

    /// Creates a value with its source.
    public init(value: PropertyValue, place: String, file: String? = nil, isPersonal: Bool) {
      (self.value, self.place, self.file, self.isPersonal) = (value, place, file, isPersonal)
    }
  }

  /// A version number that is unique among the different values of one source.
  public let version: Int

  /// The settings that have a value, by their keys.
  private let values: [String: Value]

  /// Creates a snapshot from the values of settings by their keys.
  ///
  /// - Parameter version: a number that the source uses only for these values.
  public init(_ values: [String: Value] = [:], version: Int = 0) {
    (self.values, self.version) = (values, version)
  }

  /// The value of a setting; nil if the setting has no value.
  public subscript(key: String) -> Value? { values[key] }

  /// Returns the values of the settings that the components of a class read, as the text of a JSON object; nil if the
  /// class reads no settings. Values that the plugin's declaration does not allow are omitted, so their defaults apply.
  package func text(for definition: ComponentDefinition, of plugin: InstalledPlugin) -> String? {
    guard !definition.readsSettings.isEmpty else { return nil }
    let members = definition.readsSettings.compactMap { name -> JSON.Member? in
      guard let declared = plugin.described?.settings.first(where: { $0.name == name }),
        let value = self[PluginSetting.key(of: name, in: plugin.name)]?.value, declared.refusal(of: value) == nil
      else { return nil }
      return JSON.Member(name, value.json)
    }
    return JSON.object(members).text()
  }

  /// The keys of the settings that have a value, in alphabetical order.
  public var keys: [String] { values.keys.sorted() }
}

/// A source of settings that may change while scenes are open.
public protocol SettingSource: Sendable {
  /// The current values. Different values have different versions.
  var values: SettingValues { get }
}
