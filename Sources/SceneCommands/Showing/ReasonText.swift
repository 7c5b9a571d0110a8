internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

extension ValueExplanation.Reason {
  /// Returns the reason as a sentence, followed by its place in parentheses if it has one.
  ///
  /// - Parameter scene: the name of the scene, to which a place without a file belongs.
  func words(scene: String) -> String {
    let words = TerminalText.escaped(text)
    guard let line, let column else { return words }
    return "\(words)  (\(TerminalText.escaped(file ?? scene)):\(line):\(column))"
  }

  /// The reason as an element of `story` in `inspector-why/1`.
  var record: String {
    var record = JSONLine()
    record.add("kind", .string(kind.rawValue))
    record.add("text", .string(text))
    if let step { record.add("step", .int(step)) }
    if let command { record.add("command", .string(command)) }
    if let cause { record.add("cause", .string(cause)) }
    if let old { record.add("old", raw: old) }
    if let new { record.add("new", raw: new) }
    if let file { record.add("file", .string(FileName.shown(file))) }
    if let line { record.add("line", .int(line)) }
    if let column { record.add("column", .int(column)) }
    return record.text
  }
}
