internal import JSONText

/// Says what is wrong with a document or file, where, and what to do about it.
///
/// Its description is what a person reads:
///
/// ```
/// scene.json:3:12: expected a value, found ']'; remove the ',' before it
///     "tags": [1,]
///                ^
/// ```
public struct SceneError: Error, Hashable, Sendable {
  /// The stable code: `json.syntax`, `json.utf8`, `json.duplicate-key`, `json.limit`, `scene.format`,
  /// `scene.duplicate-id`, `scene.reserved`, `unknown.key`, `edit.value`, `io.open`, `io.read`,
  /// `io.changed` or `cancelled`.
  public var code: DiagnosticCode

  /// The file as it was named when it was opened.
  public var file: String

  /// The place, or nil where the error is about the file as a whole.
  public var position: SourcePosition?

  /// The sentence: what was found, then the remedy.
  public var message: String

  /// The line of the source made fit for a terminal, and the column of the caret in it (counted from 0).
  public var excerpt: SourceExcerpt?

  /// The other place that matters, such as that of the first of two equal keys.
  public var related: SourcePosition?

  /// What else is wrong with the text, where all of that was looked for, in the order of the places; a syntax error ends
  /// the search.
  public var others: [SceneError] = []

  /// An error with a code and a sentence, and its place where it has one.
  public init(
    code: DiagnosticCode, file: String, position: SourcePosition? = nil, message: String, excerpt: SourceExcerpt? = nil,
    related: SourcePosition? = nil
  ) {
    self.code = code
    self.file = file
    self.position = position
    self.message = message
    self.excerpt = excerpt
    self.related = related
  }

  init(_ refusal: Refusal, file: String) {
    self.init(code: refusal.code, file: file, message: refusal.message)
  }

  /// A file cannot be held for writing, so it is not read either.
  package init(_ error: SaveError, file: String) {
    self.init(code: error.code, file: file, message: error.message)
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
