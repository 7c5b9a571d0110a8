/// A setting that a plugin declares for all scenes, as listed in the plugin's description.
///
/// Its key in the shared settings is `plugins.`, the plugin's name, a dot, and the name of the setting:
/// `plugins.Gauges.theme`.
public struct PluginSetting: Hashable, Sendable {
  /// The setting's name, type, default, range, options and help. Only an optional setting may have no default.
  public var property: PropertyDefinition

  /// True if only the user's own settings file can set the value. A workspace's file, which may come from someone else,
  /// cannot.
  public var isPersonal: Bool

  /// Makes a setting from a definition of its name, type, default and limits.
  public init(_ property: PropertyDefinition, isPersonal: Bool = false) {
    (self.property, self.isPersonal) = (property, isPersonal)
  }

  /// Returns the key of a plugin's setting, such as `plugins.Gauges.theme`.
  public static func key(of name: String, in plugin: String) -> String { "plugins.\(plugin).\(name)" }

  /// The setting's name, such as `theme`.
  public var name: String { property.name }

  /// Returns the reason why the setting cannot have a value, as a clause; nil if it can.
  package func refusal(of value: PropertyValue) -> String? {
    if value.type != property.type { return "it is \(property.type.phrase)" }
    if let range = property.range, !range.contains(value) { return range.rule }
    if !property.options.isEmpty, !property.options.contains(where: { $0.value == value }) {
      return "its options are \(property.options.map(\.value.text).joined(separator: ", "))"
    }
    return nil
  }
}

extension RegistrationProblem {
  /// Returns the mistakes in a plugin's settings: mistakes in a single setting, names with a dot, and names that are
  /// declared twice in different ways.
  static func problems(ofSettings settings: [PluginSetting]) -> [(setting: PluginSetting, problem: RegistrationProblem)]
  {
    var known: [String: PluginSetting] = [:]
    return settings.flatMap { setting -> [(PluginSetting, RegistrationProblem)] in
      let property = setting.property
      if let former = known.updateValue(setting, forKey: setting.name) {
        // Classes inherit the settings of their base classes.
        var same = setting
        same.property.declaringClass = former.property.declaringClass
        return former == same
          ? [] : [(setting, .settingsDiffer(setting.name, property.declaringClass, former.property.declaringClass))]
      }
      // The key of a setting has a dot between the names of the plugin and of the setting.
      let dots: [RegistrationProblem] =
        setting.name.utf8.contains(UInt8(ascii: ".")) ? [.badName(setting.name, in: property.declaringClass)] : []
      let problems =
        dots + property.problems(among: [setting.name: 0], rules: nil as [String]?) + property.defaultProblems
      return problems.map { (setting, $0) }
    }
  }
}
