import CRsvg

/// A search for fonts by the rules of drawing.
enum FontSearch {
  /// Returns true if the family itself is installed, and not only a substitute.
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
