import CommandLineKit
import Foundation
import InspectorCommands
import Synchronization
import TestSupport
import Testing

/// Tests of a command's outputs, to which several threads write.
@Suite struct CommandOutputsTests {
  @Test func onlyOneThreadAtATimeWrites() {
    let use = Use()
    let (output, errors) = (WatchedSink(use), WatchedSink(use))
    let outputs = CommandContext(output: output, errors: errors).outputs
    DispatchQueue.concurrentPerform(iterations: 400) { place in
      if place.isMultiple(of: 2) { outputs.print("result \(place)") } else { outputs.say("message \(place)") }
    }
    #expect(!use.hasOverlapped)
    #expect(Set(output.lines) == Set(stride(from: 0, to: 400, by: 2).map { "result \($0)" }))
    #expect(Set(errors.lines) == Set(stride(from: 1, to: 400, by: 2).map { "message \($0)" }))
  }

  /// Checks that the trace written by worker threads does not interleave with the command's results.
  @Test func theTraceOfManyScenesDoesNotRunIntoTheirResults() {
    let folder = TemporaryFolder()
    let objects = (0..<20).map { #"{"id":"v\#($0)","class":"SliderView","attributes":{"value":\#($0)}}"# }
    let scene = #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ","))]}"#
    let paths = (0..<12).map { folder.write("scene\($0).json", scene) }
    let use = Use()
    let (output, errors) = (WatchedSink(use), WatchedSink(use))
    let context = CommandContext(output: output, errors: errors)
    context.executableFolder = GoldenCase.buildFolder
    context.defaultTimeout = 120
    defer { context.shutDown() }
    let status = CommandRunner(context).run(
      ["find"] + paths + ["SliderView", "--columns", "value", "--jobs", "4", "--trace", "--no-times"])
    #expect(status == .done)
    #expect(!use.hasOverlapped)
    #expect(output.lines.count { $0.contains("SliderView") } == 240)
    #expect(errors.lines.count { $0.hasSuffix("  SliderView") } == 240)
  }
}

/// A detector of simultaneous use of the outputs by two threads.
private final class Use: Sendable {
  private let count = Atomic(0)
  private let overlaps = Atomic(0)

  var hasOverlapped: Bool { overlaps.load(ordering: .relaxed) > 0 }

  func around(_ body: () -> Void) {
    if count.add(1, ordering: .relaxed).newValue > 1 { overlaps.add(1, ordering: .relaxed) }
    // Long enough for another thread to come in between.
    sched_yield()
    body()
    count.subtract(1, ordering: .relaxed)
  }
}

/// A sink that collects the written text, and reports each use.
private final class WatchedSink: TextSink {
  let failure: Int32 = 0
  private let use: Use
  private let collected = Mutex<[UInt8]>([])

  init(_ use: Use) { self.use = use }

  var lines: [String] {
    collected.withLock { String(decoding: $0, as: UTF8.self) }.split(separator: "\n").map(String.init)
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
    let bytes = Array(bytes)
    use.around { collected.withLock { $0 += bytes } }
  }

  func flush() { use.around {} }
}
