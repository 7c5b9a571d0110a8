package import InspectorKit

/// Compares a written bundle with one derived from the current scene.
package struct BundleComparison {
  package let written: RuntimeBundle
  package let derived: RuntimeBundle
  package let limit: Int

  package init(written: RuntimeBundle, derived: RuntimeBundle, limit: Int) {
    self.written = written
    self.derived = derived
    self.limit = limit
  }

  /// The differences as sentences, those of the scene and the plugins first.
  package var differences: [String] {
    var found: [String] = []
    if written.sceneSHA256 != derived.sceneSHA256 { found.append("the scene has changed since the bundle was written") }
    if written.sceneName != derived.sceneName {
      found.append("the scene's name is \(quoted(derived.sceneName)), the bundle says \(quoted(written.sceneName))")
    }
    found += pluginDifferences
    let objects = objectDifferences
    found += objects.prefix(limit)
    if objects.count > limit { found.append("\(objects.count - limit) more differences") }
    if found.isEmpty, written.notCarried != derived.notCarried { found.append("the values not carried differ") }
    return found
  }

  private func quoted(_ text: String?) -> String { text.map { "'\($0)'" } ?? "absent" }

  private var pluginDifferences: [String] {
    let old = Dictionary(written.plugins.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let new = Dictionary(derived.plugins.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return Set(old.keys).union(new.keys).sorted().compactMap { name in
      switch (old[name], new[name]) {
      case (let old?, let new?) where old.version != new.version:
        "plugin '\(name)' has version \(new.version), the bundle was written with \(old.version)"
      case (let old?, let new?) where old != new:
        "plugin '\(name)' describes itself differently than when the bundle was written"
      case (nil, _?): "plugin '\(name)' is used by the scene, and the bundle does not name it"
      case (_?, nil): "plugin '\(name)' is named by the bundle, and the scene does not use it"
      default: nil
      }
    }
  }

  private var objectDifferences: [String] {
    let new = Dictionary(derived.objects.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let old = Set(written.objects.map(\.id))
    var found: [String] = []
    for object in written.objects {
      guard let other = new[object.id] else {
        found.append("'\(object.id)' is in the bundle, and not in the scene")
        continue
      }
      found += differences(object, other)
    }
    found += derived.objects.filter { !old.contains($0.id) }.map { "'\($0.id)' is in the scene, and not in the bundle" }
    if found.isEmpty, written.objects != derived.objects { found.append("the order of objects or attributes differs") }
    return found
  }

  private func differences(_ old: BundleObject, _ new: BundleObject) -> [String] {
    if old == new { return [] }
    var found: [String] = []
    if old.className != new.className {
      found.append("'\(old.id)' is a '\(new.className)', the bundle says '\(old.className)'")
    }
    let before = Dictionary(old.attributes.map { ($0.keyPath, $0) }, uniquingKeysWith: { first, _ in first })
    for attribute in new.attributes {
      guard let former = before[attribute.keyPath] else {
        found.append("'\(old.id).\(attribute.keyPath)' is \(text(attribute)), and the bundle does not hold it")
        continue
      }
      if former != attribute {
        found.append("'\(old.id).\(attribute.keyPath)' is \(text(attribute)), the bundle says \(text(former))")
      }
    }
    let now = Set(new.attributes.map(\.keyPath))
    for attribute in old.attributes where !now.contains(attribute.keyPath) {
      found.append("'\(old.id).\(attribute.keyPath)' is not in the scene, the bundle says \(text(attribute))")
    }
    return found
  }

  private func text(_ attribute: BundleAttribute) -> String { attribute.value?.text ?? "unset" }
}
