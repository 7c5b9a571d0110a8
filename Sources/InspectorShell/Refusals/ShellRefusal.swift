internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

/// The reasons why a shell refuses a name, a scene's file, or a command that finds nothing to act on.
enum ShellRefusal: CommandRefusal {
  case noScene(String)
  case noneIsCurrent
  case noneWasFound
  /// The history has fewer steps than the user requested. `made` is the number of steps that were undone or redone.
  case historyEnds(verb: String, made: Int, of: Int)
  /// A step of `+` or `-` has no effect on the component.
  case staysAsItWas(ObjectChange)
  case noAlias(String)
  case noWatch(String)
  case noHelp(String, suggestion: String?)
  case noPlugin(String, suggestion: String?)
  case noMemoryForPrompt
  case noSystemShell
  // The user's editor.
  case noTextToEdit(String, PropertyType?)
  case readOnlyText(String)
  case severalTextsToEdit(String, count: Int)
  case noFileForEditor
  case editedTextUnreadable
  // Scratches and recoveries.
  case isOpen(String, over: String? = nil)
  case jobRuns(Int, scene: String)
  case noJob(Int, last: Int)
  case transactionIsOpen(String, in: String)
  case noneToUse(over: String)
  case noneToDiscard(over: String)
  case conflicts([SceneConflict])
  case nothingToRecover(String)
  case noRecovery(Int, count: Int)
  // Files.
  case noFileYet(AnyRefusal, report: String, name: String)
  case unsaved(scene: String)
  case isThere(String)
  case writesTwice(String)
  case traceIsThere(String)
  case cannotWrite(String)
  // Changes of a scene's file while the scene is open.
  case unchanged(String)
  case changed
  case missing
  case unreadable(AnyRefusal)
  /// The file's changes cannot be merged; the nested case, ``missing`` or ``unreadable(_:)``, gives the reason.
  indirect case notTakenIn(ShellRefusal)

  var code: DiagnosticCode {
    switch self {
    case .noScene: .sceneClosed
    case .noneIsCurrent, .noneWasFound: .objectNone
    case .historyEnds: .historyEnd
    case .staysAsItWas: .hookRejected
    case .noAlias: .aliasUnknown
    case .noWatch: .watchUnknown
    case .noHelp: .unknownName
    case .noPlugin: .pluginMissing
    case .noMemoryForPrompt: .memory
    case .noSystemShell: .toolMissing
    case .noTextToEdit: .typeMismatch
    case .readOnlyText: .valueReadOnly
    case .severalTextsToEdit: .selectorMany
    case .noFileForEditor: .ioCreate
    case .editedTextUnreadable: .ioRead
    case .isOpen: .scratchOpen
    case .jobRuns: .jobRunning
    case .noJob: .jobUnknown
    case .transactionIsOpen: .editTransaction
    case .noneToUse, .noneToDiscard: .scratchNone
    case .conflicts: .editConflict
    case .nothingToRecover, .noRecovery: .recoveryNone
    case .noFileYet(let reason, _, _): reason.code
    case .unsaved: .sceneModified
    case .isThere, .writesTwice, .traceIsThere: .ioExists
    case .cannotWrite: .ioWrite
    case .unchanged: .ioUnchanged
    case .changed, .missing, .unreadable: .ioChanged
    case .notTakenIn(let news): news.code
    }
  }

  var status: ExitStatus {
    switch self {
    case .noFileYet(let reason, _, let name): ExitStatus(Diagnostic(reason, file: name))
    case .changed, .missing, .unreadable: .changedUnderneath
    default: .findings
    }
  }

  var report: String? {
    switch self {
    case .conflicts(let conflicts):
      let words = conflicts.map { "conflict: \(TerminalText.escaped($0.message))" }
      let advice = "'refresh' merges the changes made to the scene; if both changed a value, yours is kept"
      return ([advice] + words).joined(separator: "\n")
    case .noFileYet(_, let report, let name): return "\(report); \(Self.remedy(ofNew: name))"
    default: return nil
    }
  }

