internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// A comparison of scenes as two builds of a plugin read them.
struct SceneLosses {
  private let (old, new): (PluginLibrary, PluginLibrary)
  private let job: InspectorJob

  init(from old: PluginLibrary, to new: PluginLibrary, _ job: InspectorJob) {
    ((self.old, self.new), self.job) = ((old, new), job)
  }

  /// Something that a scene would lose.
  struct Loss: Hashable {
    var object: String?
    var property: String?

    /// The finding that `check` has with the new build and not with the old one; nil if an effective value differs.
    var finding: Diagnostic?

    /// The effective values with the two builds, if they differ; an inner nil is no value.
    var effective: Values?

    struct Values: Hashable {
      var old: PropertyValue?
      var new: PropertyValue?
    }
  }

  /// Returns what a scene would lose: first the new findings, in the order of the file, then the effective values that
  /// differ. Throws the fault of a file that is no scene.
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

  /// The identity of a finding, without its words and its position.
  private struct Place: Hashable {
    let code: DiagnosticCode
    let object, property: String?

    init(_ finding: Diagnostic) { (code, object, property) = (finding.code, finding.object, finding.property) }
  }

  /// True if a value or an object has no effect because of a finding: an error, or an unknown name.
  private static func isLoss(_ finding: Diagnostic) -> Bool {
    finding.severity == .error || finding.code == .unknownClass || finding.code == .unknownProperty
  }

  /// Returns the effective values that differ, except those of properties with a finding.
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

  /// Returns true if two effective values mean the same: an option that was renamed is the same, and so is an Int that
  /// is now a Double.
  private static func areSame(_ old: PropertyValue?, _ new: PropertyValue?, _ property: PropertyDefinition) -> Bool {
    if old == new { return true }
    guard let old, let new else { return false }
    if property.options.value(formerly: old) == new { return true }
    if case .int(let number) = old, case .double(let other) = new { return Double(number) == other }
    return false
  }
}
