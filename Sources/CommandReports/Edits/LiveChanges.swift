internal import SceneSessions

/// The lines that a shell prints about an edit: the first ones, and how many there are. Of a million changes no more is
/// held than these and a hash for each remark of a hook.
final class LiveChanges {
  /// How many lines of a difference are shown to a person who sees the scene anyway.
  static let mostLines = 20

  private(set) var lines: [String] = []
  private(set) var count = 0

  /// Hashes of the remarks so far, each with its object.
  private var notes = Set<Int>()

  /// - Parameter more: makes the lines; called only where some of them are shown.
  func add(_ number: Int, _ more: () -> [String]) {
    count += number
    if lines.count < Self.mostLines { lines += more().prefix(Self.mostLines - lines.count) }
  }

  /// Notes the remarks of hooks about a change.
  func takeNotes(of change: ObjectChange) {
    for note in change.notes { notes.insert(Self.hash(change.object, note)) }
  }

  /// Whether a hook's warning stands below a change.
  func hasNote(_ warning: Diagnostic) -> Bool {
    guard !notes.isEmpty, let object = warning.object, let words = warning.hookWords else { return false }
    return notes.contains(Self.hash(object, words))
  }

  private static func hash(_ object: String, _ note: String) -> Int {
    var hasher = Hasher()
    hasher.combine(object)
    hasher.combine(note)
    return hasher.finalize()
  }
}
