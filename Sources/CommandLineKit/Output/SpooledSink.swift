internal import WorkbenchSupport

/// Holds what is written, in a temporary file where it is much, until it is passed on.
package final class SpooledSink: TextSink {
  private let spool = ByteSpool()
  package private(set) var failure: Int32 = 0

  package var isEmpty: Bool { spool.count == 0 }

  package func write(_ bytes: UnsafeRawBufferPointer) { spool.append(bytes) }

  package init() {}

  package func flush() {}

  /// Gives what is held to `body`, piece by piece.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) { _ = spool.forEachPiece(body) }
}
