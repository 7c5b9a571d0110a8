internal import CommandLineKit
internal import InspectorKit
package import SceneSessions

extension Lifecycle {
  /// Returns the lifecycle of an object's components as lines of text. Each step has a line. Indented below it are the
  /// hooks that ran in the step, the values that they changed and read, and their warnings.
  ///
  /// ```
  /// volume  SliderView
  ///   load
  ///     init                       12 µs
  ///     maximumValue = 10           1 µs
  ///     value = 12                  3 µs
  ///       value: 12 → 10
  /// ```
  ///
  /// - Parameter hasTimes: true to print durations, which vary from run to run.
  package func lines(hasTimes: Bool = true) -> [String] {
    var lines = ["\(TerminalText.escaped(object))  \(TerminalText.escaped(className))"]
    if isInert { lines[0] += "  no hooks, so no component is built" }
    var phase: LifecycleStep.Phase?
    let heads = steps.map(Self.head)
    let width = heads.map(TerminalText.width).max() ?? 0
    for (step, head) in zip(steps, heads) {
      if step.phase != phase { lines.append("  \(step.phase.rawValue)") }
      phase = step.phase
      lines.append("    \(head)\(hasTimes ? Self.time(step, after: head, width: width) : "")")
      lines += Self.inside(step).map { "      \($0)" }
    }
    if let failure {
      lines.append("  \(TerminalText.escapedLines(failure))")
    } else if steps.isEmpty, !isInert {
      lines.append("  \(cause.rawValue), about which its plugin reports nothing")
    }
    return lines
  }

  private static func head(_ step: LifecycleStep) -> String {
    guard case .set(let property, let value) = step.moment else { return step.name }
    return "\(TerminalText.escaped(property)) = \(text(value))"
  }

  private static func time(_ step: LifecycleStep, after head: String, width: Int) -> String {
    let number = "\(Int((step.duration / .microseconds(1)).rounded()))"
    let gap = width - TerminalText.width(head) + 2 + max(5 - number.count, 0)
    return "\(String(repeating: " ", count: gap))\(number) µs"
  }

  private static func inside(_ step: LifecycleStep) -> [String] {
    var lines: [String] = []
    for (place, hook) in step.hooks.enumerated() {
      // The hook of the property that is set is the step itself, so it is not listed again.
      if place == 0, hook.property.hasSuffix(".\(step.name)") { continue }
      lines.append(
        "\(String(repeating: "  ", count: max(hook.depth - 2, 0)))sets \(TerminalText.escaped(hook.property))")
    }
    lines += step.writes.map { "\(TerminalText.escaped($0.property)): \(text($0.old)) → \(text($0.new))" }
    lines += step.parentReads.map { "reads \(TerminalText.escaped($0)) from the parent" }
    lines += step.warnings.map { "warning: \(TerminalText.escaped($0))" }
    if let rejection = step.rejection { lines.append("rejected: \(TerminalText.escaped(rejection))") }
    return lines
  }

  private static func text(_ value: PropertyValue?) -> String { ValueText(style: .plain).text(value) }
}
