import CommandLineKit
package import SceneSessions

/// The text of one scene's changes, held back until the edit has succeeded or failed and it is the scene's turn to be
/// printed.
package final class ChangeListing {
  private let text: (ObjectChange) -> String
  private let spool = ByteSpool()

  /// Formats the effects that belong to an object and not to one of its changes; they are written before the changes.
  private let effects: (ObjectChange) -> String
  private let effectSpool = ByteSpool()

  /// Creates an empty listing.
  ///
  /// - Parameters:
  ///   - text: formats each change, in order.
  ///   - effects: formats the effects of an object; empty for a change without any.
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
      run.say("inspector: some changes are not reported because their temporary file cannot be read")
    }
  }
}

extension ObjectChange {
  /// True if the change leaves the stored and the effective value as they were, and has no effects.
  var isIdle: Bool { old == new && renamedFrom == nil && effectiveBefore == effective && effects.isEmpty }

  /// True if JSON reports list the change: it belongs to a property, and was refused or makes a difference.
  var isListed: Bool { !property.isEmpty && (rejected != nil || !isIdle) }
}

extension ObjectChange.Effect {
  /// True if the layout changes the value, and not a hook.
  var isOfLayout: Bool { property == SceneModel.layoutFrame }
}

/// The first lines that a shell prints about an edit, with the number of all lines. Even for a million changes it holds
/// only the first lines and a hash for each property with a hook's warning.
final class OpenSceneChanges {
  /// The largest number of difference lines that a shell shows.
  static let mostLines = 20

  private(set) var lines: [String] = []
  private(set) var count = 0

  /// The hashes of the objects and properties whose changes show a hook's warning.
  private var warned = Set<Int>()

  /// Adds the lines of a change.
  ///
  /// - Parameters:
  ///   - number: the number of lines.
  ///   - more: makes the lines; called only if some of them are shown.
  func add(_ number: Int, _ more: () -> [String]) {
    count += number
    if lines.count < Self.mostLines { lines += more().prefix(Self.mostLines - lines.count) }
  }

  /// Records the hook warnings that are shown below a change, for ``shows(_:)``.
  func takeNotes(of change: ObjectChange) {
    for case .hook(let property, _) in change.notes { warned.insert(Self.hash(change.object, property)) }
  }

  /// True if a change already shows this hook's warning below it.
  func shows(_ warning: Diagnostic) -> Bool {
    guard !warned.isEmpty, warning.isOfEdit, let object = warning.object else { return false }
    return warned.contains(Self.hash(object, warning.property))
  }

  private static func hash(_ object: String, _ property: String?) -> Int { [object, property].hashValue }
}
