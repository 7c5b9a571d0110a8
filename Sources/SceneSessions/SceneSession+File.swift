public import SceneDocument

/// What has become of a scene's file since it was read or saved.
public enum SceneFileState {
  /// The file has the content that was read or saved; it may have been touched, or replaced by an equal one.
  case unchanged

  /// Someone else has changed it; this is what it holds now.
  case changed(SceneDocument)
  case missing

  /// Someone else has changed it, to what is no scene.
  case unreadable(SceneError)
}

extension SceneSession {
  /// Whether someone else has changed the scene's file. Where nobody has touched it, that is known within microseconds;
  /// while a saving goes on, which looks for itself, the file counts as unchanged.
  ///
  /// ```swift
  /// if case .changed(let theirs) = session.fileState() {
  ///   session.difference(to: theirs)               // what they did
  ///   try session.takeInFile(theirs)               // take it in; nothing of it where it conflicts
  /// }
  /// ```
  public func fileState() -> SceneFileState {
    lock.withLock {
      if let saving, saving.result == nil { return .unchanged }
      guard document.isFile else { return .unchanged }
      switch document.fileStatus {
      case .same: return .unchanged
      case .missing: return .missing
      case .another: break
      }
      do throws(SceneError) {
        let read = try SceneDocument.load(path: document.name)
        guard savedText.isSame(as: read.snapshot) else { return .changed(read) }
        document.takeFile(of: read, isSame: true)
        return .unchanged
      } catch {
        return .unreadable(error)
      }
    }
  }

  /// What someone else has changed in a file that was the scene's, since it was read or saved last.
  public func difference(to theirs: SceneDocument) throws(EditError) -> SceneDifference {
    try asking { _ throws(EditError) in SceneDifference(try comparison(to: theirs)) }
  }

  /// Finds what someone else has changed in the scene's file, as ``difference(to:)`` does, a piece at a time.
  public func comparison(to theirs: SceneDocument) throws(EditError) -> SceneComparison {
    try asking { _ throws(EditError) in
      SceneComparison(from: try fileDocument(), to: theirs, under: job)
    }
  }

  /// What is changed here since the scene was read or saved last.
  public func unsavedDifference() throws(EditError) -> SceneDifference {
    try asking { _ throws(EditError) in SceneDifference(try unsavedComparison()) }
  }

  /// Finds what is changed here since the scene was read or saved, as ``unsavedDifference()`` does, a piece at a time.
  public func unsavedComparison() throws(EditError) -> SceneComparison {
    try asking { model throws(EditError) in
      SceneComparison(from: try fileDocument(), to: model.document, under: job)
    }
  }

  /// The side whose change stays where the scene and its file were both changed, in two ways.
  public enum ConflictSide: Sendable {
    case ours, theirs
  }

  /// Takes in what someone else has changed in the scene's file, as one step. From then on the scene belongs to the file
  /// as it is, and can be saved.
  ///
  /// - Parameters:
  ///   - side: decides what is changed here, too, and in another way; nil to take nothing in where there is such a
  ///     conflict.
  ///   - warn: is given what hooks warn of.
  /// - Returns: what is changed here, too, and in another way. For `.ours` that stays as it is here, and wins when it is
  ///   saved; else nothing was taken in. For `.theirs` these are conflicts that cannot be decided for the file, such as
  ///   an object that was removed here.
  /// - Throws: where a component refuses what it gets, unless the file holds that already; then nothing is changed.
  @discardableResult public func takeInFile(
    _ theirs: SceneDocument, keeping side: ConflictSide? = nil, warn: (Diagnostic) -> Void = { _ in }
  ) throws(EditError) -> [SceneConflict] {
    try lock.withLock { () throws(EditError) in
      let options = MergeOptions(
        isWhole: side != .ours, prefersTheirs: side == .theirs, isAcceptedThere: true)
      let conflicts = try merge(
        base: try fileDocument(), theirs: theirs, named: "take in changes of the file", options, warn: warn)
      if options.isWhole, !conflicts.isEmpty { return conflicts }
      document.takeFile(of: theirs, isSame: false)
      let text = theirs.snapshot
      savedText = text
      let isSame = document.snapshot.isSame(as: text)
      if isSame {
        steps.beginSaving()
        steps.endSaving()
      } else {
        steps.forgetSaved()
      }
      journal?.rebase(
        on: text, changes: isSame ? nil : document.changes(from: text), name: "edits before the file changed")
      return conflicts
    }
  }

  /// Goes back to what was read or saved last, as one step that can be undone; nil where nothing is modified.
  @discardableResult public func revert() throws(EditError) -> HistoryStep? {
    try lock.withLock { () throws(EditError) in
      let step = try replaceText(with: try fileDocument().bytes(), named: "revert")
      guard step != nil else { return nil }
      savedText = document.snapshot
      steps.beginSaving()
      steps.endSaving()
      return step
    }
  }

  /// The scene as its file held it when it was read or saved last.
  func fileDocument() throws(EditError) -> SceneDocument {
    let isCancelled: ScanWish = { [job] _, _ in job.isCancelled }
    return try EditError.wrapping { () throws(SceneError) in
      try document.document(of: savedText, isCancelled: isCancelled)
    }
  }
}
