internal import ArgumentParser
package import SceneDocument
internal import Synchronization

/// The option of the commands that write files other than scenes.
package struct LinkOptions: ParsableArguments {
  @Flag(help: "Replace a file even if it has other names (hard links), which keep the old text.")
  var breakLinks = false

  package init() {}

  /// The options for saving a file that is not a scene.
  package var options: SaveOptions {
    var options = SaveOptions()
    options.breaksLinks = breakLinks
    return options
  }
}

/// The options of the commands that replace scenes.
package struct SavingOptions: ParsableArguments {
  // The flag is repeated here because each nested group of options slows the start of a debug build.
  @Flag(help: "Replace a file even if it has other names (hard links), which keep the old text.")
  var breakLinks = false

  @Flag(help: "Replace a file even if its owner, group, access list or extended attributes cannot be kept.")
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
  /// Creates the default options. Notices about saving go to the standard error; a file system without locks is
  /// reported only once.
  package init(reportingTo context: CommandContext) {
    self.init()
    let outputs = context.outputs
    let hasSaidNotLocked = Atomic(false)
    notice = { notice in
      if case .notLocked = notice, hasSaidNotLocked.exchange(true, ordering: .relaxed) { return }
      outputs.say(notice.description)
    }
  }
}
