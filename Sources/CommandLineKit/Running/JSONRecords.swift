package import JSONText

/// A JSON document with a list of records, each written on its own line as it arrives. The commas precede the records,
/// so that a message on the standard error in between begins on its own line.
package final class JSONRecords {
  private let context: CommandContext
  private var isFirst = true

  /// - Parameter head: the members before the list.
  package convenience init(_ context: CommandContext, _ head: [(String, JSON)], list: String) {
    var line = JSONLine()
    for (key, value) in head { line.add(key, value) }
    self.init(context, line, list: list)
  }

  /// - Parameter head: an object with the members before the list.
  package init(_ context: CommandContext, _ head: JSONLine, list: String) {
    self.context = context
    var line = head
    line.add(list, raw: "[")
    context.write(String(line.text.dropLast()) + "\n")
  }

  package func add(_ record: String) {
    separate()
    context.print(record)
  }

  /// Writes the separator before a record; the caller writes the record.
  package func separate() {
    if !isFirst { context.write(",") }
    isFirst = false
  }

  /// - Parameter tail: the members after the list, with values that are already JSON text.
  package func finish(_ tail: [(String, String)] = []) {
    var line = JSONLine()
    for (key, text) in tail { line.add(key, raw: text) }
    let members = line.text.dropFirst()
    context.write(tail.isEmpty ? "]}\n" : "],\(members)\n")
  }
}
