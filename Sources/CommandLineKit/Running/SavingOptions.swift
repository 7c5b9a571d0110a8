internal import ArgumentParser
package import SceneDocument
internal import Synchronization

/// The option of the commands that write files.
package struct LinkOptions: ParsableArguments {
  @Flag(help: "Replace a file that has other names (hard links); these keep the old text.")
  var breakLinks = false

  package init() {}

  /// The save options of a command that writes a file besides the scene.
  package var options: SaveOptions {
    var options = SaveOptions()
    options.breaksLinks = breakLinks
    return options
  }
}

/// The options of the commands that replace scenes.
package struct SavingOptions: ParsableArguments {
  // Not the group above: each level of groups makes a start in a debug build slower.
  @Flag(help: "Replace a file that has other names (hard links), which keep the old text.")
  var breakLinks = false

  @Flag(help: "Replace a file whose owner, group, access list or extended attributes cannot be kept.")
  var dropAttributes = false

  package init() {}

  /// Returns the options for saving a scene; notices about saving go to the standard error.
  package func options(_ context: CommandContext) -> SaveOptions {
    var options = SaveOptions(reportingTo: context)
    options.breaksLinks = breakLinks
    options.dropsAttributes = dropAttributes
    return options
  }
}

extension SaveOptions {
  /// Creates the default options; notices about saving go to the standard error.
  package init(reportingTo context: CommandContext) {
    self.init()
    let notices = SaveNotices(context.outputs)
    notice = { notices.add($0) }
  }
}

/// A printer of notices while files are saved; it reports a file system without locks only once.
private final class SaveNotices: Sendable {
  private let outputs: CommandOutputs
  private let hasSaidNotLocked = Mutex(false)

  init(_ outputs: CommandOutputs) { self.outputs = outputs }

  func add(_ notice: SaveNotice) {
    if case .notLocked = notice {
      let isFirst = hasSaidNotLocked.withLock { hasSaid in
        defer { hasSaid = true }
        return !hasSaid
      }
      guard isFirst else { return }
    }
    outputs.say(notice.description)
  }
}
