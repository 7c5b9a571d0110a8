import JSONText

/// An error at an offset, before it is given line, column and excerpt.
struct SceneFault: Error {
  var code: DiagnosticCode
  var offset: Int
  var message: String
  var related: Int?

  init(_ refusal: Refusal, at offset: Int, related: Int? = nil) {
    self.init(code: refusal.code, offset: offset, message: refusal.message)
    self.related = related
  }

  init(code: DiagnosticCode, offset: Int, message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  init(_ error: JSONSyntaxError) {
    code = error.code
    offset = error.offset
    message = error.description
    if case .duplicateKey(let first) = error.kind { related = first }
  }

  /// The error as people see it.
  func located(in bytes: UnsafeRawBufferPointer, file: String, map: SourceMap? = nil) -> SceneError {
    let map = map ?? SourceMap(bytes)
    let excerpt = SourceExcerpt(bytes, at: offset)
    // A line of nothing shows nothing.
    let isBlank = excerpt.line.allSatisfy { $0 == " " }
    return SceneError(
      code: code, file: file, position: map.position(offset), message: message, excerpt: isBlank ? nil : excerpt,
      related: related.map(map.position))
  }

  /// The error without its place, which is in a text that nobody sees.
  ///
  /// - Parameter work: what was done with that text.
  func unlocated(file: String, _ work: Work? = nil) -> SceneError {
    SceneError(code: code, file: file, message: (work.map { "\($0.rawValue): " } ?? "") + message)
  }

  enum Work: String {
    case edit = "the edit is refused"
    case undo = "the edit cannot be undone"
    case former = "the former scene cannot be read"
    case insertion = "the object to insert"
  }
}
