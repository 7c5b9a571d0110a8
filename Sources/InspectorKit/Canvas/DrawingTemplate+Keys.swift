// The keys of drawings in descriptions, for readers that refuse others.
extension DrawingTemplate {
  /// The keys of an entry of a drawing, with those that only templates have.
  package static let entryKeys =
    ["fill", "stroke", "text", "image", "group"] + DrawingReader.specialKeys
    + ["opacity", "transform", "clip", "shadow", "when", "repeat"]

  /// The keys of the JSON objects that are values of some members of an entry.
  package static let innerKeys = [
    "fill": pathKeys, "stroke": pathKeys, "clip": pathKeys, "shadow": ["color", "offset", "blur"],
  ]

  private static let pathKeys = ["rect", "ellipse", "radius"]

  /// The keys of the JSON objects that stand for computed values, by the key that marks them.
  package static let valueKeys = [
    "property": ["property", "map", "else", "digits"], "object": ["object", "map", "else", "digits"],
    "number": ["number", "digits"],
  ]

  /// The values that numbers may have, by their keys; any for the other keys.
  package static let ranges: [String: ClosedRange<Double>] = [
    "opacity": 0...1, "minimumScaleFactor": 0...1, "size": 0 ... .infinity, "width": 0 ... .infinity,
    "radius": 0 ... .infinity, "miterLimit": 0 ... .infinity, "dash": 0 ... .infinity, "blur": 0 ... .infinity,
    "lineLimit": 0 ... .infinity, "repeat": 0 ... .infinity,
  ]
}
