import Synchronization
import Testing

@testable import PluginHost

/// Tests of the choice of a line from a plugin's standard error as the reason for its end.
@Suite struct PluginWordsTests {
  @Test(
    "a trap's reason is the line of Swift's runtime, whatever follows it",
    arguments: [
      "Gauge.swift:5: Fatal error: no database", "Gauge.swift:6: Precondition failed: at most 3",
      "Gauge.swift:6: Precondition failed", "Gauge.swift:8: Assertion failed: odd",
      "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range",
      "Could not cast value of type 'Swift.Array' (0x7f10877df830) to 'Swift.Int' (0x7f10877da698).",
    ])
  func traps(reason: String) {
    var words = PluginWords()
    let lines = words.add("opened\n\(reason)\nCurrent stack trace:\n0    libswiftCore.so\n".utf8)
    #expect(lines == ["opened", reason, "Current stack trace:", "0    libswiftCore.so"])
    #expect(words.reason(isTrap: true) == reason)
    #expect(words.reason(isTrap: false) == "0    libswiftCore.so")
  }

  @Test("elsewhere it is the last line, also one without a line break; blank lines say nothing")
  func lastWords() {
    var words = PluginWords()
    #expect(words.reason(isTrap: true) == nil)
    #expect(
      words.add("Traceback\n  File x\nKeyError: 'a'\n\n  \nby".utf8) == ["Traceback", "  File x", "KeyError: 'a'"])
    #expect(words.reason(isTrap: false) == "KeyError: 'a'")
    #expect(words.end() == "by")
    #expect(words.reason(isTrap: true) == "by")
    #expect(words.end() == nil)
  }

  @Test("a line without end is cut, and takes no more memory than that")
  func longLine() {
    var words = PluginWords()
    #expect(words.add(repeatElement(0x78, count: 1 << 20)) == [])
    #expect(words.add("\n".utf8) == [String(repeating: "x", count: 4096) + "…"])
    #expect(words.reason(isTrap: false) == String(repeating: "x", count: 300))
  }

  @Test("of a line that a worker leaves without an end the beginning is taken")
  func lastLongLine() {
    var words = PluginWords()
    _ = words.add(repeatElement(0x78, count: 1 << 16))
    #expect(words.endLast() == String(repeating: "x", count: 1000) + "…")
    _ = words.add("short".utf8)
    #expect(words.endLast() == "short")
  }

  @Test(
    "a trap that is met several times is shown once, without frames that name nothing, and with the way to its line")
  func trapOutput() {
    let shown = Mutex<[String]>([])
    let output = TrapOutput({ plugin, line in shown.withLock { $0.append("\(plugin): \(line)") } }, debugging: nil)
    let trap = [
      "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range", "Current stack trace:",
      "0    libswiftCore.so                    0x00007fa99d15f130 swift_reportError + 33",
      "5    inspector-plugin-gauges            0x00005580d6391ba9 <unavailable> + 162729",
      "6    inspector-plugin-gauges            0x00005580d6391ba9 mark(of:) + 12",
      "29   libc.so.6                          0x00007fa99cc4f280 __libc_start_main + 133", "30   insp",
    ]
    for _ in 0..<3 {
      output.write("Gauges", "level 1")
      for line in trap { output.write("Gauges", line) }
    }
    output.write("Gauges", "12 apples")
    output.write("Gauges", "Gauge.swift:6: Fatal error: no database")
    output.write("Gauges", "Current stack trace:")
    #expect(
      shown.withLock { $0 } == [
        "Gauges: level 1", "Gauges: \(trap[0])", "Gauges: '--attach-debugger Gauges' stops at the line",
        "Gauges: \(trap[4])", "Gauges: level 1", "Gauges: level 1", "Gauges: 12 apples",
        "Gauges: Gauge.swift:6: Fatal error: no database", "Gauges: '--attach-debugger Gauges' stops at the line",
      ])
  }
}
