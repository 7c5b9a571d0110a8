package import JSONText

/// Says why a document could not be saved. The file is as it was.
public struct SaveError: Error, Hashable, Sendable, Refusal, CustomStringConvertible {
  package let reason: AnyRefusal

  /// `io.changed` (the file changed since it was read), `io.locked` (another process is writing it), `io.create` (no new
  /// file can be made there), `io.exists` (one of that name is there, and is not to be replaced), `io.write` or
  /// `cancelled`.
  public var code: DiagnosticCode { reason.code }

  /// The file as it was named.
  public var file: String

  /// The sentence: what happened, then the remedy.
  public var message: String { reason.message }

  package init(_ reason: any Refusal, file: String) {
    self.reason = AnyRefusal(reason)
    self.file = file
  }

  /// The error as people read it: `card.json: no space left on the device; nothing was changed`.
  public var description: String {
    "\(SourceExcerpt.escaped(FileName.shown(file))): \(SourceExcerpt.escaped(FileName.shown(message)))"
  }
}
