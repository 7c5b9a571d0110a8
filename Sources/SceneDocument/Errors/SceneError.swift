package import JSONText

/// An error or warning about a file, with its position, message and remedy.
///
/// Its description is the text for the user:
///
/// ```
/// scene.json:3:12: expected a value, found ']'; remove the ',' before it
///     "tags": [1,]
///                ^
/// ```
public struct SceneError: Error, Hashable, Sendable, Refusal {
  package var reason: AnyRefusal

  /// The stable code. Errors of reading and editing have `json.syntax`, `json.utf8`, `json.duplicate-key`,
  /// `json.limit`, `scene.format`, `scene.duplicate-id`, `scene.reserved`, `unknown.key`, `edit.value`,
  /// `edit.structure`, `edit.order`, `io.open`, `io.read` or `io.changed`. Errors of saving have `io.changed` (the file
  /// changed since it was read), `io.locked` (another process is writing it), `io.create` (a new file cannot be created
  /// there), `io.exists` (a file of that name exists) or `io.write`. Any of these operations can also fail with
  /// `cancelled`.
  public var code: DiagnosticCode { reason.code }

  /// The path of the file as given when it was opened, or the name of a text that has no file.
  public var file: String

  /// The position of the error; nil if it concerns the file as a whole.
  public var position: SourcePosition?

  /// The message without file or position: the fault, then the remedy.
  public var message: String { reason.message }

  /// The line of the source, made safe for a terminal, and the line with the caret below it; nil if there is no
  /// position, or if the line is blank.
  public var excerpt: SourceExcerpt?

  /// A second position that the message refers to, such as that of the first of two equal keys; nil if there is none.
  public var related: SourcePosition?

  /// Further errors in the text, in source order; empty unless all errors were searched for. A syntax error ends the
  /// search.
  public var others: [SceneError] = []

  package init(_ reason: any Refusal, file: String) { (self.reason, self.file) = (AnyRefusal(reason), file) }

  /// The line, counted from 1; nil if the error has no position.
  public var line: Int? { position?.line }

  /// The column, counted from 1, in Unicode scalars; nil if the error has no position.
  public var column: Int? { position?.column }
}

extension SceneError: CustomStringConvertible {
  /// The message with file and position: `scene.json:3:12: expected a value, …`.
  public var headline: String {
    let file = SourceExcerpt.escaped(FileName.shown(file))
    let place = position.map { "\(file):\($0)" } ?? file
    let other = related.map { "; the first is at \(file):\($0)" } ?? ""
    return "\(place): \(SourceExcerpt.escaped(FileName.shown(message)))\(other)"
  }

  /// The headline, followed by the source line with a caret if there is an excerpt.
  public var description: String {
    guard let excerpt else { return headline }
    return "\(headline)\n    \(excerpt.line)\n    \(excerpt.caretLine)"
  }
}

/// An error at an offset of a text, before its line, column and excerpt are computed.
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

  /// Returns the error with its line, column and excerpt.
  func located(in bytes: UnsafeRawBufferPointer, file: String, map: SourceMap? = nil) -> SceneError {
    let map = map ?? SourceMap(bytes)
    let excerpt = SourceExcerpt(bytes, at: offset)
    var error = SceneError(reason, file: file)
    (error.position, error.related) = (map.position(offset), related.map(map.position))
    // A blank line is useless as an excerpt.
    if !excerpt.line.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) { error.excerpt = excerpt }
    return error
  }
}

// Errors about files that are not scenes, such as scripts.
extension SceneError {
  /// Returns an error about an offset in a text that is not a scene, such as a script.
  package static func about(_ text: [UInt8], at offset: Int, file: String, _ reason: any Refusal) -> SceneError {
    text.withUnsafeBytes { SceneFault(reason, at: offset).located(in: $0, file: file) }
  }

  /// Returns the first syntax error of a text that must be JSON; nil if the text is valid.
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
