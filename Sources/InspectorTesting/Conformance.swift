public import InspectorKit
public import PluginConformance
public import Testing

/// Checks a plugin against all laws, as `inspector plugin check` does, and records an issue for each that it breaks.
///
/// ```swift
/// @Test func keepsTheLaws() { expectConformance(of: Gauges.self) }
/// ```
///
/// Mistakes in declarations are issues, too. A crash of the plugin ends the tests; `inspector plugin check` then names
/// the class, the property and the value.
///
/// - Parameters:
///   - plugin: the plugin.
///   - laws: the laws that it may break; state the reason in a comment beside them.
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
