internal import ArgumentParser
package import SceneDocument
internal import Synchronization

/// The option of the commands that write files.
package struct LinkOptions: ParsableArguments {
  @Flag(help: "Replace a file that has other names (hard links), which keep the old text.")
  var breakLinks = false

  package init() {}

  /// The command that writes a file besides the scene.
  package var options: SaveOptions {
    var options = SaveOptions()
    options.breaksLinks = breakLinks
    return options
  }
}

/// The options of the commands that replace scenes.
package struct SavingOptions: ParsableArguments {
  @OptionGroup var links: LinkOptions

  @Flag(help: "Replace a file whose owner, group, access list or extended attributes cannot be kept.")
  var dropAttributes = false

  package init() {}

  /// What saves a scene; what the person should know meanwhile goes to the standard error.
  package func options(_ context: CommandContext) -> SaveOptions {
    var options = SaveOptions(reportingTo: context)
    options.breaksLinks = links.breakLinks
    options.dropsAttributes = dropAttributes
    return options
  }
}

extension SaveOptions {
  /// The defaults; what the person should know while a file is saved goes to the standard error.
  package init(reportingTo context: CommandContext) {
    self.init()
    let notices = SaveNotices(context.outputs)
    notice = { notices.add($0) }
  }
}

/// Prints what happens while files are saved; that a file system has no locks, once.
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
