internal import InspectorKit
internal import JSONText
internal import Synchronization

/// Shortens what Swift's runtime writes to standard error where a plugin traps, on its way to the person.
///
/// The host builds an object several times before it gives it up, so that one mistake traps as often. Its reason is shown
/// once, without the frames that name no function of the plugin, and with the way to the line:
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

    /// Plugins of which the last reason was shown before, so that their frames were, too.
    var repeating: Set<String> = []

    /// Plugins of which a stack trace is being written.
    var tracing: Set<String> = []
  }

  /// - Parameters:
  ///   - debugging: by what the workers of one plugin wait for a debugger.
  ///   - output: takes the lines that are left.
  init(_ output: @escaping PluginLibrary.PluginOutput, debugging: DebuggerWait?) {
    (self.output, self.debugging) = (output, debugging)
  }

  /// A function that takes what plugins write.
  var taking: PluginLibrary.PluginOutput { { plugin, line in self.write(plugin, line) } }

  /// Takes a line that a plugin wrote.
  func write(_ plugin: String, _ line: String) {
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
    let parts = line.split(separator: " ", maxSplits: 3)
    // The last may be cut, where the worker was ended while it wrote.
    guard state.tracing.contains(plugin), Self.isFrame(line) else {
      state.tracing.remove(plugin)
      return [line]
    }
    return state.repeating.contains(plugin) || !Self.namesFunction(parts) ? [] : [line]
  }

  /// True if a line is one of a stack trace, which begins with a number in a column of five characters.
  private static func isFrame(_ line: String) -> Bool {
    let column = line.prefix(5)
    let number = column.prefix { $0.isNumber }
    return column.count == 5 && !number.isEmpty && column.dropFirst(number.count).allSatisfy { $0 == " " }
      && column.last == " "
  }

  /// True if a line of a stack trace names a function of the plugin: `4  inspector-plugin-gauges  0x…  mark(of:) + 12`.
  private static func namesFunction(_ parts: [Substring]) -> Bool {
    guard parts.count == 4, !parts[3].hasPrefix("<unavailable>") else { return false }
    return !["libswift", "libFoundation", "lib_", "libc.", "ld-linux"].contains { parts[1].hasPrefix($0) }
  }
}
