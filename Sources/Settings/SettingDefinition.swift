public import InspectorKit

/// The definition of a settings key: its type, default, range, help text, and the environment variables that set it.
///
/// ```swift
/// SettingDefinition.all.map(\.key)  // ["color", "find.columns", "pager", "plugins.memory", …]
/// ```
public struct SettingDefinition: Hashable, Sendable {
  /// The definition in the form of a property, whose name is the key, such as `plugins.timeout`.
  public let property: PropertyDefinition

  /// The environment variables that set the key; the first one that is set has precedence.
  package let variables: [SettingVariable]

  /// True if a workspace's file must not set the key. A workspace may contain files of other people, so it must not
  /// determine the limits of plugins or the programs to run.
  public let isPersonal: Bool

  /// Creates the definition of a plugin's setting.
  package init(plugin: String, _ setting: PluginSetting) {
    var property = setting.property
    property.name = PluginSetting.key(of: setting.name, in: plugin)
    (self.property, variables, isPersonal) = (property, [], setting.isPersonal)
  }

  /// The key, such as `plugins.timeout`.
  public var key: String { property.name }

  init(
    _ key: String, _ label: String, _ value: PropertyValue?, type: PropertyType? = nil, range: PropertyRange? = nil,
    options: [String] = [], variables: [SettingVariable], isPersonal: Bool = false, help: String
  ) {
    property = PropertyDefinition(
      name: key, label: label, type: type ?? value?.type ?? .string, isOptional: value == nil,
      declaringClass: "Settings",
      defaultValue: value, help: help, range: range,
      options: options.map { PropertyOptions.Option(value: .string($0), label: $0) }, isObserved: false)
    self.variables = variables
    self.isPersonal = isPersonal
  }
}

/// An environment variable that sets a key.
package struct SettingVariable: Hashable, Sendable {
  package let name: String

  /// The key's value if the variable is set to any text; nil if the text itself is the value.
  package let meaning: String?

  /// True if an empty text counts as a value; false if it has the same effect as an unset variable.
  package let countsIfEmpty: Bool

  init(_ name: String, meaning: String? = nil, countsIfEmpty: Bool = false) {
    (self.name, self.meaning, self.countsIfEmpty) = (name, meaning, countsIfEmpty)
  }
}

