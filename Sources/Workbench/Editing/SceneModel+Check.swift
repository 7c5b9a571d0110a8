internal import InspectorKit
package import SceneDocument

extension SceneModel {
  /// Everything that is wrong with a scene or worth knowing, in the order of the file.
  func check(strict: Bool) -> [Diagnostic] {
    var found = document.warnings.map { Diagnostic($0, severity: strict ? .error : .warning) }
    found += checkPlugins()
    for (name, offset, problem) in palette.problems {
      var diagnostic = Diagnostic(
        document.error(code: problem.code, message: problem.message, at: offset), severity: .error)
      diagnostic.property = name
      found.append(diagnostic)
    }
    var known: [NodeIndex] = []
    known.reserveCapacity(document.objectCount)
    for node in 0..<document.objectCount {
      if classPlan(of: node) == nil {
        found += classDiagnostics(node, strict: strict)
      } else {
        known.append(node)
        found += checkKeys(node, strict: strict)
      }
    }
    build(known, validates: true) { [self] live in found += checkLive(live) }
    // The sort is stable by hand: places first, then the order found.
    return found.enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      return (a.line ?? 0, a.column ?? 0, first.offset) < (b.line ?? 0, b.column ?? 0, second.offset)
    }.map(\.element)
  }

  private func checkPlugins() -> [Diagnostic] {
    var found = plugins.malformed.map { name, text in
      Diagnostic(
        code: "scene.plugins", severity: .error, file: document.name,
        message:
          "the scene needs plugin '\(name)' '\(text)', which is no version requirement; write one such as '>=1.0 <2'")
    }
    for (_, failure) in (plugins.missing.map { ($0, $1) } + plugins.refusals.map { ($0, $1) }).sorted(by: {
      $0.0 < $1.0
    }) {
      found.append(Diagnostic(code: failure.code, severity: .warning, file: document.name, message: failure.message))
    }
    return found
  }

  /// Keys that the class does not have, former and deprecated names, and required ones that are missing. Values are looked at while the component is built.
  private func checkKeys(_ node: NodeIndex, strict: Bool) -> [Diagnostic] {
    guard let plan = classPlan(of: node) else { return [] }
    let properties = plan.definition.properties
    var isSuspect = plan.hasAliases || properties.contains(where: \.isRequired)
    if !isSuspect {
      document.forEachAttribute(of: node) { raw, _ in
        isSuspect = plan.key(raw).map { properties[$0.place].deprecated != nil } ?? true
        return !isSuspect
      }
    }
    guard isSuspect else { return [] }
    let stored = stored(node, plan)
    var found = stored.unknown.map { key, _ in
      diagnostic(
        "unknown.property", strict ? .error : .warning, node, property: key, message: unknownPropertyMessage(key, plan))
    }
    for (key, name) in stored.shadowed {
      found.append(
        diagnostic(
          "property.alias", .warning, node, property: key,
          message: "'\(key)' is a former name of '\(name)', which is stored too and wins; remove '\(key)'"))
    }
    for (place, property) in properties.enumerated() {
      if let reason = property.deprecated, let key = stored.keys[place] {
        found.append(
          diagnostic(
            "property.deprecated", .warning, node, property: key, message: "'\(property.name)' is deprecated: \(reason)"
          ))
      }
      let hasValue = if case .value(.some) = stored.cells[place] { true } else { false }
      if property.isRequired, !hasValue, !stored.problems.contains(where: { $0.key == property.name }) {
        found.append(
          diagnostic(
            "value.required", .error, node,
            message: "'\(document.id(node)).\(property.name)' is required and has no value; set one"))
      }
    }
    return found
  }

  private func checkLive(_ live: LiveObject) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if !live.isSound {
      for (key, problem) in stored(live.node, live.plan).problems {
        found.append(diagnostic(problem.code, .error, live.node, property: key, message: problem.message))
      }
    }
    for message in live.answer.warnings {
      found.append(
        diagnostic("hook.warning", .warning, live.node, property: message.property, message: worded(message, live)))
    }
    for message in live.answer.skipped {
      found.append(
        diagnostic("hook.rejected", .error, live.node, property: message.property, message: worded(message, live)))
    }
    for message in live.answer.invalid {
      found.append(
        diagnostic("value.invalid", .error, live.node, property: message.property, message: worded(message, live)))
    }
    if let failure = live.answer.failure { found.append(diagnostic(failure, live.node)) }
    return found + checkConditions(live)
  }

  /// Values that are stored and take no effect are kept, and told.
  private func checkConditions(_ live: LiveObject) -> [Diagnostic] {
    let plan = live.plan
    guard plan.visibility.contains(where: { $0 != nil }) || plan.enabling.contains(where: { $0 != nil }) else {
      return []
    }
    let stored = stored(live.node, plan)
    let effective = effective(live.answer.effective, skipped: live.answer.skipped, cells: stored.cells, plan)
    let conditions = ConditionState(plan: plan, cells: stored.cells, effective: effective, palette: palette)
    return plan.definition.properties.indices.compactMap { place in
      guard let key = stored.keys[place], !conditions.isActive(place), let reason = conditions.reason(place) else {
        return nil
      }
      return diagnostic(
        "property.inactive", .warning, live.node, property: key,
        message: "'\(document.id(live.node)).\(key)' is stored, but takes effect only when \(reason)")
    }
  }

  private func worded(_ message: HookMessage, _ live: LiveObject) -> String {
    "'\(document.id(live.node))\(message.property.map { ".\($0)" } ?? "")': \(message.text)"
  }

  /// Why an object's class has no plan.
  func classDiagnostics(_ node: NodeIndex, strict: Bool) -> [Diagnostic] {
    let className = document.className(node)
    switch plan(of: node) {
    case .known: return []
    case .unknown:
      let names = library.registry.classNames
      let hint = DidYouMean.suffix(for: className, among: names)
      return [
        diagnostic(
          "unknown.class", strict ? .error : .warning, node,
          message: "no plugin knows the class '\(className)'; '\(document.id(node))' is shown read-only\(hint)")
      ]
    case .ambiguous(let names):
      return [diagnostic("plugin.ambiguous", .error, node, message: ambiguity(className, names))]
    case .refused(let failure): return [diagnostic(failure.code, .warning, node, message: failure.message)]
    }
  }

  func ambiguity(_ className: String, _ names: [String]) -> String {
    let list = names.map { "'\($0)'" }.joined(separator: " and ")
    return
      "the class '\(className)' is registered by plugins \(list); name one in the scene's 'plugins', or write '\(names[0]).\(className)'"
  }
}

extension Diagnostic {
  /// An error of the document's own.
  package init(_ error: SceneError, severity: Severity) {
    self.init(
      code: error.code, severity: severity, file: error.file, line: error.line, column: error.column,
      message: error.message,
      excerpt: error.excerpt.map { "\($0.line)\n\($0.caretLine)" })
  }
}
