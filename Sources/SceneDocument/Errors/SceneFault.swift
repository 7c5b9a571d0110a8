import JSONText

/// An error at an offset, before it is given line, column and excerpt.
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

  /// The error as people see it.
  func located(in bytes: UnsafeRawBufferPointer, file: String, map: SourceMap? = nil) -> SceneError {
    let map = map ?? SourceMap(bytes)
    let excerpt = SourceExcerpt(bytes, at: offset)
    // A line of nothing shows nothing.
    let isBlank = excerpt.line.allSatisfy { $0 == " " }
    return SceneError(
      reason, file: file, position: map.position(offset), excerpt: isBlank ? nil : excerpt,
      related: related.map(map.position))
  }
}
