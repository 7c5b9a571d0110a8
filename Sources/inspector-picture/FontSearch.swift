import CRsvg

/// Looks for fonts as drawing will.
enum FontSearch {
  /// Whether a family is installed, and not another one that stands in for it.
  static func finds(_ family: String) -> Bool {
    guard let pattern = FcPatternCreate() else { return false }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, family)
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let found = FcFontMatch(nil, pattern, &result) else { return false }
    defer { FcPatternDestroy(found) }
    var name: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(found, FC_FAMILY, 0, &name) == FcResultMatch, let name else { return false }
    return String(cString: name) == family
  }
}
