internal import SceneSessions

/// Collects the first lines that a shell prints about an edit, and counts the others. Of a million changes it holds no
/// more than these and a hash for each property that a hook warns of.
final class OpenSceneChanges {
  /// The most lines of a difference that a shell shows.
  static let mostLines = 20

  private(set) var lines: [String] = []
  private(set) var count = 0

  /// Hashes of the objects and properties of which hooks warn below their changes.
  private var warned = Set<Int>()

  /// - Parameter more: makes the lines; called only where some of them are shown.
  func add(_ number: Int, _ more: () -> [String]) {
    count += number
    if lines.count < Self.mostLines { lines += more().prefix(Self.mostLines - lines.count) }
  }

  /// Remembers which hooks' warnings a change shows.
  func takeNotes(of change: ObjectChange) {
    for case .hook(let property, _) in change.notes { warned.insert(Self.hash(change.object, property)) }
  }

  /// Whether a hook's warning stands below a change.
  func shows(_ warning: Diagnostic) -> Bool {
    guard !warned.isEmpty, warning.isOfEdit, let object = warning.object else { return false }
    return warned.contains(Self.hash(object, warning.property))
  }

  private static func hash(_ object: String, _ property: String?) -> Int {
    var hasher = Hasher()
    hasher.combine(object)
    hasher.combine(property)
    return hasher.finalize()
  }
}
