import CommandLineKit
package import SceneSessions

/// The text of one scene's changes, held back until the edit of the scene is decided and it is its turn to be printed.
package final class ChangeListing {
  private let text: (ObjectChange) -> String
  private let spool = ByteSpool()

  /// The text about effects that belong to an object and not to one of its changes; written before the others.
  private let effects: (ObjectChange) -> String
  private let effectSpool = ByteSpool()

  /// - Parameter text: is given the changes in their order.
  init(text: @escaping (ObjectChange) -> String, effects: @escaping (ObjectChange) -> String = { _ in "" }) {
    (self.text, self.effects) = (text, effects)
  }

  var isEmpty: Bool { spool.count == 0 }

  var hasEffects: Bool { effectSpool.count > 0 }

  package func add(_ change: ObjectChange) {
    spool.append(text(change).utf8)
    let more = effects(change)
    if !more.isEmpty { effectSpool.append(more.utf8) }
  }

  func write(to run: CommandRun) { write(spool, to: run) }

  func writeEffects(to run: CommandRun) { write(effectSpool, to: run) }

  private func write(_ spool: ByteSpool, to run: CommandRun) {
    if !run.context.writePieces({ spool.forEachPiece($0) }) {
      run.say("inspector: some changes are not reported, since the temporary file with them cannot be read")
    }
  }
}

extension ObjectChange {
  /// True if nothing is different afterwards.
  var isIdle: Bool { old == new && renamedFrom == nil && effectiveBefore == effective && effects.isEmpty }

  /// True if it is listed under its property: what was refused, and what is different.
  var isListed: Bool { !property.isEmpty && (rejected != nil || !isIdle) }
}

extension ObjectChange.Effect {
  /// True if layout and no hook makes the value another.
  var isOfLayout: Bool { property == SceneModel.layoutFrame }
}

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
