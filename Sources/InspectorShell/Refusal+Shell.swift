internal import CommandReports
internal import JSONText
internal import Workbench

// Why a shell refuses what is asked of it.
extension Refusal {
  // Scenes and files.
  static func unsaved(_ scene: String) -> Self {
    Self(
      .sceneModified, "'\(scene)' has changes that are not saved; 'save' saves them, 'close --discard' gives them up")
  }
  static func noScene(_ name: String) -> Self {
    Self(.sceneClosed, "no scene '\(name)' is open; 'scenes' lists those that are")
  }
  static func unchanged(_ path: String) -> Self {
    Self(.ioUnchanged, "'\(path)' holds what was read or saved last; there is nothing of others to take in")
  }
  static func isThere(_ path: String, remedy: String) -> Self {
    Self(.ioExists, "'\(path)' is there already; \(remedy)")
  }
  static func cannotWrite(_ path: String) -> Self { Self(.ioWrite, "'\(path)' cannot be written") }
  // Objects.
  static let noneIsCurrent = Self(
    .objectNone, "no object is current; 'cd ID' makes one current, 'find' selects some, or name some here")
  static let noneWasFound = Self(.objectNone, "nothing was found yet; 'find SELECTOR' selects what it finds")
  static func holdsNone(_ name: String, holder: String?) -> Self {
    Self(
      .unknownObject,
      "\(holder.map { "'\($0)'" } ?? "the scene") holds no object '\(name)'; 'ls' lists what it holds")
  }
  // The history.
  static func historyEnds(_ verb: String, isFirst: Bool) -> Self {
    Self(.historyEnd, "there is nothing \(isFirst ? "" : "more ")to \(verb)")
  }
  static func scratchIsOpen(_ name: String, _ place: String = "") -> Self {
    Self(.scratchOpen, "'\(name)' is open\(place); 'commit' or 'discard' it first")
  }
  static func noScratch(over scene: String, remedy: String) -> Self {
    Self(.scratchNone, "no scratch is open over '\(scene)'; \(remedy)")
  }
  static func nothingToRecover(_ scene: String) -> Self {
    Self(.recoveryNone, "there is nothing to recover: no shell left changes of '\(scene)'")
  }
  static func noRecovery(_ number: Int, count: Int) -> Self {
    Self(.recoveryNone, "there are \(count) to recover, and no number \(number)")
  }
  static func journal(_ error: JournalError) -> Self { Self(error.code, error.message) }
  // Names.
  static func noAlias(_ name: String) -> Self {
    Self(.aliasUnknown, "there is no alias '\(name)'; 'alias' lists those that there are")
  }
  static func noWatch(_ name: String) -> Self {
    Self(.watchUnknown, "there is no watch '\(name)'; 'watches' lists those that there are")
  }
  static func noHelp(_ name: String, hint: String) -> Self {
    Self(.unknownName, "there is no command, property or class '\(name)'\(hint)")
  }
  static func noPlugin(_ name: String, hint: String) -> Self {
    Self(
      .pluginMissing,
      "no plugin is named '\(name)'\(hint.isEmpty ? "; 'plugin list' shows the plugins that are there" : hint)")
  }
  static let noMemoryForPrompt = Self(.memory, "there is not enough memory for a prompt; close other programs")
}
