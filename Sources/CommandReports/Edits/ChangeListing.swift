import CommandLineKit
package import SceneSessions

/// The text of the changes to one scene, buffered until the edit has ended and all earlier scenes are printed.
package final class ChangeListing {
  private let text: (ObjectChange) -> String

  /// The hooks' warnings that the listed changes show.
  private(set) var shownWarnings = ShownWarnings()
  private let spool = ByteSpool()

  /// A function that returns the text of an object's effects that belong to none of its changes. This text precedes the
  /// changes.
  private let effects: (ObjectChange) -> String
  private let effectSpool = ByteSpool()

  /// Creates an empty listing.
  ///
  /// - Parameters:
  ///   - text: returns the text of each change, in order.
  ///   - effects: returns the text of an object's effects; empty for a change without effects.
  init(text: @escaping (ObjectChange) -> String, effects: @escaping (ObjectChange) -> String = { _ in "" }) {
    (self.text, self.effects) = (text, effects)
  }

  var isEmpty: Bool { spool.count == 0 }

  var hasEffects: Bool { effectSpool.count > 0 }

  package func add(_ change: ObjectChange) {
    shownWarnings.add(notesOf: change)
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
  /// True if the change leaves the stored and the effective value unchanged, and has no effects.
  var isIdle: Bool { old == new && renamedFrom == nil && effectiveBefore == effective && effects.isEmpty }

  /// True if JSON reports list the change: it concerns a property, and was refused or makes a difference.
  var isListed: Bool { !property.isEmpty && (rejected != nil || !isIdle) }
}

extension ObjectChange.Effect {
  /// True if the layout, and not a hook, changes the value.
  var isOfLayout: Bool { property == SceneModel.layoutFrame }
}

/// The first lines that a shell prints about an edit, with the total number of lines.
///
/// Even for a million changes, an instance holds only these lines.
final class OpenSceneChanges {
  /// The maximum number of difference lines that a shell shows; further lines are only counted.
  static let mostLines = 20

  private(set) var lines: [String] = []
  private(set) var count = 0

  /// Counts the lines of a change, and keeps those that will be shown.
  ///
  /// - Parameters:
  ///   - number: the number of lines.
  ///   - more: returns the lines; called only if some of them will be shown.
  func add(_ number: Int, _ more: () -> [String]) {
    count += number
    if lines.count < Self.mostLines { lines += more().prefix(Self.mostLines - lines.count) }
  }
}

/// The hooks' warnings that are printed below changes and therefore not on their own.
///
/// Even for a million changes, an instance holds only a hash for each property with a hook's warning.
struct ShownWarnings {
  private var hashes = Set<Int>()

  /// Records the warnings that are printed below a change.
  mutating func add(notesOf change: ObjectChange) {
    for case .hook(let property, _) in change.notes { hashes.insert(Self.hash(change.object, property)) }
  }

  /// Returns true if this hook's warning is printed below a change.
  func holds(_ warning: Diagnostic) -> Bool {
    guard !hashes.isEmpty, warning.code == .hookWarning, warning.isOfEdit, let object = warning.object else {
      return false
    }
    return hashes.contains(Self.hash(object, warning.property))
  }

  private static func hash(_ object: String, _ property: String?) -> Int { [object, property].hashValue }
}
