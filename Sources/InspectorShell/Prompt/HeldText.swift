internal import CommandLineKit
internal import JSONText

/// Takes what a command writes as a text.
final class HeldText: TextSink {
  private var bytes: [UInt8] = []
  let failure: Int32 = 0

  var text: String { FileName.text(of: bytes) }

  func write(_ more: UnsafeRawBufferPointer) { bytes += more }

  func flush() {}
}
