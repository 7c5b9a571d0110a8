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
  static func noPluginIn(_ folder: String) -> Self {
    Self(
      .pluginMissing,
      "the folder '\(folder)' holds neither a Package.swift nor a plugin; a plugin's file is called 'inspector-plugin-NAME' or 'NAME.inspector-plugin.json'"
    )
  }
  static func severalPluginsIn(_ folder: String, _ files: [String]) -> Self {
    Self(
      .pluginAmbiguous,
      "the folder '\(folder)' holds several plugins; name one of them: \(files.map { "'\($0)'" }.joined(separator: ", "))"
    )
  }
  static func notBuilt(_ folder: String) -> Self {
    Self(.pluginMissing, "no plugin was built of the package in '\(folder)'; run 'swift build' there")
  }
  static func notAPlugin(_ path: String, reason: String?) -> Self {
    Self(.pluginMissing, reason ?? "'\(path)' is no plugin")
  }
}
