internal import InspectorKit
internal import JSONText
internal import Synchronization

/// A filter that shortens the output of Swift's runtime after a trap in a plugin, before the user sees it.
///
/// The host builds an object several times before it reports a failure, so one mistake traps several times. The filter
/// shows the reason once, omits the frames that name no function of the plugin, and adds the option that makes a
/// debugger stop at the line:
///
///     Gauges: Gauges/GaugeView.swift:14: Fatal error: no scale
///     Gauges: '--attach-debugger Gauges' stops at the line
final class TrapOutput: Sendable {
  private let output: PluginLibrary.PluginOutput
  private let debugging: DebuggerWait?
  private let state = Mutex(State())

  private struct State {
    /// The reasons that were shown, by plugin.
    var shown: [String: Set<String>] = [:]

    /// The plugins whose latest trap repeats a reason that was already shown. The stack frames of such a trap are
    /// omitted.
    var repeating: Set<String> = []

    /// The plugins that are writing a stack trace.
    var tracing: Set<String> = []
  }

  /// Creates a filter that passes the remaining lines to a callback.
  ///
  /// - Parameters:
  ///   - output: a callback for the lines that the filter passes on.
  ///   - debugging: the setting that makes one plugin's workers wait for a debugger; nil for none.
  init(_ output: @escaping PluginLibrary.PluginOutput, debugging: DebuggerWait?) {
    (self.output, self.debugging) = (output, debugging)
  }

  /// Passes on a line that a plugin wrote, unless the filter omits the line or replaces it with a hint.
  @Sendable func write(_ plugin: String, _ line: String) {
    for line in state.withLock({ lines(for: line, of: plugin, &$0) }) { output(plugin, line) }
  }

  private func lines(for line: String, of plugin: String, _ state: inout State) -> [String] {
    if PluginWords.reasons.contains(where: line.contains) {
      let isNew = state.shown[plugin, default: []].insert(line).inserted
      if isNew { state.repeating.remove(plugin) } else { state.repeating.insert(plugin) }
      return isNew ? [line] : []
    }
    if line == "Current stack trace:" {
      state.tracing.insert(plugin)
      let isKnown = state.repeating.contains(plugin) || debugging?.isMeant(by: plugin) == true
      return isKnown ? [] : ["'--attach-debugger \(plugin)' stops at the line"]
    }
    // The last line may be incomplete, if the worker was ended while it wrote.
    guard state.tracing.contains(plugin), Self.isFrame(line) else {
      state.tracing.remove(plugin)
      return [line]
    }
    return state.repeating.contains(plugin) || !Self.namesFunction(line) ? [] : [line]
  }

  /// Returns true if the line is a frame of a stack trace: it begins with a number in a column of five characters.
  private static func isFrame(_ line: String) -> Bool {
    let column = line.prefix(5)
    let number = column.prefix { $0.isNumber }
    return column.count == 5 && !number.isEmpty && column.dropFirst(number.count).allSatisfy { $0 == " " }
      && column.last == " "
  }

  /// Returns true if a line of a stack trace names a function of the plugin: `4  inspector-plugin-gauges  0x…
  /// mark(of:) + 12`.
  private static func namesFunction(_ line: String) -> Bool {
    let parts = line.split(separator: " ", maxSplits: 3)
    guard parts.count == 4, !parts[3].hasPrefix("<unavailable>") else { return false }
    return !["libswift", "libFoundation", "lib_", "libc.", "ld-linux"].contains { parts[1].hasPrefix($0) }
  }
}
