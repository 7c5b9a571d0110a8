internal import ArgumentParser
internal import SceneDocument
internal import Synchronization
internal import Workbench

/// The options of the commands that replace files.
struct SavingOptions: ParsableArguments {
  @Flag(help: "Replace a file that has other names (hard links), which keep the old text.")
  var breakLinks = false

  @Flag(help: "Replace a file whose owner, group, access list or extended attributes cannot be kept.")
  var dropAttributes = false

  /// What saves a scene; what the person should know meanwhile goes to the standard error.
  func options(_ run: CommandRun) -> SaveOptions {
    var options = SaveOptions(reportingTo: run)
    options.breaksLinks = breakLinks
    options.dropsAttributes = dropAttributes
    return options
  }
}

extension SaveOptions {
  /// The defaults; what the person should know while a file is saved goes to the standard error.
  init(reportingTo run: CommandRun) {
    self.init()
    let notices = SaveNotices(run)
    notice = { notices.add($0) }
  }
}

/// Prints what happens while files are saved; that a file system has no locks, once.
private final class SaveNotices: @unchecked Sendable {
  private let run: CommandRun
  private let lock = Mutex(false)

  init(_ run: CommandRun) { self.run = run }

  func add(_ notice: SaveNotice) {
    lock.withLock { isUnlocked in
      if case .notLocked = notice {
        guard !isUnlocked else { return }
        isUnlocked = true
      }
      run.say(notice.description)
    }
  }
}
