internal import InspectorKit
internal import JSONText

/// A run that builds many components of one class in one mode. It gathers rows into batches while earlier batches are
/// under way, and delivers the answers in the order of the rows.
///
/// If a plugin ends or hangs, the object at which it failed gets a failure as its reply, and the other objects are sent
/// again.
package final class BuildRun<Key>: QueuedRun {
  private struct Batch {
    /// The id of the request that carries the batch; 0 until it is sent.
    var id = 0
    var keys: [Key] = []
    var rows: [UInt8] = []
    var ends: [Int] = []
  }

  private let worker: Worker
  private var plugin: InstalledPlugin { worker.plugin }
  package let header: ComponentRequest
  private let queue: BuildQueue
  private let answer: (Key, BuildReply) -> Void
  private let reader: WorkerReplyReader
  @exclusivity(unchecked) private var gathered = Batch()
  private var underWay: [Batch] = []

  /// The failure that stops all further requests for the class: the plugin does not start, or it fails even at an
  /// object without attributes. Nil while requests continue.
  private var quarantine: PluginFailure?

  /// True if an object has failed. The run then tries an object without attributes before it sends further objects.
  private var isSuspect = false
  private var isTried = false

  /// The size in bytes at which a batch is sent. It is small because a check gathers batches of many classes before it
  /// waits, and the worker should not be idle meanwhile.
  private static var batchBytes: Int { 32768 }
  /// The maximum number of objects in a message: unlimited at first, or ``DisplayList/mostInMessage`` if the objects
  /// are drawn. It is lowered if the plugin is too slow to answer that many within its time limit.
  private var mostRows = Int.max

  /// Creates a run that sends its objects to a worker.
  ///
  /// - Parameters:
  ///   - queue: the unanswered batches of the worker. Runs that proceed at the same time share a queue.
  ///   - answer: receives the reply about each object, with the key of the object.
  package init(
    _ worker: Worker, _ header: ComponentRequest, queue: BuildQueue = BuildQueue(),
    answer: @escaping (Key, BuildReply) -> Void
  ) {
    self.worker = worker
    self.queue = queue
    self.header = header
    self.answer = answer
    if header.sizes != nil, header.touches == nil { mostRows = DisplayList.mostInMessage }
    reader = WorkerReplyReader(plugin: worker.plugin, definition: header.definition)
  }

  /// True if the run was cancelled. The run then sends nothing more, and replies may be missing.
  package private(set) var isCancelled = false

  /// Adds an object, and sends the gathered objects if they fill a batch. The closure `write` appends the object's
  /// row, a JSON array, and returns the key with which the reply is delivered.
  package func add(write: (inout [UInt8]) -> Key) {
    let former = gathered.rows.count
    if !gathered.keys.isEmpty { gathered.rows.append(UInt8(ascii: ",")) }
    let start = gathered.rows.count
    gathered.keys.append(write(&gathered.rows))
    gathered.ends.append(gathered.rows.count)
    if gathered.rows.count - start > Self.largeRow { return flush(largeRow: start, after: former) }
    if gathered.rows.count >= Self.batchBytes || gathered.keys.count >= mostRows { flush() }
  }

  /// The size in bytes above which a row is sent in a message of its own.
  private static var largeRow: Int { 1 << 20 }

  /// Sends the last row by itself, after the rows before it. A row that exceeds the limit of a message is not sent;
  /// its object is answered with a failure.
  private func flush(largeRow start: Int, after former: Int) {
    guard let key = gathered.keys.popLast() else { return }
    let row = Array(gathered.rows[start...])
    gathered.ends.removeLast()
    gathered.rows.removeLast(gathered.rows.count - former)
    flush()
    let size = request(header, id: .max, rows: [], isTraced: false).count + row.count
    guard size > WorkerProtocol.messageLimit else {
      (gathered.keys, gathered.rows, gathered.ends) = ([key], row, [row.count])
      return flush()
    }
    // Answers are delivered in the order of the rows, so the earlier ones must arrive first.
    while !underWay.isEmpty { queue.takeOne() }
    guard !isCancelled else { return }
    var failure = PluginFailure.tooLarge(plugin.name, bytes: row.count)
    failure.property = largestCell(of: row)
    answer(key, BuildReply(failure: failure))
  }

  /// Returns the name of the property with the largest value in a row; nil if the row has no readable value.
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

  /// Sends the remaining objects and waits for all answers.
  package func finish() {
    flush()
    while !underWay.isEmpty { queue.takeOne() }
  }

  /// Sends the gathered objects as one batch. Drops them if the run was cancelled, and answers them with a failure if
  /// requests for the class have stopped.
  package func flush() {
    guard !gathered.keys.isEmpty else { return }
    var batch = gathered
    gathered = Batch()
    gathered.rows.reserveCapacity(Self.batchBytes + 4096)
    if worker.job.isCancelled { isCancelled = true }
    guard !isCancelled else { return }
    guard quarantine == nil else { return giveUp(batch) }
    worker.job.progress.ask(batch.keys.count)
    guard header.suspicion == nil else {
      return recover(batch, singly: header.suspicion?.kind == .timeout, hasHung: header.hasHung)
    }
    do throws(PluginFailure) {
      batch.id = try worker.send { request(header, id: $0, rows: batch.rows[...], isTraced: false) }
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
      // A `zip` of a generic array would look up the type of each element.
      for row in answers.indices { answer(batch.keys[row], answers[row]) }
      worker.job.progress.answer(answers.count)
    } catch {
      queue.recover(after: error)
    }
  }

  private func request(_ header: ComponentRequest, id: Int, rows: ArraySlice<UInt8>, isTraced: Bool) -> [UInt8] {
    func list(_ names: [String]) -> String { JSON.array(names.map(JSON.string)).text() }
    var text =
      "{\"id\":\(id),\"build\":{\"class\":\(JSON.string(header.definition.name).text()),\"mode\":\"\(header.mode.rawValue)\""
    text += ",\"properties\":\(list(header.definition.properties.map(\.name))),\"edits\":\(list(header.edits))"
    if !header.writes.isEmpty { text += ",\"writes\":\(list(header.writes))" }
    if let settings = header.settings { text += ",\"settings\":\(settings)" }
    if let action = header.action { text += ",\"run\":\(JSON.string(action).text())" }
    if header.isUndo { text += ",\"cause\":\"undo\"" }
    if !header.wantsBefore { text += ",\"before\":false" }
    if header.sizes != nil { text += header.touches == nil ? ",\"draw\":true" : ",\"touch\":true" }
    if header.wantsLifecycle { text += ",\"lifecycle\":true" }
    text +=
      ",\"parent\":\(list(header.definition.readsParent)),\"trace\":\(isTraced),\"progress\":true,\"validate\":\(header.validates),\"rows\":["
    var bytes = Array(text.utf8)
    bytes.reserveCapacity(bytes.count + rows.count + 3)
    bytes += rows
    bytes += Array("]}}".utf8)
    return bytes
  }

  // MARK: replies

  private func answers(to id: Int, _ count: Int) throws(PluginFailure) -> [BuildReply] {
    var clock = RowClock(plugin.limit)
    while true {
      switch try reply(to: id, count, until: { clock.deadline }) {
      case .rows(let rows): return rows
      case .failure(let failure, _): throw failure
      case .step(let row, _): if !clock.begin(row) { throw .unwantedProgress(plugin.name) }
      }
    }
  }

  private func reply(
    to due: Int, _ count: Int, until deadline: () -> ContinuousClock.Instant
  ) throws(PluginFailure) -> WorkerReplyReader.Reply {
    var bytes: [UInt8]?
    repeat {
      let left = ContinuousClock.now.duration(to: deadline())
      guard left > .zero else { throw worker.timeOut() }
      bytes = try worker.receive(within: left)
    } while bytes == nil
    return try reader.read(bytes ?? [], due: due, count: count)
  }

  // MARK: recovery

  /// Ends the worker, and repeats all unanswered requests. The new worker reports each step, to find the object at
  /// which the plugin fails. Does nothing more if the job was cancelled.
  package func recover(after failure: PluginFailure, isOldest: Bool) {
    let batches = underWay
    underWay = []
    worker.end()
    isCancelled = isCancelled || worker.job.isCancelled
    guard !isCancelled else { return }
    for (place, batch) in batches.enumerated() {
      let hasHung = failure.kind == .timeout && isOldest && place == 0
      recover(batch, singly: hasHung, hasHung: hasHung)
    }
  }

  /// Sends the objects of a batch again, lets the worker report each step, and delivers the answers. An object at
  /// which the plugin ends or hangs is answered with a failure.
  ///
  /// - Parameters:
  ///   - singly: true to send each object in a request of its own.
  ///   - hasHung: true if the plugin has already exceeded its time limit at one of the objects.
  private func recover(_ batch: Batch, singly: Bool, hasHung: Bool = false) {
    let start = ContinuousClock.now
    var answers = [BuildReply?](repeating: nil, count: batch.keys.count)
    let all = batch.keys.indices
    var ranges = singly ? Self.singly(all) : [all]
    var kills = (row: Int?.none, count: 0)
    var (hasFailed, hasHung) = (false, hasHung)
    while let range = ranges.popLast() {
      tryWithoutAttributes()
      guard quarantine == nil, !isCancelled else { break }
      guard let (row, failure) = ask(range, of: batch, hasHung: hasHung, answers: &answers) else { continue }
      guard !takeEnd(failure) else { break }
      // A kill usually comes from another process, so the same objects are sent again, up to a limit.
      if failure.wasKilled {
        kills = kills.row == row ? (row, kills.count + 1) : (row, 1)
        guard kills.count >= (row == nil ? Self.mostKillsAnywhere : Self.mostKills) else {
          ranges.append(range)
          continue
        }
        kills.count = 0
      }
      // If a plugin does not report its steps, it receives one object at a time.
      guard let row = row ?? (range.count == 1 ? range.lowerBound : nil) else {
        ranges += Self.singly(range)
        continue
      }
      (isSuspect, hasFailed, hasHung) = (true, true, header.hasHung)
      answers[row] = BuildReply(failure: failure)
      if row + 1 < range.upperBound { ranges.append((row + 1)..<range.upperBound) }
      if range.lowerBound < row { ranges.append(range.lowerBound..<row) }
    }
    if singly, !hasFailed { slowDown(all.count, in: ContinuousClock.now - start) }
    for (key, row) in zip(batch.keys, answers) { answer(key, row ?? abandoned()) }
    worker.job.progress.answer(answers.count)
  }

  /// The number of kills of the worker at the same object after which this object gets a failure as its reply.
  private static var mostKills: Int { 3 }

  /// The number of kills of the worker at an unknown object after which the objects are sent one by one.
  private static var mostKillsAnywhere: Int { 8 }

  private static func singly(_ range: Range<Int>) -> [Range<Int>] { range.reversed().map { $0..<$0 + 1 } }

  /// Ends the worker after a failure. Returns true if no further request is possible: the run is cancelled, or the
  /// plugin cannot be used.
  private func takeEnd(_ failure: PluginFailure) -> Bool {
    worker.end()
    if worker.job.isCancelled { isCancelled = true }
    if failure.isOfPlugin { quarantine = failure }
    return isCancelled || quarantine != nil
  }

  /// Lowers the maximum number of objects in a message if a batch took more than half the time limit. Later batches
  /// should then need at most half of it.
  private func slowDown(_ count: Int, in time: Duration) {
    guard time > plugin.limit / 2 else { return }
    mostRows = min(mostRows, max(1, Int(Double(count) * (plugin.limit / 2 / time))))
  }

  /// Sends an object without attributes, once in a run and only after a first failure. If that object fails, too,
  /// requests for the class stop.
  private func tryWithoutAttributes() {
    guard isSuspect, !isTried else { return }
    isTried = true
    var header = header
    (header.mode, header.edits, header.isUndo, header.wantsLifecycle, header.writes) = (.load, [], false, false, [])
    (header.action, header.sizes, header.touches) = (nil, nil, nil)
    let count = header.definition.properties.count + header.definition.readsParent.count
    let row = "[\(Array(repeating: "[]", count: count).joined(separator: ","))]"
    let batch = Batch(keys: [], rows: Array(row.utf8), ends: [row.utf8.count])
    var answers: [BuildReply?] = [nil]
    for _ in 0..<Self.mostKills {
      guard let (_, failure) = ask(0..<1, of: batch, as: header, hasHung: false, answers: &answers) else { return }
      guard !takeEnd(failure), failure.wasKilled else {
        if quarantine == nil { quarantine = .quarantined(className: header.definition.name, failure) }
        return
      }
    }
  }

  private func giveUp(_ batch: Batch) {
    for key in batch.keys { answer(key, abandoned()) }
  }

  private func abandoned() -> BuildReply {
    var failure = quarantine ?? .notAsked(plugin.name)
    failure.wasAsked = false
    return BuildReply(failure: failure)
  }

  /// The time after which a silent worker counts as hung if one of the objects has already exceeded the time limit: 8
  /// per cent of that limit. It applies only to a worker that reports its steps.
  private var silence: Duration { plugin.limit / 100 * 8 }

  /// Sends some rows of a batch and waits for their answers. Returns nil if the plugin answered, otherwise its
  /// failure and, if known, the index of the row at which it failed.
  ///
  /// - Parameter hasHung: true if the plugin has already exceeded its time limit at one of the objects. If the worker
  ///   reports the objects that it begins, a short silence then identifies the object; if not, the worker gets the
  ///   whole time limit once more.
  private func ask(
    _ range: Range<Int>, of batch: Batch, as header: ComponentRequest? = nil, hasHung: Bool,
    answers: inout [BuildReply?]
  ) -> (row: Int?, failure: PluginFailure)? {
    let start = range.lowerBound == 0 ? 0 : batch.ends[range.lowerBound - 1] + 1
    let rows = batch.rows[start..<batch.ends[range.upperBound - 1]]
    var clock = RowClock(plugin.limit)
    var step: (row: Int, name: String)?
    do throws(PluginFailure) {
      let id = try worker.send { request(header ?? self.header, id: $0, rows: rows, isTraced: true) }
      clock = RowClock(plugin.limit)
      while true {
        let isShort = hasHung && step != nil
        switch try reply(to: id, range.count, until: { isShort ? clock.deadline(after: silence) : clock.deadline }) {
        case .rows(let rows):
          for (place, row) in zip(range, rows) { answers[place] = row }
          return nil
        case .step(let row, let name):
          guard clock.begin(row) else {
            step = nil
            throw .unwantedProgress(plugin.name)
          }
          step = (row, name)
        case .failure(let failure, let row):
          // The reported row counts only if the plugin was working on that row.
          return (row.flatMap { $0 == step?.row ? range.lowerBound + $0 : nil }, failure)
        }
      }
    } catch {
      var failure = error
      // After a malformed reply, the reported position is not trusted.
      if failure.kind == .garbage { step = nil }
      let isProperty = step.map { self.header.definition.place(of: $0.name) != nil } ?? false
      (failure.property, failure.step) = isProperty ? (step?.name, nil) : (nil, step?.name)
      return (step.map { range.lowerBound + $0.row }, failure)
    }
  }
}
