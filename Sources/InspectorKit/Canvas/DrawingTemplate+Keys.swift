// The keys of drawings in plugin descriptions, for readers that refuse unknown keys.
extension DrawingTemplate {
  /// The keys that an entry of a drawing template accepts.
  package static let entryKeys =
    ["fill", "stroke", "text", "image", "group"] + DrawingReader.specialKeys
    + ["opacity", "transform", "clip", "shadow", "when", "repeat"]

  /// The keys of the JSON objects inside an entry, by the key of the member that contains the object.
  package static let innerKeys = [
    "fill": pathKeys, "stroke": pathKeys, "clip": pathKeys, "shadow": ["color", "offset", "blur"],
  ]

  private static let pathKeys = ["rect", "ellipse", "radius"]

  /// The keys of the JSON objects that compute a value, by the key that identifies the kind of object.
  package static let valueKeys = [
    "property": ["property", "map", "else", "digits"], "object": ["object", "map", "else", "digits"],
    "number": ["number", "digits"],
  ]

  /// The allowed ranges of numbers, by key; a number with any other key is unrestricted.
  package static let ranges: [String: ClosedRange<Double>] = [
    "opacity": 0...1, "minimumScaleFactor": 0...1, "size": 0 ... .infinity, "width": 0 ... .infinity,
    "radius": 0 ... .infinity, "miterLimit": 0 ... .infinity, "dash": 0 ... .infinity, "blur": 0 ... .infinity,
    "lineLimit": 0 ... .infinity, "repeat": 0 ... .infinity,
  ]
}
