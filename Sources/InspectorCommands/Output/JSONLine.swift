internal import JSONText

/// An object of a JSON document, written member by member, so that what a scene stores can be quoted as it is written: a
/// tree would lose the digits of its numbers.
struct JSONLine {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  mutating func add(_ key: String, _ value: JSON) { add(key, raw: value.text()) }

  /// Adds a member whose value is JSON text already.
  mutating func add(_ key: String, raw text: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    JSONString.append(key, quotedTo: &bytes)
    bytes.append(UInt8(ascii: ":"))
    bytes += Array(text.utf8)
  }

  /// Adds a list, its elements being JSON text already.
  mutating func add(_ key: String, list: [String]) { add(key, raw: "[\(list.joined(separator: ","))]") }

  var text: String { String(decoding: bytes, as: UTF8.self) + "}" }

  /// JSON text in one line, as each record of `--ndjson` is: what a scene stores may have line breaks between its parts.
  static func unbroken(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }
}

/// A document with a list of records, written a record a line as they come. The commas stand before the records, so
/// that a message on the standard error in between begins a line of its own.
final class JSONRecords {
  private let run: CommandRun
  private var isFirst = true

  /// - Parameter head: the members before the list.
  convenience init(_ run: CommandRun, _ head: [(String, JSON)], list: String) {
    var line = JSONLine()
    for (key, value) in head { line.add(key, value) }
    self.init(run, line, list: list)
  }

  /// - Parameter head: an object with the members before the list.
  init(_ run: CommandRun, _ head: JSONLine, list: String) {
    self.run = run
    var line = head
    line.add(list, raw: "[")
    run.context.output.write(String(line.text.dropLast()) + "\n")
  }

  func add(_ record: String) {
    separate()
    run.print(record)
  }

  /// Writes what stands before a record; the caller writes the record.
  func separate() {
    if !isFirst { run.context.output.write(",") }
    isFirst = false
  }

  /// - Parameter tail: the members after the list, their values being JSON text already.
  func finish(_ tail: [(String, String)] = []) {
    var line = JSONLine()
    for (key, text) in tail { line.add(key, raw: text) }
    let members = line.text.dropFirst()
    run.context.output.write(tail.isEmpty ? "]}\n" : "],\(members)\n")
  }
}
