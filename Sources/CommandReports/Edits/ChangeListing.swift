internal import CommandLineKit
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
