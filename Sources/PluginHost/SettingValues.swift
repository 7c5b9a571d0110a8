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
  /// The value of one setting, and the place that says it.
  public struct Value: Hashable, Sendable {
    /// The value, of one of the eight types.
    public let value: PropertyValue

    /// The place in words: a file with line and column, a variable, an option, or the default.
    public let place: String

    /// The path of the file that says the value; nil if no file does.
    public let file: String?

    /// True if the value may differ between users of one workspace, since a file of the user, a variable or an option says
    /// it.
    public let isPersonal: Bool

    /// Creates a value with its place.
    public init(value: PropertyValue, place: String, file: String? = nil, isPersonal: Bool) {
      (self.value, self.place, self.file, self.isPersonal) = (value, place, file, isPersonal)
    }
  }

  /// A number that differs between different values of one source.
  public let version: Int

  /// The settings that have a value, by their keys.
  private let values: [String: Value]

  /// Creates the values of settings.
  ///
  /// - Parameter version: a number that the source has given to no other values.
  public init(_ values: [String: Value] = [:], version: Int = 0) {
    (self.values, self.version) = (values, version)
  }

  /// The value of a setting; nil if it has none.
  public subscript(key: String) -> Value? { values[key] }

  /// Returns the values that the components of a class read, as the JSON text of an object; nil if the class reads no
  /// settings. A value that the plugin's declaration does not allow is left out, and the default holds.
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
  /// The present values. Values that differ have different versions.
  var values: SettingValues { get }
}
