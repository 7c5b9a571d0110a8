package import CommandLineKit
package import SceneSessions

/// What an edit did to one scene.
package struct EditOutcome {
  package var scene: String
  package var result: EditResult?
  package var failure: CommandFailure?
  package var isWritten = false

  /// True if the exit code says whether the scene differs, as that of POSIX `diff` does.
  package var countsDifferences = false

  /// Whether it is one of many, and has nothing that the edit is about.
  package private(set) var isUnmatched = false

  /// The refusal of a name of the edit that no scene of the run has.
  package private(set) var unknownName: CommandFailure?

  /// Changes that are not in the result, since there may be very many of them.
  package var listing: ChangeListing?

  package init(scene: String, result: EditResult, listing: ChangeListing? = nil, isWritten: Bool = false) {
    self.scene = scene
    self.result = result
    self.listing = listing
    self.isWritten = isWritten
  }

  /// A scene of many that has nothing that the edit is about.
  package init(
    unmatched scene: String, _ result: EditResult, unknownName: CommandFailure? = nil, listing: ChangeListing?
  ) {
    self.init(scene: scene, result: result, listing: listing)
    (isUnmatched, self.unknownName) = (true, unknownName)
  }

  package init(scene: String, failure: CommandFailure) {
    self.scene = scene
    self.failure = failure
  }

  package var status: ExitStatus {
    if let failure { return failure.status.counting(differences: countsDifferences) }
    if result?.skipped.isEmpty == false { return .findings.counting(differences: countsDifferences) }
    return countsDifferences && result?.hasNewText == true ? .findings : .done
  }
}

/// Where outcomes go, as text or JSON.
package protocol EditReport: AnyObject {
  /// Makes a listing that takes a scene's changes one by one, on any thread; nil where single changes are not reported.
  func listing() -> ChangeListing?

  func add(_ outcome: EditOutcome)

  /// - Parameters:
  ///   - left: how many scenes nothing was done with, since the work ended before.
  ///   - failure: what the edit as a whole failed by, no scene being at fault.
  ///   - status: what the command ends with.
  func finish(left: Int, _ failure: CommandFailure?, _ status: ExitStatus)
}

extension EditResult {
  /// Whether the scene's bytes are others now.
  package var hasNewText: Bool { changed > 0 || !structure.isEmpty || colors.contains(where: \.isChanged) }
}
