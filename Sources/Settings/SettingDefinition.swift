public import InspectorKit

/// A key of the settings: its type, default, range and help, and the variables that set it.
///
/// ```swift
/// SettingDefinition.all.map(\.key)  // ["color", "find.columns", "pager", "plugins.memory", …]
/// ```
public struct SettingDefinition: Hashable, Sendable {
  /// The declaration as that of a property. Its name is the key, such as `plugins.timeout`.
  public let property: PropertyDefinition

  /// The environment variables that set the key, in the order in which they are asked.
  package let variables: [SettingVariable]

  /// True if only the user's own file, the environment and options set the key. A workspace, which may come from someone
  /// else, must not choose the programs that run, nor the limits of plugins.
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

  /// The value that the key has if the variable has any text; nil if the text is the value.
  package let meaning: String?

  /// True if an empty text is a value; false if it says nothing.
  package let countsIfEmpty: Bool

  init(_ name: String, meaning: String? = nil, countsIfEmpty: Bool = false) {
    (self.name, self.meaning, self.countsIfEmpty) = (name, meaning, countsIfEmpty)
  }
}

extension SettingDefinition {
  /// The keys of the program itself, in alphabetical order. Keys that begin with `user.` are the user's own, and
  /// plugins declare others.
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

  /// Returns the definition of a key that the program itself has; nil for any other key.
  static func named(_ key: String) -> SettingDefinition? { byKey[key] }

  /// True if a key is one of the program or of the user, so that its definition does not depend on plugins.
  package static func isKnownWithoutPlugins(_ key: String) -> Bool { named(key) != nil || isOwn(key) }

  /// True if a key is that of a plugin's setting, such as `plugins.Gauges.theme`: the keys of the program have one dot.
  static func isOfPlugin(_ key: String) -> Bool {
    key.hasPrefix("plugins.") && key.dropFirst("plugins.".count).contains(".")
  }

  /// The beginning of the user's own keys, which have any value of the eight types.
  public static let ownPrefix = "user."

  /// Returns true if a key is one of the user's own: `user.` and names with dots between them.
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
