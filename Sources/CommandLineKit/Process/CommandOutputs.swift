internal import PluginHost

/// The two outputs of a command, which several threads may write to at once: each line, and each other write, is whole
/// before the next one begins.
///
/// A command prints its results on the thread that runs it. What plugins write, traces and notices of saving come from
/// any.
package final class CommandOutputs: @unchecked Sendable {
  /// Guards both sinks, and what they hold back. A sink may ask for the outputs while it is written to.
  private let lock = RecursiveLock()
  private var results: any TextSink
  private var messages: any TextSink

  init(_ output: any TextSink, _ errors: any TextSink) { (results, messages) = (output, errors) }

  /// The standard output. Writing to it past the methods below is for the only thread that there is.
  var output: any TextSink {
    get { lock.withLock { results } }
    set { lock.withLock { results = newValue } }
  }

  /// The standard error, of which the same holds.
  var errors: any TextSink {
    get { lock.withLock { messages } }
    set { lock.withLock { messages = newValue } }
  }

  /// Writes a part of the results.
  func write(_ text: String) { lock.withLock { results.write(text) } }

  /// Writes the part of the results that `body` gives piece by piece.
  func writePieces<R>(_ body: ((UnsafeRawBufferPointer) -> Void) -> R) -> R {
    lock.withLock { body { results.write($0) } }
  }

  /// Writes a result, as a line.
  package func print(_ line: String) { lock.withLock { results.write(line + "\n") } }

  /// Hands on the results that are held back.
  func flush() { lock.withLock { results.flush() } }

  /// Writes a message, as a line, after all results before it.
  package func say(_ line: String) {
    lock.withLock {
      // Both may be one terminal, where the order counts.
      results.flush()
      messages.write(line + "\n")
    }
  }

  /// Writes a line of somebody else, which has no place among the results.
  func relay(_ line: String) { lock.withLock { messages.write(line + "\n") } }
}
