internal import InspectorKit
internal import JSONText

/// Builds many components of one class in one mode: rows are gathered into batches, batches are under way while the
/// next is gathered, and answers are handed out in the order of the rows.
///
/// A plugin that ends or hangs costs the object that it was working on, which is named, and no other.
package final class BuildRun<Key>: QueuedRun {
  private struct Batch {
    /// Of the request under way.
    var id = 0
    var keys: [Key] = []
    var rows: [UInt8] = []
    var ends: [Int] = []
  }

  package let plugin: InstalledPlugin
  package let header: ComponentRequest
  private let queue: BuildQueue
  private let answer: (Key, BuildReply) -> Void
  @exclusivity(unchecked) private var gathered = Batch()
  private var underWay: [Batch] = []
  private var failures = 0

  /// A check fills the batches of many classes at the same time, and its worker should not wait for that.
  private static var batchBytes: Int { 32768 }
  /// The number of ends after which the plugin is not started again for this run.
  private let failureLimit: Int
  private var hangs = 0

  /// Each hang takes as long as the limit, so few of them are waited for.
  private var isGivenUp: Bool { failures >= failureLimit || hangs >= 3 }

  /// - Parameters:
  ///   - queue: the batches under way at the plugin, where several runs go on side by side.
  ///   - failureLimit: after how many crashes the plugin is not started again for this run.
  package init(
    _ plugin: InstalledPlugin, _ header: ComponentRequest, queue: BuildQueue = BuildQueue(), failureLimit: Int = 3,
    answer: @escaping (Key, BuildReply) -> Void
  ) {
    self.failureLimit = failureLimit
    hang = header.suspicion?.kind == .timeout ? header.suspicion : nil
    self.plugin = plugin
    self.queue = queue
    self.header = header
    self.answer = answer
  }

  /// Whether the run was cancelled: nothing more is sent then, and the missing answers stay out.
  package private(set) var isCancelled = false

  /// Adds an object; `write` appends its row, `[…]`, and gives the key that its answer comes with.
  package func add(write: (inout [UInt8]) -> Key) {
    let former = gathered.rows.count
    if !gathered.keys.isEmpty { gathered.rows.append(UInt8(ascii: ",")) }
    let start = gathered.rows.count
    gathered.keys.append(write(&gathered.rows))
    gathered.ends.append(gathered.rows.count)
    if gathered.rows.count - start > Self.largeRow { return flush(largeRow: start, behind: former) }
    if gathered.rows.count >= Self.batchBytes { flush() }
  }

  /// A row that goes alone, so that a message is as large as its largest row and not larger.
  private static var largeRow: Int { 1 << 20 }

  /// Sends the last row by itself; one that no message can hold is answered with the reason instead.
  private func flush(largeRow start: Int, behind former: Int) {
    guard let key = gathered.keys.popLast() else { return }
    let row = Array(gathered.rows[start...])
    gathered.ends.removeLast()
    gathered.rows.removeLast(gathered.rows.count - former)
    flush()
    let size = request(id: .max, rows: [], isTraced: false).count + row.count
    guard size > WorkerProtocol.messageLimit else {
      (gathered.keys, gathered.rows, gathered.ends) = ([key], row, [row.count])
      return flush()
    }
    // Answers come in the order of the rows.
    while !underWay.isEmpty { queue.takeOne() }
    guard !isCancelled else { return }
    var failure = PluginFailure.tooLarge(plugin.name, bytes: row.count)
    failure.property = largestCell(of: row)
    answer(key, BuildReply(failure: failure))
  }

  /// The property whose value is the largest of a row.
  private func largestCell(of row: [UInt8]) -> String? {
    let names = header.definition.properties.map(\.name) + header.edits
    var largest = (name: String?.none, count: 0)
    row.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      guard (try? reader.beginArray()) != nil else { return }
      for name in names {
        guard (try? reader.nextElement()) == true, let count = try? reader.rawValue().count else { return }
        if count > largest.count { largest = (name, count) }
      }
    }
    return largest.name
  }

  /// Sends what is left and waits for all answers.
  package func finish() {
    flush()
    while !underWay.isEmpty { queue.takeOne() }
  }

  private func flush() {
    guard !gathered.keys.isEmpty else { return }
    var batch = gathered
    gathered = Batch()
    gathered.rows.reserveCapacity(Self.batchBytes + 4096)
    if plugin.cancellation.isCancelled { isCancelled = true }
    guard !isCancelled else { return }
    guard !isGivenUp else { return giveUp(batch) }
    plugin.cancellation.progress.ask(batch.keys.count)
    guard header.suspicion == nil else { return recover(batch) }
    do throws(PluginFailure) {
      batch.id = try plugin.send { request(id: $0, rows: batch.rows[...], isTraced: false) }
      underWay.append(batch)
    } catch {
      underWay.append(batch)
      queue.add(self)
      return queue.recover(after: error)
    }
    queue.add(self)
  }

  package func takeOldest() {
    do throws(PluginFailure) {
      let answers = try answers(to: underWay[0].id, underWay[0].keys.count)
      let batch = underWay.removeFirst()
      // `zip` of a generic array looks its type up for each element.
      for row in answers.indices { answer(batch.keys[row], answers[row]) }
      plugin.cancellation.progress.answer(answers.count)
    } catch {
      queue.recover(after: error)
    }
  }

  private func request(id: Int, rows: ArraySlice<UInt8>, isTraced: Bool) -> [UInt8] {
    func list(_ names: [String]) -> String { JSON.array(names.map(JSON.string)).text() }
    var text =
      "{\"id\":\(id),\"build\":{\"class\":\(JSON.string(header.definition.name).text()),\"mode\":\"\(header.mode.rawValue)\""
    text += ",\"properties\":\(list(header.definition.properties.map(\.name))),\"edits\":\(list(header.edits))"
    if header.isUndo { text += ",\"cause\":\"undo\"" }
    if !header.wantsBefore { text += ",\"before\":false" }
    if header.wantsLifecycle { text += ",\"lifecycle\":true" }
    text +=
      ",\"parent\":\(list(header.definition.readsParent)),\"trace\":\(isTraced),\"validate\":\(header.validates),\"rows\":["
    var bytes = Array(text.utf8)
    bytes.reserveCapacity(bytes.count + rows.count + 3)
    bytes += rows
    bytes += Array("]}}".utf8)
    return bytes
  }

  // MARK: replies

  private enum Reply {
    case rows([BuildReply])
    case step(row: Int, name: String)
    case failure(PluginFailure, row: Int?)
  }

  private func answers(to id: Int, _ count: Int) throws(PluginFailure) -> [BuildReply] {
    switch try reply(to: id, count) {
    case .rows(let rows): return rows
    case .failure(let failure, _): throw failure
    case .step: throw .unwantedProgress(plugin.name)
    }
  }

  private func reply(to due: Int, _ count: Int, within limit: Duration? = nil) throws(PluginFailure) -> Reply {
    let bytes = try plugin.receive(within: limit)
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
    var reader = JSONReader(bytes)
    var reply: Reply?
    var id: Int?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if JSONString.equals(key, "id") {
        id = try reader.readInt()
        // At once: the rows of another request may be of another number, or of another class.
        try plugin.check(id, isDue: due)
      } else if JSONString.equals(key, "rows") {
        var rows: [BuildReply] = []
        rows.reserveCapacity(count)
        // Copied once: it is large.
        let definition = header.definition
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
        guard rows.count == count else { throw WorkerProtocolError("\(rows.count) rows for \(count)") }
        reply = .rows(rows)
      } else if JSONString.equals(key, "at") {
        try reader.beginArray()
        guard try reader.nextElement() else { throw WorkerProtocolError("'at' is [row, step]") }
        let row = try reader.readInt()
        guard try reader.nextElement() else { throw WorkerProtocolError("'at' is [row, step]") }
        reply = .step(row: row, name: PluginText.capped(try reader.readString()))
        guard try !reader.nextElement(), (0..<count).contains(row) else {
          throw WorkerProtocolError("'at' is [row, step]")
        }
      } else if JSONString.equals(key, "error") {
        reply = try error(&reader)
      } else {
        try reader.skipValue()
      }
    }
    try reader.end()
    try plugin.check(id, isDue: due)
    guard let reply else { throw WorkerProtocolError("it holds neither 'rows' nor 'error'") }
    return reply
  }

  private func error(_ reader: inout JSONReader) throws -> Reply {
    let raw = try reader.rawValue()
    let json = try JSON.parse(Array(raw))
    let message = PluginText.capped(json["message"]?.stringValue ?? "no reason given")
    guard json["code"]?.stringValue == DiagnosticCode.hookLoop.rawValue else { throw WorkerProtocolError(message) }
    var failure = PluginFailure.ended(plugin.name, message)
    failure.property = json["property"]?.stringValue.map(PluginText.capped)
    return .failure(failure, row: json["row"]?.intValue)
  }

  // MARK: recovery

  /// Asks again for everything under way, a batch at a time and traced, to find the object at which the plugin ends.
  package func recover(after failure: PluginFailure) {
    hang = failure.kind == .timeout ? failure : nil
    defer { hang = nil }
    let batches = underWay
    underWay = []
    plugin.endWorker()
    isCancelled = isCancelled || plugin.cancellation.isCancelled
    guard !isCancelled else { return }
    for batch in batches { recover(batch) }
  }

  private func recover(_ batch: Batch) {
    var answers = [BuildReply?](repeating: nil, count: batch.keys.count)
    // A plugin need not say its steps, so that only the silence about one object says which makes it hang.
    var ranges = hang == nil ? [batch.keys.indices] : batch.keys.indices.reversed().map { $0..<$0 + 1 }
    while let range = ranges.popLast(), !isGivenUp, !isCancelled {
      guard let (row, failure) = ask(range, of: batch, answers: &answers) else { continue }
      failures += 1
      if failure.kind == .timeout { hangs += 1 }
      plugin.endWorker()
      if plugin.cancellation.isCancelled { isCancelled = true }
      answers[row] = BuildReply(failure: failure)
      if row + 1 < range.upperBound { ranges.append((row + 1)..<range.upperBound) }
      if range.lowerBound < row { ranges.append(range.lowerBound..<row) }
      lastFailure = failure
    }
    for (key, row) in zip(batch.keys, answers) { answer(key, row ?? abandoned()) }
    plugin.cancellation.progress.answer(answers.count)
  }

  private var lastFailure: PluginFailure?

  /// The failure to answer in time that is looked into. The plugin has had its time then, and is asked for one object at a
  /// time, so that the one which makes it hang is found by a short silence.
  private var hang: PluginFailure?

  /// How long a worker may be silent then. Two silences find the object and judge an edit that may mend it, so that a hang
  /// costs 1.2 times the limit at most.
  private var silence: Duration { plugin.limit / 100 * 8 }

  private func giveUp(_ batch: Batch) {
    for key in batch.keys { answer(key, abandoned()) }
  }

  private func abandoned() -> BuildReply {
    BuildReply(failure: .abandoned(plugin.name, after: failures, last: lastFailure))
  }

  /// Nil where the rows were answered, else the row at which the plugin ended.
  private func ask(
    _ range: Range<Int>, of batch: Batch, answers: inout [BuildReply?]
  ) -> (row: Int, failure: PluginFailure)? {
    let start = range.lowerBound == 0 ? 0 : batch.ends[range.lowerBound - 1] + 1
    let rows = batch.rows[start..<batch.ends[range.upperBound - 1]]
    var step: (row: Int, name: String)?
    do throws(PluginFailure) {
      let id = try plugin.send { request(id: $0, rows: rows, isTraced: true) }
      while true {
        switch try reply(to: id, range.count, within: hang == nil ? nil : silence) {
        case .rows(let rows):
          for (place, row) in zip(range, rows) { answers[place] = row }
          return nil
        case .step(let row, let name): step = (row, name)
        case .failure(let failure, let row):
          return (range.lowerBound + min(max(row ?? step?.row ?? 0, 0), range.count - 1), failure)
        }
      }
    } catch {
      // The limit that people know is the one that was given.
      var failure = error.kind == .timeout ? hang ?? error : error
      let isProperty = step.map { header.definition.place(of: $0.name) != nil } ?? false
      (failure.property, failure.step) = isProperty ? (step?.name, nil) : (nil, step?.name)
      return (range.lowerBound + (step?.row ?? 0), failure)
    }
  }
}
