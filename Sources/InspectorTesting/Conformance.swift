public import InspectorKit
public import PluginConformance
public import Testing

/// Checks a plugin against all conformance laws, as `inspector plugin check` does, and records an issue for each
/// violation.
///
/// ```swift
/// @Test func keepsTheLaws() { expectConformance(of: Gauges.self) }
/// ```
///
/// Mistakes in declarations are issues, too. A crash of the plugin ends the test process; run `inspector plugin check`
/// to find the class, the property and the value that cause it.
///
/// - Parameters:
///   - plugin: the plugin to check.
///   - laws: the laws whose violations are not recorded; state the reason in a comment next to them.
///   - sourceLocation: the location of the recorded issues; by default the location of the call.
/// - Returns: a report with all findings, including those that are not recorded.
@discardableResult
public func expectConformance(
  of plugin: any InspectorPlugin.Type, except laws: Set<ConformanceLaw> = [],
  sourceLocation: SourceLocation = #_sourceLocation
) -> ConformanceReport {
  let report = ConformanceCheck.report(of: plugin)
  for finding in report.findings where finding.severity == .error && !laws.contains(finding.law) {
    Issue.record("\(finding)", sourceLocation: sourceLocation)
  }
  return report
}
