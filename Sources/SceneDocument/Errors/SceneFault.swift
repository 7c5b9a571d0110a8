import JSONText

/// An error at an offset, before it is given line, column and excerpt.
struct SceneFault: Error {
  var code: String
  var offset: Int
  var message: String
  var related: Int?

  init(code: String = "scene.format", offset: Int, message: String, related: Int? = nil) {
    self.code = code
    self.offset = offset
    self.message = message
    self.related = related
  }

  init(_ error: JSONSyntaxError) {
    code = error.code
    offset = error.offset
    message = error.description
    if case .duplicateKey(let first) = error.kind { related = first }
  }

  /// An id that an object before has too.
  static func duplicateID(_ id: String, at offset: Int, first: Int) -> SceneFault {
    SceneFault(
      code: "scene.duplicate-id", offset: offset,
      message: "the id '\(id)' is used twice; give one of the two objects another id", related: first)
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
}
