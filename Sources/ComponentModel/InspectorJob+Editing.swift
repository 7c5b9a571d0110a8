internal import JSONText
package import SceneDocument

extension InspectorJob {
  /// Ends a save when the work is cancelled.
  package var saveControl: SaveControl { SaveControl(isCancelled: { self.isCancelled }, commit: commit) }

  /// Throws `cancelled` where the work is cancelled.
  package func check() throws(EditError) {
    if isCancelled { throw .cancelled }
  }
}

extension EditError {
  package static let cancelled = EditError(CancelledRefusal())

  /// Does what a document may refuse.
  package static func wrapping<R>(_ body: () throws(SceneError) -> R) throws(EditError) -> R {
    do throws(SceneError) { return try body() } catch { throw EditError(error) }
  }
}