  var message: String {
    switch self {
    case .noScene(let name): "no scene '\(name)' is open; 'scenes' lists the open ones"
    case .noneIsCurrent: "no object is current; 'cd ID' makes one current, 'find' selects some, or give a selector"
    case .noneWasFound: "no objects are selected; 'find SELECTOR' selects what it finds"
    case .historyEnds(let verb, 0, _): "there is nothing to \(verb)"
    case .historyEnds(let verb, let made, let wanted):
      "\(made) of \(wanted) steps \(made == 1 ? "was" : "were") \(verb == "undo" ? "undone" : "redone"); there is nothing more to \(verb)"
    case .staysAsItWas(let change):
      "'\(change.object).\(change.property)' stays \(change.effective?.text ?? "unset")\(change.notes.first.map { ": \($0.text)" } ?? ""); nothing is stored"
    case .noAlias(let name): "there is no alias '\(name)'; 'alias' lists all aliases"
    case .noWatch(let name): "there is no watch '\(name)'; 'watches' lists all of them"
    case .noHelp(let name, let suggestion):
      "there is no command, topic, property or class '\(name)'\(DidYouMean.suffix(suggestion))"
    case .noTextToEdit(let name, let type):
      "'\(name)' is \(type?.phrase ?? "of an unknown type"), and 'editor' opens only a String; write 'set \(name)=VALUE'"
    case .readOnlyText(let name): "'\(name)' is read-only"
    case .severalTextsToEdit(let name, let count):
      "'editor' opens the text of one object, but \(count) are selected; name one, as in 'ID.\(name)'"
    case .noFileForEditor: "cannot create a temporary file for the editor; check the folder that TMPDIR names"
    case .editedTextUnreadable:
      "what the editor saved cannot be read, or is not UTF-8; nothing was changed"
    case .noSystemShell: "cannot start the system's shell, '/bin/sh'"
    case .noPlugin(let name, nil): "no plugin is named '\(name)'; 'plugin list' lists the plugins that were found"
    case .noPlugin(let name, let suggestion): "no plugin is named '\(name)'\(DidYouMean.suffix(suggestion))"
    case .noMemoryForPrompt: "there is not enough memory for a prompt; close other programs"
    case .isOpen(let name, let scene):
      "'\(name)' is open\(scene.map { " over '\($0)'" } ?? ""); 'commit' or 'discard' it first"
    case .jobRuns(let number, let scene):
      "job \(number) edits '\(scene)' in the background; 'wait \(number)' or 'cancel \(number)' first"
    case .noJob(_, last: 0): "no job was started; 'edit --background SCRIPT' starts one"
    case .noJob(let number, let last): "there is no job \(number); the last one is \(last)"
    case .transactionIsOpen(let name, let scene):
      "the transaction '\(name)' is open in '\(scene)'; 'commit' or 'rollback' it first"
    case .noneToUse(let scene): "'\(scene)' has no open scratch; 'scratch' opens one"
    case .noneToDiscard(let scene): "'\(scene)' has no open scratch; 'rollback' undoes a transaction"
    case .conflicts(let conflicts): conflicts.map(\.message).joined(separator: "; ")
    case .nothingToRecover(let scene): "there is nothing to recover: no shell left unsaved changes of '\(scene)'"
    case .noRecovery(let number, let count): "there is no recovery \(number); the last one is \(count)"
    case .noFileYet(let reason, _, let name): "\(reason.message); \(Self.remedy(ofNew: name))"
    case .unsaved(let scene):
      "'\(scene)' has unsaved changes; 'save' saves them, 'close --discard' discards them"
    case .isThere(let path): "'\(path)' already exists; 'save \(ShellLine.quoted(path)) --force' replaces it"
    case .writesTwice(let path): "this script already saves to '\(path)' at its end; choose another name"
    case .traceIsThere(let path): "'\(path)' already exists; '--append' appends to it"
    case .cannotWrite(let path): "'\(path)' cannot be written"
    case .unchanged(let path):
      "the file '\(path)' has not changed since it was last read or saved; there is nothing to take in"
    case .changed:
      "someone changed the file; 'diff --theirs' shows the changes, 'take-in' merges them, 'save --force' replaces the file"
    case .notTakenIn(let news): news.message
    case .missing: "the file is no longer there; 'save --force' writes it again, 'save FILE' writes a copy"
    case .unreadable(let reason):
      "someone changed the file, and it is no longer a scene: \(reason.message); 'save --force' replaces it"
    }
  }

  var suggestion: String? {
    switch self {
    case .noHelp(_, let name), .noPlugin(_, let name): name
    default: nil
    }
  }

  /// Returns the advice for the name of a file that does not exist: the command that creates a scene of this name.
  static func remedy(ofNew name: String) -> String { "'new \(name)' makes a scene" }
}
