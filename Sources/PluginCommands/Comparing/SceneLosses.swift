internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// A comparison of scenes opened with two builds of a plugin.
struct SceneLosses {
  private let (old, new): (PluginLibrary, PluginLibrary)
  private let job: InspectorJob

  init(from old: PluginLibrary, to new: PluginLibrary, _ job: InspectorJob) {
    ((self.old, self.new), self.job) = ((old, new), job)
  }

  /// An error or a changed value that the new build causes in a scene.
  struct Loss: Hashable {
    var object: String?
    var property: String?

    /// The finding that `check` reports only with the new build; nil for a changed effective value.
    var finding: Diagnostic?

    /// The effective values with the old and the new build, nil for a missing value; nil for a loss that is a finding.
    var effective: Values?

    struct Values: Hashable {
      var old: PropertyValue?
      var new: PropertyValue?
    }
  }

  /// Returns the losses in a scene: first the new findings, in the order of the file, then the changed effective
  /// values. Throws the error of a file that is not a scene.
  func losses(of path: String) throws(Diagnostic) -> [Loss] {
    let (former, present) = (try open(path, old), try open(path, new))
    var known: [Place: Int] = [:]
    for finding in former.check() where Self.isLoss(finding) { known[Place(finding), default: 0] += 1 }
    var losses: [Loss] = []
    for finding in present.check() where Self.isLoss(finding) {
      if let count = known[Place(finding)], count > 0 {
        known[Place(finding)] = count - 1
      } else {
        losses.append(Loss(object: finding.object, property: finding.property, finding: finding))
      }
    }
    return losses + differences(former, present, besides: losses)
  }

  private func open(_ path: String, _ library: PluginLibrary) throws(Diagnostic) -> SceneSession {
    try Diagnostic.ofFile(path) { () throws(SceneError) in
      try SceneSession.open(path: path, library: library, under: job)
    }
  }

  /// The identity of a finding, without its message or position.
  private struct Place: Hashable {
    let code: DiagnosticCode
    let object, property: String?

    init(_ finding: Diagnostic) { (code, object, property) = (finding.code, finding.object, finding.property) }
  }

  /// Returns true if a finding means that a value or an object has no effect: an error, or an unknown class or
  /// property.
  private static func isLoss(_ finding: Diagnostic) -> Bool {
    finding.severity == .error || finding.code == .unknownClass || finding.code == .unknownProperty
  }

  /// Returns the changed effective values, except those of properties with a finding.
  private func differences(_ former: SceneSession, _ present: SceneSession, besides losses: [Loss]) -> [Loss] {
    var values: [String: [String: PropertyValue?]] = [:]
    former.forEachObject { object in
      guard object.failure == nil, object.definition != nil else { return }
      values[object.id] = Dictionary(
        object.properties.map { ($0.definition.name, $0.effective) }, uniquingKeysWith: { first, _ in first })
    }
    let found = Set(losses.map { [$0.object, $0.property] })
    var differences: [Loss] = []
    present.forEachObject { object in
      guard object.failure == nil, let old = values[object.id] else { return }
      for property in object.properties {
        let names = [property.definition.name] + property.definition.aliases
        guard let name = names.first(where: { old[$0] != nil }), let value = old[name],
          !names.contains(where: { found.contains([object.id, $0]) }),
          !Self.areSame(value, property.effective, property.definition)
        else { continue }
        differences.append(
          Loss(
            object: object.id, property: property.definition.name,
            effective: Loss.Values(old: value, new: property.effective)))
      }
    }
    return differences
  }

  /// Returns true if two effective values are equivalent, such as a renamed option, or an Int and an equal Double.
  private static func areSame(_ old: PropertyValue?, _ new: PropertyValue?, _ property: PropertyDefinition) -> Bool {
    if old == new { return true }
    guard let old, let new else { return false }
    if property.options.value(formerly: old) == new { return true }
    if case .int(let number) = old, case .double(let other) = new { return Double(number) == other }
    return false
  }
}
