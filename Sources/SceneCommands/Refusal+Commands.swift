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
  static let noGraphviz = Self(
    .toolMissing,
    "'--layout dot' needs Graphviz, whose program 'dot' is not on PATH; install it (Debian: graphviz), or leave '--layout' out"
  )
  static func graphvizFailed(_ reason: String) -> Self {
    Self(.toolMissing, "Graphviz's 'dot' lays out no diagram: \(reason); leave '--layout dot' out")
  }
}
