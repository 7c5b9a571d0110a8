internal import JSONText

extension PlacedJSON {
  /// A colour's JSON text as a palette's request has it: the text of a string, and all else as it stands.
  package static func typed(_ json: String) -> String {
    (try? PlacedJSON(Array(json.utf8)))?.string ?? json
  }
}
