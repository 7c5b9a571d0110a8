/// The findings from reading one journal: its contents, and the damaged parts of it and its copies.
struct JournalFindings {
  /// A part of the journal that cannot be recovered although its records are sound.
  enum Loss {
    /// A number of edits at the end that give no valid scene; `last` is the name of the last sound edit.
    case edits(Int, last: String?)
    case scratch(String, Diagnostic)
    case base(Diagnostic)
  }

  let contents: JournalContents
  let time: Int
  /// The suffix under which the files are set aside.
  let kept: String

  private let path: String
  private var losses: [Loss] = []

  /// - Throws: the error that prevents recovery of the whole journal.
  init(_ content: JournalFolder.Content, _ path: String, kept: String) throws(Diagnostic) {
    (time, self.path, self.kept) = (content.time, path, kept)
    do throws(JournalContents.Failure) {
      contents = try JournalContents(content.bytes)
    } catch {
      switch error {
      case .noJournal: throw Diagnostic(JournalRefusal.noJournal(KeptJournal(path, ending: kept)))
      case .laterVersion(let version): throw Diagnostic(JournalRefusal.laterVersion(path, version))
      }
    }
  }

  mutating func add(_ loss: Loss) { losses.append(loss) }

  /// True if the files are set aside, and not removed, when their edits are no longer needed.
  var isKept: Bool { contents.rest != .nothing || !losses.isEmpty }

  /// Returns the scene's copy from before the journal's edits. A missing copy is no loss while the file is unchanged.
  mutating func base(of folder: JournalFolder, _ number: Int) -> Result<JournalFolder.Copy?, Diagnostic> {
    do throws(Diagnostic) {
      return .success(try folder.copy(folder.base(number), isMarked: contents.isMarked))
    } catch {
      losses.append(.base(error))
      return .failure(error)
    }
  }

  /// Returns true if a scratch can be recovered; else adds a loss.
  mutating func isSound(_ scratch: ScratchRecovery) -> Bool {
    do throws(Diagnostic) {
      try scratch.check()
      return true
    } catch {
      losses.append(.scratch(scratch.name, error))
      return false
    }
  }

  /// Returns the problems with the journal as errors.
  ///
  /// - Parameter isOffered: true if edits can be recovered.
  func problems(isOffered: Bool) -> [Diagnostic] {
    let journal = KeptJournal(path, ending: kept, isOffered: isOffered)
    let rest: [JournalRefusal] = contents.rest == .nothing ? [] : [.unsound(journal, contents)]
    let lost: [JournalRefusal] = losses.map { loss in
      switch loss {
      case .edits(let count, let last): .noScene(journal, edits: count, last: last)
      case .scratch(let name, let error): .lostScratch(name, journal, error.reason)
      case .base(let error): .baseDamaged(journal, error.reason)
      }
    }
    return (rest + lost).map { Diagnostic($0) }
  }
}