extension SettingDefinition {
  /// The definitions of the program's own keys, in alphabetical order. Plugins declare further keys, and users can add
  /// keys that begin with `user.`.
  public static let all: [SettingDefinition] = [
    SettingDefinition(
      "color", "Colours", .string("auto"), options: ["auto", "always", "never"],
      variables: [SettingVariable("INSPECTOR_COLOR"), SettingVariable("NO_COLOR", meaning: "never")],
      help: "When to use colours; 'auto' uses them at a terminal."),
    SettingDefinition(
      "find.columns", "Columns of 'find'", nil, variables: [SettingVariable("INSPECTOR_COLUMNS")],
      help: "The columns of the tables of 'find' if '--columns' is not given, such as 'frame,alpha'."),
    SettingDefinition(
      "labels.words", "Words of Labels", nil, variables: [SettingVariable("INSPECTOR_LABEL_WORDS")],
      help: "Spellings of words in labels that no plugin declares, with blanks between them, such as 'SKU eBay'."),
    SettingDefinition(
      "pager", "Pager", nil,
      variables: [
        SettingVariable("INSPECTOR_PAGER", countsIfEmpty: true), SettingVariable("PAGER", countsIfEmpty: true),
      ],
      isPersonal: true, help: "The program that shows output longer than the screen; 'cat' for none."),
    SettingDefinition(
      "plugins.memory", "Memory of a Plugin", .int(4096), range: PropertyRange(minimum: 0, maximum: 1_073_741_824),
      variables: [SettingVariable("INSPECTOR_PLUGIN_MEMORY")], isPersonal: true,
      help: "The memory that a plugin may use, in MB of address space; 0 for no limit."),
    SettingDefinition(
      "plugins.paths", "Plugin Folders", nil, variables: [SettingVariable("INSPECTOR_PLUGIN_PATH")], isPersonal: true,
      help: "Folders with plugins, as absolute paths with ':' between them."),
    SettingDefinition(
      "plugins.sandbox", "Sandbox", .string("try"), options: ["require", "try", "off"],
      variables: [SettingVariable("INSPECTOR_SANDBOX")], isPersonal: true,
      help: "Sandboxing of plugins: 'require' it, 'try' what the kernel supports, or 'off'."),
    SettingDefinition(
      "plugins.threads", "Threads of a Plugin", .int(64), range: PropertyRange(minimum: 0, maximum: 1_048_576),
      variables: [SettingVariable("INSPECTOR_PLUGIN_THREADS")], isPersonal: true,
      help: "The number of threads that a plugin's process may have in its sandbox; 0 for no limit."),
    SettingDefinition(
      "plugins.timeout", "Timeout of a Plugin", .double(5), range: PropertyRange(minimum: 0.001, maximum: 86_400),
      variables: [SettingVariable("INSPECTOR_TIMEOUT")], isPersonal: true,
      help: "The time that a plugin may take for one object, in seconds."),
    SettingDefinition(
      "scenes.depth", "Depth of a Scene", .int(250_000), range: PropertyRange(minimum: 1, maximum: 250_000),
      variables: [SettingVariable("INSPECTOR_SCENE_DEPTH")], isPersonal: true,
      help: "The nesting depth of arrays and objects beyond which a file is refused."),
    SettingDefinition(
      "scenes.objects", "Objects of a Scene", .int(1_000_000_000),
      range: PropertyRange(minimum: 1, maximum: 1_073_741_823),
      variables: [SettingVariable("INSPECTOR_SCENE_OBJECTS")], isPersonal: true,
      help: "The number of objects beyond which a scene is refused."),
    SettingDefinition(
      "scenes.pipe", "Size of a Scene from a Pipe", .int(1024), range: PropertyRange(minimum: 1, maximum: 1_048_576),
      variables: [SettingVariable("INSPECTOR_SCENE_PIPE")], isPersonal: true,
      help: "The size beyond which a scene from a pipe is refused, in MB."),
    SettingDefinition(
      "scenes.size", "Size of a Scene", .int(1_048_576), range: PropertyRange(minimum: 1, maximum: 1_048_576),
      variables: [SettingVariable("INSPECTOR_SCENE_SIZE")], isPersonal: true,
      help: "The size beyond which a file is refused, in MB."),
    SettingDefinition(
      "show.raw", "Names in Code", .bool(false), variables: [SettingVariable("INSPECTOR_RAW_NAMES")],
      help: "True to show names in code instead of labels, as 'show --raw' does."),
  ]

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  /// Returns the definition of one of the program's own keys; nil for any other key.
  static func named(_ key: String) -> SettingDefinition? { byKey[key] }

  /// Returns true if the key belongs to the program or to the user, so that its definition does not depend on plugins.
  package static func isKnownWithoutPlugins(_ key: String) -> Bool { named(key) != nil || isOwn(key) }

  /// Returns true if the key has the form of a plugin's setting, such as `plugins.Gauges.theme`. The program's own keys
  /// contain only one dot.
  static func isOfPlugin(_ key: String) -> Bool {
    key.hasPrefix("plugins.") && key.dropFirst("plugins.".count).contains(".")
  }

  /// The prefix of the user's own keys, which accept values of all eight types.
  public static let ownPrefix = "user."

  /// Returns true if the key is one of the user's own: the prefix `user.`, followed by names that are separated by
  /// dots.
  public static func isOwn(_ key: String) -> Bool {
    guard key.hasPrefix(ownPrefix) else { return false }
    return key.dropFirst(ownPrefix.count).split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      guard let first = part.utf8.first, !(0x30...0x39).contains(first) else { return false }
      return part.utf8.allSatisfy {
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: "-")
      }
    }
  }
}
