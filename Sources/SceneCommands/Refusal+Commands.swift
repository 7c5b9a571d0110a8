internal import JSONText

// Why a command refuses what is asked of scenes and plugins.
extension Refusal {
  static func matchesNothing(scenes count: Int) -> Self {
    Self(.selectorEmpty, "the selector matches nothing in \(pluralised(count, "scene")); \(EditBatch.remedy)")
  }
  static func notStored(_ property: String, of object: String) -> Self {
    Self(.valueAbsent, "nothing is stored for '\(object).\(property)'")
  }
  static func isNotKnown(_ note: String, stored: String?) -> Self {
    Self(.unknownProperty, "\(note); the document stores \(stored ?? "nothing")")
  }
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
