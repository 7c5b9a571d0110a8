public import InspectorKit
public import PluginConformance
public import Testing

/// Holds a plugin against all laws, as `inspector plugin check` does, and records an issue for each that it breaks.
///
/// ```swift
/// @Test func keepsTheLaws() { expectConformance(of: Gauges.self) }
/// ```
///
/// Mistakes in declarations are issues, too. What ends a plugin ends its tests; `inspector plugin check` names the class,
/// the property and the value then.
///
/// - Parameters:
///   - plugin: the plugin.
///   - laws: laws that it may break, and why is best said beside them.
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
