internal import JSONText
package import WorkbenchSupport

/// The outcome of transforming one value.
package enum Transformed {
  /// The JSON text of the result.
  case value([UInt8])

  /// The transformer has no result for the value.
  case refused

  /// The plugin failed.
  case failed(PluginFailure)
}

extension InstalledPlugin {
  /// Transforms values in a worker of their own, which does not disturb the builds of components under way. A value at
  /// which the plugin ends or hangs fails, and the others are transformed.
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
      var (results, failures) = ([Transformed](), 0)
      results.reserveCapacity(values.count)
      var rest = values[...]
      while !rest.isEmpty {
        var bytes = 0
        let batch = rest.prefix(Self.mostTransformed).prefix { value in
          defer { bytes += value.count }
          return bytes < Self.mostBytes
        }
        rest = rest.dropFirst(batch.count)
        results += transform(batch, with: name, isDecoding: isDecoding, under: job, &failures)
      }
      return results
    } ?? values.map { _ in .failed(.givenUp(self.name)) }
  }

  /// The largest number of values in a message.
  private static var mostTransformed: Int { 1000 }

  /// The size in bytes beyond which a message gets no further values.
  private static var mostBytes: Int { 1 << 20 }

  /// The number of values at which the plugin may fail in one call, before all others fail without being tried.
  private static var mostFailures: Int { 3 }

  private func transform(
    _ batch: ArraySlice<[UInt8]>, with name: String, isDecoding: Bool, under job: InspectorJob, _ failures: inout Int
  ) -> [Transformed] {
    do throws(PluginFailure) {
      return try transformer.lent(to: job) { worker in
        Result { () throws(PluginFailure) in try worker.transform(batch, with: name, isDecoding: isDecoding) }
      }.get()
    } catch {
      transformer.end()
      if error.isOfPlugin || job.isCancelled || batch.count == 1 { failures += 1 }
      guard batch.count > 1, !error.isOfPlugin, !job.isCancelled, failures < Self.mostFailures else {
        return batch.map { _ in .failed(error) }
      }
      // One of the values may be the reason, so each is tried by itself.
      var results: [Transformed] = []
      for value in batch {
        guard failures < Self.mostFailures else {
          results.append(.failed(error))
          continue
        }
        results += transform([value], with: name, isDecoding: isDecoding, under: job, &failures)
      }
      return results
    }
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
    if let error = reply["error"] { throw plugin.failure(from: error) }
    try plugin.check(reply["id"]?.intValue, isDue: id)
    guard let results = reply["values"]?.arrayValue, results.count == values.count else {
      throw .wrongCount(plugin.name, reply["values"]?.arrayValue?.count, of: values.count)
    }
    return results.map { $0 == .null ? .refused : .value(Array($0.text().utf8)) }
  }
}
