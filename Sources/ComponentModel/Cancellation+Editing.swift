package import SceneDocument

extension Cancellation {
  /// Ends a save when the work is cancelled.
  package var saveControl: SaveControl { SaveControl(isCancelled: { self.isCancelled }, commit: commit) }

  /// Throws `cancelled` where the work is cancelled.
  package func check() throws(EditError) {
    if isCancelled { throw .cancelled }
  }
}

extension EditError {
  package static let cancelled = EditError(.cancelled)
}
