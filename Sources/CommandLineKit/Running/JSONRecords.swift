package import JSONText

/// A writer of a JSON document with a list of records. Each record has its own line and is written immediately.
///
/// The comma is written before a record instead of after the previous one, so that a message on the standard error
/// between two records begins on a new line.
package final class JSONRecords {
  private let context: CommandContext
  private var isFirst = true

  /// Writes the start of a document, up to the opening bracket of the list with the key `list`.
  ///
  /// - Parameter head: the members before the list.
  package convenience init(_ context: CommandContext, _ head: [(String, JSON)], list: String) {
    var line = JSONLine()
    for (key, value) in head { line.add(key, value) }
    self.init(context, line, list: list)
  }

  /// Writes the start of a document, up to the opening bracket of the list with the key `list`.
  ///
  /// - Parameter head: an object with the members before the list.
  package init(_ context: CommandContext, _ head: JSONLine, list: String) {
    self.context = context
    var line = head
    line.add(list, raw: "[")
    context.write(String(line.text.dropLast()) + "\n")
  }

  /// Writes a record on a line of its own.
  ///
  /// - Parameter record: the JSON text.
  package func add(_ record: String) {
    separate()
    context.print(record)
  }

  /// Writes the comma before a record, unless it is the first record. The caller then writes the record.
  package func separate() {
    if !isFirst { context.write(",") }
    isFirst = false
  }

  /// Ends the list, writes the remaining members, and ends the document.
  ///
  /// - Parameter tail: the members after the list, with values that are already JSON text.
  package func finish(_ tail: [(String, String)] = []) {
    var line = JSONLine()
    for (key, text) in tail { line.add(key, raw: text) }
    let members = line.text.dropFirst()
    context.write(tail.isEmpty ? "]}\n" : "],\(members)\n")
  }
}
