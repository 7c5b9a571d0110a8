internal import JSONText

// Why a command refuses what is asked of plugins.
extension Refusal {
  static func noPluginOrClass(_ name: String, hint: String) -> Self {
    Self(
      .pluginMissing,
      "no plugin or class is named '\(name)'\(hint.isEmpty ? "; 'inspector plugin list' shows the plugins that are there" : hint)"
    )
  }
  static func ambiguousClass(_ name: String, places: [String], fullName: String?) -> Self {
    Self(
      .pluginAmbiguous,
      "the class '\(name)' is registered by plugins \(places.joined(separator: " and ")); "
        + (fullName.map { "write '\($0)'" } ?? "take one of the files away"))
  }
}
