package import JSONText

/// An error in a document or file, with its place and remedy.
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
  /// `scene.duplicate-id`, `scene.reserved`, `unknown.key`, `edit.value`, `io.open` or `io.read`;
  /// of saving `io.changed` (the file changed since it was read), `io.locked` (another process is writing it), `io.create` (no
  /// new file can be made there), `io.exists` (a file of that name exists, and is not to be replaced) or `io.write`;
  /// `cancelled` of both.
  public var code: DiagnosticCode { reason.code }

  /// The file's path as given when it was opened.
  public var file: String

  /// The place, or nil if the error is about the file as a whole.
  public var position: SourcePosition?

  /// The message: the finding, then the remedy.
  public var message: String { reason.message }

  /// The line of the source, made safe for a terminal, and the column of the caret in it (counted from 0).
  public var excerpt: SourceExcerpt?

  /// The second relevant place, such as that of the first of two equal keys.
  public var related: SourcePosition?

  /// Further errors in the text, in source order, if all were searched for; a syntax error ends the search.
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

  /// The line, counted from 1.
  public var line: Int? { position?.line }

  /// The column, counted from 1, in Unicode scalars.
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

  /// The headline, and below it the source line with a caret, if there is an excerpt.
  public var description: String {
    guard let excerpt else { return headline }
    return "\(headline)\n    \(excerpt.line)\n    \(excerpt.caretLine)"
  }
}

/// An error at an offset, before line, column and excerpt are known.
struct SceneFault: Error {
  let reason: AnyRefusal
  var offset: Int
  var related: Int?

  init(_ reason: any Refusal, at offset: Int, related: Int? = nil) {
    self.reason = AnyRefusal(reason)
    self.offset = offset
    self.related = related
  }

  init(_ error: JSONSyntaxError) {
    self.init(error, at: error.offset)
    if case .duplicateKey(let first) = error.kind { related = first }
  }

  /// Returns the error with line, column and excerpt.
  func located(in bytes: UnsafeRawBufferPointer, file: String, map: SourceMap? = nil) -> SceneError {
    let map = map ?? SourceMap(bytes)
    let excerpt = SourceExcerpt(bytes, at: offset)
    // A blank line is no use as an excerpt.
    let isBlank = excerpt.line.allSatisfy { $0 == " " }
    return SceneError(
      reason, file: file, position: map.position(offset), excerpt: isBlank ? nil : excerpt,
      related: related.map(map.position))
  }
}

// Files that are not scenes, but are read with the same care and reported in the same words.
extension SceneError {
  /// Returns an error about a place in a text that is not a scene, such as a script.
  package static func about(_ text: [UInt8], at offset: Int, file: String, _ reason: any Refusal) -> SceneError {
    text.withUnsafeBytes { SceneFault(reason, at: offset).located(in: $0, file: file) }
  }

  /// Returns the syntax error of a text that should be JSON; nil if it is valid.
  package static func syntaxError(in text: [UInt8], file: String) -> SceneError? {
    text.withUnsafeBytes { bytes in
      do throws(JSONSyntaxError) {
        try JSONSyntax.validate(bytes)
        return nil
      } catch {
        return SceneFault(error).located(in: bytes, file: file)
      }
    }
  }
}
