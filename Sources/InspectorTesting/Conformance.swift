public import InspectorKit
public import PluginConformance
public import Testing

/// Checks a plugin against all laws, as `inspector plugin check` does, and records an issue for each breach.
///
/// ```swift
/// @Test func keepsTheLaws() { expectConformance(of: Gauges.self) }
/// ```
///
/// Mistakes in declarations are issues, too. A crash of the plugin ends the tests; `inspector plugin check` then names
/// the class, the property and the value.
///
/// - Parameters:
///   - plugin: the plugin to check.
///   - laws: the laws whose breaches are not recorded; state the reason in a comment next to them.
///   - sourceLocation: the location of the recorded issues; by default that of the call.
/// - Returns: all findings, including those that are not recorded.
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
