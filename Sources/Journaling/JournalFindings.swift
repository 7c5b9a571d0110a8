/// What is found in reading one journal: its contents, and what of it and its copies is not sound.
struct JournalFindings {
  /// What of the journal cannot be recovered though its records are sound.
  enum Loss {
    /// This many edits at the end make no scene.
    case edits(Int, last: String?)
    case scratch(String, JournalError)
    case base(JournalError)
  }

  let contents: JournalContents
  let time: Int
  /// The end of the names under which the files are kept.
  let kept: String

  private let path: String
  private var losses: [Loss] = []

  /// - Throws: what keeps the whole journal from being recovered.
  init(_ content: JournalFolder.Content, _ path: String, kept: String) throws(JournalError) {
    (time, self.path, self.kept) = (content.time, path, kept)
    do throws(JournalContents.Failure) {
      contents = try JournalContents(content.bytes)
    } catch {
      switch error {
      case .noJournal: throw JournalError(.noJournal(KeptJournal(path, ending: kept)))
      case .laterVersion(let version): throw JournalError(.laterVersion(path, version))
      }
    }
  }

  mutating func add(_ loss: Loss) { losses.append(loss) }

  /// Whether the files are kept when their edits are no longer needed.
  var isKept: Bool { contents.rest != .nothing || !losses.isEmpty }

  /// The copy of the scene as the edits found it; a missing one is no loss while the file is as it was.
  mutating func base(of folder: JournalFolder, _ number: Int) -> Result<JournalFolder.Copy?, JournalError> {
    do throws(JournalError) {
      return .success(try folder.copy(folder.base(number), isMarked: contents.isMarked))
    } catch {
      losses.append(.base(error))
      return .failure(error)
    }
  }

  /// Whether a scratch can be recovered.
  mutating func isSound(_ scratch: ScratchRecovery) -> Bool {
    do throws(JournalError) {
      try scratch.check()
      return true
    } catch {
      losses.append(.scratch(scratch.name, error))
      return false
    }
  }

  /// - Parameter isOffered: whether edits can be recovered.
  func problems(isOffered: Bool) -> [JournalError] {
    let journal = KeptJournal(path, ending: kept, isOffered: isOffered)
    let rest: [JournalRefusal] = contents.rest == .nothing ? [] : [.unsound(journal, contents)]
    let lost: [JournalRefusal] = losses.map { loss in
      switch loss {
      case .edits(let count, let last): .noScene(journal, edits: count, last: last)
      case .scratch(let name, let error): .lostScratch(name, journal, error.reason)
      case .base(let error): .baseDamaged(journal, error.reason)
      }
    }
    return (rest + lost).map { JournalError($0) }
  }
}
