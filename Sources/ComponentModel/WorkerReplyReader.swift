internal import InspectorKit
internal import JSONText

/// A reader that validates a worker's replies to requests that build objects of one class.
struct WorkerReplyReader {
  let plugin: InstalledPlugin
  let definition: ComponentDefinition

  /// A worker's message about a request.
  enum Reply {
    /// The replies for all objects of the request, in order.
    case rows([BuildReply])
    /// A report that the worker begins a step for the object in a row of the request.
    case step(row: Int, name: String)
    case failure(PluginFailure, row: Int?)
  }

  /// Reads a message. Throws an error if the message is malformed, or if it belongs to a different request.
  ///
  /// - Parameters:
  ///   - due: the id of the next request to be answered.
  ///   - count: the number of rows in that request.
  func read(_ bytes: [UInt8], due: Int, count: Int) throws(PluginFailure) -> Reply {
    do {
      return try bytes.withUnsafeBytes { try read($0, due: due, count: count) }
    } catch let failure as PluginFailure {
      throw failure
    } catch let error as JSONSyntaxError {
      throw .noAnswer(plugin.name, error.wordsOfReply)
    } catch {
      throw .noAnswer(plugin.name, "\(error)")
    }
  }

  private func read(_ bytes: UnsafeRawBufferPointer, due: Int, count: Int) throws -> Reply {
    var reader = JSONReader(bytes, refusesDoubleKeys: true)
    var reply: Reply?
    var id: Int?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if JSONString.equals(key, "id") {
        id = try reader.readInt()
        // The id is checked at once, because the rows of another request may differ in number or class.
        try plugin.check(id, isDue: due)
      } else if JSONString.equals(key, "rows") {
        var rows: [BuildReply] = []
        rows.reserveCapacity(count)
        try reader.beginArray()
        while try reader.nextElement() {
          var text = reader.ahead
          if text.pass("{}") {
            reader.pass(text)
            rows.append(BuildReply())
          } else {
            rows.append(try BuildReply(&reader, of: definition))
          }
        }
        guard rows.count == count else { throw StatedProblem("\(rows.count) rows for \(count)") }
        reply = .rows(rows)
      } else if JSONString.equals(key, "at") {
        let problem = StatedProblem("'at' is [row, step]")
        try reader.beginArray()
        guard try reader.nextElement() else { throw problem }
        let row = try reader.readInt()
        guard try reader.nextElement() else { throw problem }
        reply = .step(row: row, name: PluginText.capped(try reader.readString()))
        guard try !reader.nextElement(), (0..<count).contains(row) else { throw problem }
      } else if JSONString.equals(key, "error") {
        reply = try error(&reader)
      } else {
        try reader.skipValue()
      }
    }
    try reader.end()
    try plugin.check(id, isDue: due)
    guard let reply else { throw StatedProblem("it holds neither 'rows' nor 'error'") }
    return reply
  }

  private func error(_ reader: inout JSONReader) throws -> Reply {
    let raw = try reader.rawValue()
    let json = try JSON.parse(Array(raw))
    let message = PluginText.capped(json["message"]?.stringValue ?? "no reason given")
    guard json["code"]?.stringValue == DiagnosticCode.hookLoop.rawValue else { throw StatedProblem(message) }
    var failure = PluginFailure.ended(plugin.name, message)
    let name = json["property"]?.stringValue.map(PluginText.capped)
    if let name, definition.place(of: name) != nil { failure.property = name } else { failure.step = name }
    return .failure(failure, row: json["row"]?.intValue)
  }
}
