package import JSONText

/// Says what is wrong with a document or file, where, and what to do about it.
///
/// Its description is what a person reads:
///
/// ```
/// scene.json:3:12: expected a value, found ']'; remove the ',' before it
///     "tags": [1,]
///                ^
/// ```
public struct SceneError: Error, Hashable, Sendable, Refusal {
  package var reason: AnyRefusal

  /// The stable code: `json.syntax`, `json.utf8`, `json.duplicate-key`, `json.limit`, `scene.format`,
  /// `scene.duplicate-id`, `scene.reserved`, `unknown.key`, `edit.value`, `io.open`, `io.read`,
  /// `io.changed` or `cancelled`.
  public var code: DiagnosticCode { reason.code }

  /// The file as it was named when it was opened.
  public var file: String

  /// The place, or nil where the error is about the file as a whole.
  public var position: SourcePosition?

  /// The sentence: what was found, then the remedy.
  public var message: String { reason.message }

  /// The line of the source made fit for a terminal, and the column of the caret in it (counted from 0).
  public var excerpt: SourceExcerpt?

  /// The other place that matters, such as that of the first of two equal keys.
  public var related: SourcePosition?

  /// What else is wrong with the text, where all of that was looked for, in the order of the places; a syntax error ends
  /// the search.
  public var others: [SceneError] = []

  package init(
    _ reason: any Refusal, file: String, position: SourcePosition? = nil, excerpt: SourceExcerpt? = nil,
    related: SourcePosition? = nil
  ) {
    self.reason = AnyRefusal(reason)
    self.file = file
    self.position = position
    self.excerpt = excerpt
    self.related = related
  }

  /// Line, counted from 1.
  public var line: Int? { position?.line }

  /// Column, counted from 1, in Unicode scalars.
  public var column: Int? { position?.column }
}

extension SceneError: CustomStringConvertible {
  /// The message with its place: `scene.json:3:12: expected a value, …`.
  public var headline: String {
    let file = SourceExcerpt.escaped(FileName.shown(file))
    let place = position.map { "\(file):\($0)" } ?? file
    let other = related.map { "; the first is at \(file):\($0)" } ?? ""
    return "\(place): \(SourceExcerpt.escaped(FileName.shown(message)))\(other)"
  }

  /// The headline, and below it the source line with a caret, where there is an excerpt.
  public var description: String {
    guard let excerpt else { return headline }
    return "\(headline)\n    \(excerpt.line)\n    \(excerpt.caretLine)"
  }
}
