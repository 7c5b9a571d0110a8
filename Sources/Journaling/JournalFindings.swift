/// The result of reading one journal: its contents, and the problems of the journal and its copies of the scene.
struct JournalFindings {
  let contents: JournalContents
  let time: Int
  /// The suffix for the names of files that are set aside.
  let kept: String

  private let path: String

  /// The parts that cannot be recovered although their records are sound. Each becomes an error with the name of the
  /// journal that is set aside.
  private var losses: [(KeptJournal) -> JournalRefusal] = []

  /// Reads the records of a journal file.
  ///
  /// - Throws: an error if no part of the journal can be recovered.
  init(_ content: (bytes: [UInt8], time: Int), _ path: String, kept: String) throws(Diagnostic) {
    (time, self.path, self.kept) = (content.time, path, kept)
    do throws(JournalContents.Failure) {
      contents = try JournalContents(content.bytes)
    } catch {
      switch error {
      case .noJournal: throw Diagnostic(JournalRefusal.noJournal(KeptJournal(path: path, ending: kept)))
      case .laterVersion(let version): throw Diagnostic(JournalRefusal.laterVersion(path, version))
      }
    }
  }

  mutating func add(_ loss: @escaping (KeptJournal) -> JournalRefusal) { losses.append(loss) }

  /// True if the files are set aside instead of removed once their edits are no longer needed.
  var isKept: Bool { contents.rest != nil || !losses.isEmpty }

  /// Returns the copy of the scene from before the journal's edits, or nil if there is no copy. A missing copy is no
  /// loss while the scene's file is unchanged. If the copy is damaged, returns the error and adds a loss.
  mutating func base(of folder: JournalFolder, _ number: Int) -> Result<JournalFolder.Copy?, Diagnostic> {
    do throws(Diagnostic) {
      return .success(try folder.copy(folder.base(number), isMarked: contents.isMarked))
    } catch {
      losses.append { .baseDamaged($0, error.reason) }
      return .failure(error)
    }
  }

  /// Returns true if a scratch can be recovered; otherwise returns false and adds a loss.
  mutating func isSound(_ scratch: ScratchRecovery) -> Bool {
    do throws(Diagnostic) {
      try scratch.check()
      return true
    } catch {
      losses.append { .lostScratch(scratch.name, $0, error.reason) }
      return false
    }
  }

  /// Returns the problems with the journal as errors.
  ///
  /// - Parameter isOffered: true if edits can be recovered.
  func problems(isOffered: Bool) -> [Diagnostic] {
    let journal = KeptJournal(path: path, ending: kept, isOffered: isOffered)
    let rest: [JournalRefusal] = contents.rest == nil ? [] : [.unsound(journal, contents)]
    return (rest + losses.map { $0(journal) }).map { Diagnostic($0) }
  }
}
