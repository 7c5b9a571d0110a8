internal import CommandLineKit
package import SceneSessions

/// The text of one scene's changes, held back until the edit of the scene is decided and it is its turn to be printed.
package final class ChangeListing {
  private let text: (ObjectChange) -> String
  private let spool = ByteSpool()

  /// - Parameter text: is given the changes in their order.
  init(text: @escaping (ObjectChange) -> String) { self.text = text }

  var isEmpty: Bool { spool.count == 0 }

  package func add(_ change: ObjectChange) { spool.append(text(change).utf8) }

  func write(to run: CommandRun) {
    if !run.context.writePieces({ spool.forEachPiece($0) }) {
      run.say("inspector: some changes are not reported, since the temporary file with them cannot be read")
    }
  }
}
