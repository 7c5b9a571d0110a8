internal import JSONText

extension DescriptionReader {
  /// The drawing of a class without code, as JSON text; nil where there is none.
  mutating func drawing(_ json: JSON, of place: String) -> String? {
    guard let entries = member(json, "drawing", of: place, "a list of entries", \.arrayValue) else { return nil }
    do throws(DrawingError) {
      _ = try DrawingTemplate(.array(entries))
    } catch {
      problems.append("the drawing of \(place) is wrong: \(error)")
    }
    return JSON.array(entries).text()
  }
}
