internal import InspectorKit
internal import JSONText

// What a component draws.
extension BuildAnswer {
  /// Reads the drawing of a row, with notes of what is left out of it; nil where the row has none.
  static func drawing(of row: JSON) throws(ReplyProblem) -> Result<DisplayList, ReplyProblem>? {
    guard let json = row["drawing"] else { return nil }
    let left = row["left"] ?? .array([])
    let sentences = left.arrayValue?.compactMap(\.stringValue)
    guard let sentences, sentences.count == left.arrayValue?.count else {
      throw ReplyProblem("the answer's 'left' is \(PluginText.capped(left.text())), and no list of sentences")
    }
    do throws(DrawingError) {
      let list = try DisplayList(json: Array(json.text().utf8))
      return .success(DisplayList(entries: list.entries, notes: PluginText.capped(sentences) + list.notes))
    } catch {
      return .failure(ReplyProblem(PluginText.capped(error.description)))
    }
  }

  /// The first value that drawing left different, as JSON; nil where there is none, or the worker reports no steps.
  func drawingWrite(of definition: ComponentDefinition) -> (name: String, text: String)? {
    let steps = lifecycle.filter { $0["step"]?.stringValue == "draw" && $0["set"] == nil }
    for member in steps.flatMap({ $0["writes"]?.objectValue ?? [] }) {
      // A number that is not finite differs from itself; the law `limits` has a finding of it.
      if member.value == .null, definition.property(named: member.key)?.isOptional != true { continue }
      return (member.key, PluginText.capped(member.value.text()))
    }
    return nil
  }
}
