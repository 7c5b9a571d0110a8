internal import JSONText
package import WorkbenchSupport

/// The outcome of transforming one value.
package enum Transformed {
  /// The JSON text of the result.
  case value([UInt8])

  /// The transformer has no result for the value.
  case refused

  /// The plugin failed for the given reason.
  case failed(PluginFailure)
}

extension InstalledPlugin {
  /// Transforms values in a separate worker, without disturbing components that are being built. If the plugin ends or
  /// hangs at a value, only that value fails.
  ///
  /// - Parameters:
  ///   - values: JSON texts of values.
  ///   - name: the name of one of the plugin's transformers.
  ///   - isDecoding: true to transform stored values; false for the other direction.
  ///   - job: the job whose cancellation or deadline ends the wait.
  package func transform(
    _ values: [[UInt8]], with name: String, isDecoding: Bool, under job: InspectorJob
  ) -> [Transformed] {
    transforming.withLock(under: job) {
      var results: [Transformed] = []
      results.reserveCapacity(values.count)
      var rest = values[...]
      while !rest.isEmpty {
        var bytes = 0
        let batch = rest.prefix(Self.mostTransformed).prefix { value in
          defer { bytes += value.count }
          return bytes < Self.mostBytes
        }
        rest = rest.dropFirst(batch.count)
        results += transform(batch, with: name, isDecoding: isDecoding, under: job)
      }
      return results
    } ?? values.map { _ in .failed(.givenUp(self.name)) }
  }

  /// The maximum number of values in a message.
  private static var mostTransformed: Int { 1000 }

  /// The size of a message in bytes at which no further values are added.
  private static var mostBytes: Int { 1 << 20 }

  private func transform(
    _ batch: ArraySlice<[UInt8]>, with name: String, isDecoding: Bool, under job: InspectorJob
  ) -> [Transformed] {
    if let failure = transformFailures.barrier(under: job) { return batch.map { _ in .failed(failure) } }
    do throws(PluginFailure) {
      return try transformer.lent(to: job) { worker in
        Result { () throws(PluginFailure) in try worker.transform(batch, with: name, isDecoding: isDecoding) }
      }.get()
    } catch {
      transformer.end()
      transformFailures.note(error, under: job)
      guard batch.count > 1, !error.isOfPlugin, !job.isCancelled else { return batch.map { _ in .failed(error) } }
      // A single value may be the cause, so each value is transformed separately.
      return batch.flatMap { transform([$0], with: name, isDecoding: isDecoding, under: job) }
    }
  }
}

/// The failures of a plugin's transformers in one job, used to stop querying the plugin after too many failures.
struct TransformFailures {
  private var job: InspectorJob?
  private var last: PluginFailure?
  private var start = ContinuousClock.now
  private var weight = 0

  /// The total weight of failures at which the plugin is no longer queried: four timeouts, which cost time, or a
  /// hundred other failures.
  private static var limit: Int { 100 }

  /// The time after which the plugin is queried again, for jobs that never end.
  private static var pause: Duration { .seconds(60) }

  /// Returns the failure for all further requests of a job; nil if the plugin can be queried.
  func barrier(under job: InspectorJob) -> PluginFailure? {
    guard weight >= Self.limit, self.job === job, start.duration(to: .now) < Self.pause else { return nil }
    return last
  }

  mutating func note(_ failure: PluginFailure, under job: InspectorJob) {
    guard failure.kind != .cancelled else { return }
    if self.job !== job || start.duration(to: .now) >= Self.pause { (weight, start) = (0, .now) }
    (self.job, last) = (job, failure)
    weight += failure.kind == .timeout ? 25 : failure.isOfPlugin ? Self.limit : 1
  }
}

extension Worker {
  fileprivate func transform(
    _ values: ArraySlice<[UInt8]>, with name: String, isDecoding: Bool
  ) throws(PluginFailure) -> [Transformed] {
    let direction = isDecoding ? "decode" : "encode"
    let texts = values.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    let id = try send { id in
      Array(
        #"{"id":\#(id),"transform":{"name":\#(JSON.string(name).text()),"direction":"\#(direction)","values":[\#(texts)]}}"#
          .utf8)
    }
    guard let bytes = try receive(within: plugin.limit) else { throw timeOut() }
    let reply = try plugin.parse(bytes)
    if let error = reply["error"] {
      throw .refusedToTransform(plugin.name, error["message"]?.stringValue ?? error.text())
    }
    try plugin.check(reply["id"]?.intValue, isDue: id)
    guard let results = reply["values"]?.arrayValue, results.count == values.count else {
      throw .wrongCount(plugin.name, reply["values"]?.arrayValue?.count, of: values.count)
    }
    return results.map { $0 == .null ? .refused : .value(Array($0.text().utf8)) }
  }
}
