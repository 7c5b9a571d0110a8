package import CommandLineKit
package import JSONText
package import SceneSessions

/// The outcome of an edit on one scene.
package struct EditOutcome {
  package var scene: String
  package var result: EditResult?
  package var failure: Diagnostic?
  package var isWritten = false

  /// The path to which the edited scene was written; nil if it is the scene's own file. `-` is the standard output.
  package var output: String?

  /// True if the exit code reports whether the scene differs, as POSIX `diff` does.
  package var countsDifferences = false

  /// The reason that the edit matched nothing in this scene, if the command has several scenes; `nil` otherwise.
  package private(set) var foundNothing: AnyRefusal?

  /// The error for a name in the edit that is unknown in this scene; `nil` if all names are known. The error is
  /// reported once, at the end, and only if no scene of the command knows the name.
  package private(set) var unknownName: Diagnostic?

  /// The text of the changes, if they are too many for `result`; `nil` if `result` contains the changes.
  package var listing: ChangeListing?

  /// The number of scenes that use the changed objects, for an edit of a template's document; `nil` for any other edit.
  package var users: DocumentUsers?

  package init(
    scene: String, result: EditResult, listing: ChangeListing? = nil, isWritten: Bool = false,
    output: String? = nil, foundNothing: AnyRefusal? = nil, unknownName: Diagnostic? = nil
  ) {
    (self.scene, self.result, self.listing) = (scene, result, listing)
    (self.isWritten, self.output) = (isWritten, output)
    (self.foundNothing, self.unknownName) = (foundNothing, unknownName)
  }

  /// True if the command edits several scenes, and the edit matched nothing in this one.
  package var isUnmatched: Bool { foundNothing != nil || unknownName != nil }

  package init(scene: String, failure: Diagnostic) {
    self.scene = scene
    self.failure = failure
  }

  package var status: ExitStatus {
    if let failure { return ExitStatus(failure).counting(differences: countsDifferences) }
    if result?.skipped.isEmpty == false { return .findings.counting(differences: countsDifferences) }
    return countsDifferences && result?.hasNewText == true ? .findings : .done
  }
}

/// The number of scenes that use a document.
package struct DocumentUsers: Sendable {
  package var scenes = 0

  /// The number of scenes that cannot be read; these may also use the document.
  package var unread = 0

  package init() {}

  /// The numbers as text, such as `2 scenes use it`.
  var words: String {
    let unread = unread == 0 ? "" : " (\(pluralised(unread, "scene")) could not be read)"
    return (scenes == 0 ? "no scene uses it" : "\(pluralised(scenes, "scene")) \(scenes == 1 ? "uses" : "use") it")
      + unread
  }
}

/// A receiver of edit outcomes that prints them as text or JSON.
package protocol EditReport: AnyObject {
  /// Creates a listing that accepts the changes of one scene, on any thread; `nil` if the report does not show single
  /// changes.
  func listing() -> ChangeListing?

  /// Reports the outcome of one scene, or adds it to the report.
  func add(_ outcome: EditOutcome)

  /// Reports all later outcomes as edits that were not written.
  func withhold()

  /// Ends the report.
  ///
  /// - Parameters:
  ///   - left: the number of scenes that were not processed because the work ended early.
  ///   - failure: the failure of the edit as a whole, which is not the fault of one scene; `nil` for none.
  ///   - status: the exit status of the command.
  func finish(left: Int, _ failure: Diagnostic?, _ status: ExitStatus)
}

extension EditResult {
  /// True if the edit changes the text of the scene's file.
  package var hasNewText: Bool {
    changed > 0 || followed > 0 || !structure.isEmpty || colors.contains(where: \.isChanged)
  }
}
