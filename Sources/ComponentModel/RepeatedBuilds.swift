internal import InspectorKit
internal import SceneDocument

/// A second build of objects, which detects components with different replies to the same stored values. Hooks of such
/// a component depend on the time, a random number, a file, or earlier builds.
struct RepeatedBuilds {
  private let model: SceneModel

  /// The replies of the first build by object. Replies that report nothing are omitted.
  private var first: [NodeIndex: BuildReply] = [:]

  init(_ model: SceneModel) { self.model = model }

  /// Stores a component's reply of the first build.
  mutating func keep(_ built: BuiltObject) {
    if !built.answer.isSilent { first[built.node] = built.answer }
  }

  /// Stops all plugins, builds objects again in new workers, and returns warnings about replies that differ from the
  /// first ones.
  func check(_ nodes: [NodeIndex]) -> [Diagnostic] {
    for plugin in model.library.registry.plugins { plugin.stop() }
    var found: [Diagnostic] = []
    model.build(nodes, validates: true) { built in
      // Failures are reported only by the first build.
      let before = first[built.node] ?? BuildReply()
      guard before.failure == nil, built.answer.failure == nil else { return }
      found += differences(before, built)
    }
    return found
  }

  private func differences(_ before: BuildReply, _ built: BuiltObject) -> [Diagnostic] {
    guard !before.isSilent || !built.answer.isSilent else { return [] }
    let (id, className) = (model.document.id(built.node), built.binding.definition.name)
    let cells = model.stored(built.node, built.binding).cells
    let old = model.effective(before, cells: cells, built.binding) ?? []
    let new = model.effective(built.answer, cells: cells, built.binding) ?? []
    var found = built.binding.definition.properties.enumerated().compactMap { place, property -> Diagnostic? in
      guard old[place] != new[place] else { return nil }
      let finding = HookFinding.unstableValue(
        FindingPlace(id, property.name), old[place], new[place], className: className)
      return model.diagnostic(finding, .warning, built.node, property: property.name, naming: .inReason)
    }
    let after = built.answer
    if found.isEmpty,
      (before.warnings, before.skipped, before.invalid) != (after.warnings, after.skipped, after.invalid)
    {
      let finding = HookFinding.unstableWords(FindingPlace(id), className: className)
      found.append(model.diagnostic(finding, .warning, built.node, naming: .inReason))
    }
    return found
  }
}
