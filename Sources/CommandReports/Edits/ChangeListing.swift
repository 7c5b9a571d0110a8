import CommandLineKit
package import SceneSessions

/// The text of one scene's changes, held back until the scene's edit is decided and its turn to be printed has come.
package final class ChangeListing {
  private let text: (ObjectChange) -> String
  private let spool = ByteSpool()

  /// Formats the effects that belong to an object and not to one of its changes; they are written before the others.
  private let effects: (ObjectChange) -> String
  private let effectSpool = ByteSpool()

  /// - Parameter text: formats each change, in order.
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
  /// True if the change makes no difference.
  var isIdle: Bool { old == new && renamedFrom == nil && effectiveBefore == effective && effects.isEmpty }

  /// True if the change is listed under its property, as refused and effective changes are.
  var isListed: Bool { !property.isEmpty && (rejected != nil || !isIdle) }
}

extension ObjectChange.Effect {
  /// True if layout, and no hook, changes the value.
  var isOfLayout: Bool { property == SceneModel.layoutFrame }
}

/// The first lines that a shell prints about an edit, with a count of the rest. Even for a million changes it holds
/// only these lines and a hash for each property with a hook's warning.
final class OpenSceneChanges {
  /// The largest number of difference lines that a shell shows.
  static let mostLines = 20

  private(set) var lines: [String] = []
  private(set) var count = 0

  /// The hashes of the objects and properties whose changes show a hook's warning.
  private var warned = Set<Int>()

  /// - Parameter more: makes the lines; called only if some of them are shown.
  func add(_ number: Int, _ more: () -> [String]) {
    count += number
    if lines.count < Self.mostLines { lines += more().prefix(Self.mostLines - lines.count) }
  }

  /// Records the hook warnings that a change shows.
  func takeNotes(of change: ObjectChange) {
    for case .hook(let property, _) in change.notes { warned.insert(Self.hash(change.object, property)) }
  }

  /// True if a change already shows this hook's warning below it.
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
