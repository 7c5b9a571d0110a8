public import SceneDocument

/// The state of a scene's file, compared with the text that was last read or saved.
public enum SceneFileState {
  /// The file has the content that was last read or saved, even if it was touched or replaced by an equal file.
  case unchanged

  /// The file was changed by another program; the document has the file's current content.
  case changed(SceneDocument)

  /// The file no longer exists.
  case missing

  /// The file was changed by another program, and is no longer a valid scene.
  case unreadable(SceneError)
}

extension SceneSession {
  /// Returns the state of the scene's file, which another program may have changed. This takes microseconds for an
  /// untouched file. The call waits for a running edit. The result is `unchanged` if the job ends during the wait, and
  /// also during a save, which makes its own check.
  ///
  /// ```swift
  /// if case .changed(let theirs) = session.fileState() {
  ///   try session.difference(to: theirs)           // their changes
  ///   try session.takeInFile(theirs)               // merges all of them, or none if any conflicts
  /// }
  /// ```
  public func fileState() -> SceneFileState {
    let found = lock.withLock(under: job) { () -> SceneFileState in
      if let save = state.saving, save.result == nil { return .unchanged }
      guard document.source.isFile else { return .unchanged }
      switch document.source.fileStatus {
      case .same: return .unchanged
      case .missing: return .missing
      case .another: break
      }
      do throws(SceneError) {
        let read = try SceneDocument.load(path: document.name, of: document.formats)
        guard savedText.isSame(as: read.source.snapshot) else { return .changed(read) }
        document.source.takeFile(of: read.source, isSame: true)
        return .unchanged
      } catch {
        return .unreadable(error)
      }
    }
    return found ?? .unchanged
  }

  /// Returns the changes from the text last read or saved to `theirs`, the file's current content from ``fileState()``.
  ///
  /// - Throws: an error if the job is cancelled or if memory runs out.
  public func difference(to theirs: SceneDocument) throws(Diagnostic) -> SceneDifference {
    try asking { _ throws(Diagnostic) in SceneDifference(try comparison(to: theirs)) }
  }

  /// Compares the text last read or saved with another program's version, as ``difference(to:)`` does, but finds the
  /// differences one by one.
  ///
  /// - Throws: the errors of ``difference(to:)``.
  public func comparison(to theirs: SceneDocument) throws(Diagnostic) -> SceneComparison {
    let saved = savedText
    return try asking { model throws(Diagnostic) in
      SceneComparison(from: try document(of: saved, like: model.document), to: theirs, under: job)
    }
  }

  /// Returns the changes in this session since the scene was last read or saved.
  ///
  /// - Throws: an error if the job is cancelled or if memory runs out.
  public func unsavedDifference() throws(Diagnostic) -> SceneDifference {
    try asking { _ throws(Diagnostic) in SceneDifference(try unsavedComparison()) }
  }

  /// Compares the text last read or saved with the session's text, as ``unsavedDifference()`` does, but finds the
  /// differences one by one.
  ///
  /// - Throws: the errors of ``unsavedDifference()``.
  public func unsavedComparison() throws(Diagnostic) -> SceneComparison { try comparison(since: savedText) }

  /// Compares the session's text with an earlier one, which ``textSnapshot`` returned.
  package func comparison(since text: DocumentSnapshot) throws(Diagnostic) -> SceneComparison {
    try asking { model throws(Diagnostic) in
      SceneComparison(from: try document(of: text, like: model.document), to: model.document.reader(), under: job)
    }
  }

  /// A snapshot of the session's current text.
  package var textSnapshot: DocumentSnapshot { withDocument { $0.shownText } }

  /// The side whose changes win in conflicts between the scene and its file.
  public enum ConflictSide: Sendable {
    case ours, theirs
  }

  /// Merges another program's changes to the scene's file into the session, as one step. The scene is then based on the
  /// file's current state, and can be saved.
  ///
  /// - Parameters:
  ///   - theirs: the file's current content, from ``fileState()``.
  ///   - side: the side that wins a conflict; nil to merge nothing if there is a conflict.
  ///   - warn: receives the warnings of hooks.
  /// - Returns: the conflicts, which are different changes of the same thing. For `.ours`, everything else was merged,
  ///   and this session's changes replace the file's at the next save. For `.theirs`, only conflicts that the file
  ///   cannot win are returned, such as changes to an object that was removed here. If there are conflicts and `side`
  ///   is not `.ours`, nothing was merged.
  /// - Throws: an error if a component refuses a merged value that is not already in the file; then nothing is changed.
  @discardableResult public func takeInFile(
    _ theirs: SceneDocument, keeping side: ConflictSide? = nil, warn: (Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> [SceneConflict] {
    try exclusively { () throws(Diagnostic) in
      let options = MergeOptions(
        isWhole: side != .ours, prefersTheirs: side == .theirs, isAcceptedThere: true, isOfFile: true)
      let conflicts = try merge(
        base: try fileDocument(), theirs: theirs, named: "take in changes of the file", options, warn: warn)
      if options.isWhole, !conflicts.isEmpty { return conflicts }
      document.source.takeFile(of: theirs.source, isSame: false)
      let text = theirs.source.snapshot
      savedText = text
      let isSame = document.source.snapshot.isSame(as: text)
      steps.mark(isSaved: isSame)
      journal?.rebase(
        on: text, changes: isSame ? nil : document.changes(from: text), name: "edits before the file changed")
      return conflicts
    }
  }

  /// Reverts to the state last read or saved, as one step that can be undone; returns nil if nothing was modified.
  ///
  /// - Throws: an error if the job is cancelled or if memory runs out; then nothing is changed.
  @discardableResult public func revert() throws(Diagnostic) -> HistoryStep? {
    try exclusively { () throws(Diagnostic) in
      let step = try replaceText(with: try fileDocument().bytes(), named: "revert")
      guard step != nil else { return nil }
      savedText = document.source.snapshot
      steps.mark(isSaved: true)
      return step
    }
  }

  /// Returns the scene as last read or saved. The caller must hold the edit lock.
  func fileDocument() throws(Diagnostic) -> SceneDocument { try document(of: savedText, like: document) }

  /// Returns a document for one of the scene's texts. The document shares the index of a known document if possible.
  private func document(of text: DocumentSnapshot, like other: SceneDocument) throws(Diagnostic) -> SceneDocument {
    let isCancelled: ScanWish = { [job] _, _ in job.isCancelled }
    return try Diagnostic.wrapping { () throws(SceneError) in
      try other.document(of: text, isCancelled: isCancelled)
    }
  }
}
