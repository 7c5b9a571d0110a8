package import InspectorKit

extension RuntimeBundle {
  /// Compares a written bundle with one derived from the current scene, and returns the differences as sentences: first
  /// those of the scene and its plugins, then those of its objects.
  ///
  /// - Parameter limit: the maximum number of differences between objects that are listed; the rest are counted.
  package func differences(from derived: RuntimeBundle, limit: Int) -> [String] {
    var found: [String] = []
    if sceneSHA256 != derived.sceneSHA256 { found.append("the scene has changed since the bundle was written") }
    if sceneName != derived.sceneName {
      found.append("the scene's name is \(quoted(derived.sceneName)), but the bundle says \(quoted(sceneName))")
    }
    found += pluginDifferences(from: derived)
    let changed = objectDifferences(from: derived)
    found += changed.prefix(limit)
    if changed.count > limit { found.append("\(changed.count - limit) more differences") }
    if found.isEmpty, notCarried != derived.notCarried { found.append("the values left out differ") }
    return found
  }

  private func quoted(_ text: String?) -> String { text.map { "'\($0)'" } ?? "none" }

  private func pluginDifferences(from derived: RuntimeBundle) -> [String] {
    let old = Dictionary(plugins.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let new = Dictionary(derived.plugins.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return Set(old.keys).union(new.keys).sorted().compactMap { name in
      switch (old[name], new[name]) {
      case (let old?, let new?) where old.version != new.version:
        "plugin '\(name)' has version \(new.version), but the bundle was written with \(old.version)"
      case (let old?, let new?) where old != new:
        "plugin '\(name)' has another description than when the bundle was written"
      case (nil, _?): "the scene uses plugin '\(name)', but the bundle does not name it"
      case (_?, nil): "the bundle names plugin '\(name)', but the scene does not use it"
      default: nil
      }
    }
  }

  private func objectDifferences(from derived: RuntimeBundle) -> [String] {
    let new = Dictionary(derived.objects.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let old = Set(objects.map(\.id))
    var found = objects.flatMap { object in
      new[object.id].map { differences(object, $0) } ?? ["'\(object.id)' is in the bundle, but not in the scene"]
    }
    found += derived.objects.filter { !old.contains($0.id) }.map { "'\($0.id)' is in the scene, but not in the bundle" }
    // The source of an object or a value does not affect what a program applies.
    if found.isEmpty, objects.map(\.applied) != derived.objects.map(\.applied) {
      found.append("the order of objects or attributes differs")
    }
    return found
  }

  private func differences(_ old: BundleObject, _ new: BundleObject) -> [String] {
    let (old, new) = (old.applied, new.applied)
    if old == new { return [] }
    var found: [String] = []
    if old.className != new.className {
      found.append("'\(old.id)' is a '\(new.className)', but the bundle says '\(old.className)'")
    }
    let before = Dictionary(old.attributes.map { ($0.keyPath, $0) }, uniquingKeysWith: { first, _ in first })
    for attribute in new.attributes where attribute != before[attribute.keyPath] {
      let bundle = before[attribute.keyPath].map { "says \(text($0))" } ?? "does not have it"
      found.append("'\(old.id).\(attribute.keyPath)' is \(text(attribute)), but the bundle \(bundle)")
    }
    let now = Set(new.attributes.map(\.keyPath))
    found += old.attributes.filter { !now.contains($0.keyPath) }.map {
      "'\(old.id).\($0.keyPath)' is not in the scene, but the bundle says \(text($0))"
    }
    return found
  }

  private func text(_ attribute: BundleAttribute) -> String { attribute.value?.text ?? "unset" }
}

extension BundleObject {
  /// The object without information about the sources of the object and its values.
  fileprivate var applied: BundleObject {
    let attributes = attributes.map { attribute in
      var attribute = attribute
      attribute.setting = nil
      return attribute
    }
    return BundleObject(id: id, className: className, attributes: attributes)
  }
}
