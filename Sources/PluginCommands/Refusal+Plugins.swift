internal import JSONText

// Why a command refuses what is asked of plugins.
extension Refusal {
  static func noPluginOrClass(_ name: String, hint: String) -> Self {
    Self(
      .pluginMissing,
      "no plugin or class is named '\(name)'\(hint.isEmpty ? "; 'inspector plugin list' shows the plugins that are there" : hint)"
    )
  }
  static func noPluginFile(_ name: String, hint: String) -> Self {
    Self(
      .pluginMissing,
      "no plugin is named '\(name)', nor a file that could be one\(hint.isEmpty ? "; a path has a '/' in it: './\(name)'" : hint)"
    )
  }
  static func ambiguousClass(_ name: String, places: [String], fullName: String?) -> Self {
    Self(
      .pluginAmbiguous,
      "the class '\(name)' is registered by plugins \(places.joined(separator: " and ")); "
        + (fullName.map { "write '\($0)'" } ?? "take one of the files away"))
  }
  static func noPlugin(_ name: String, hint: String) -> Self {
    Self(
      .pluginMissing,
      "no plugin is named '\(name)'\(hint.isEmpty ? "; 'inspector plugin list' shows the plugins that are there" : hint)"
    )
  }
  static func noPluginAt(_ path: String) -> Self { Self(.ioOpen, "there is no such file or folder") }
  static func notAPlugin(_ path: String, reason: String?) -> Self {
    Self(.pluginMissing, reason ?? "'\(path)' holds no plugin: no file in it is named 'inspector-plugin-NAME'")
  }
  static func severalPlugins(_ path: String, _ names: [String]) -> Self {
    Self(.usage, "'\(path)' holds the plugins \(names.joined(separator: ", ")); name the file of one")
  }
}
