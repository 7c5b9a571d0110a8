internal import InspectorKit
internal import SceneDocument

/// Finds components that answer otherwise when they are built once more from the same stored values: a hook of theirs
/// depends on a time, a random number, a file, or on what was built before.
struct RepeatedBuilds {
  private let model: SceneModel

  /// The answers with something to say, by object.
  private var first: [NodeIndex: BuildReply] = [:]

  init(_ model: SceneModel) { self.model = model }

  /// Keeps what a component answered the first time.
  mutating func keep(_ live: LiveObject) {
    if !live.answer.isSilent { first[live.node] = live.answer }
  }

  /// Builds objects again, in workers that are started for it.
  func check(_ nodes: [NodeIndex]) -> [Diagnostic] {
    for plugin in model.library.registry.plugins { plugin.stop() }
    var found: [Diagnostic] = []
    model.build(nodes, validates: true) { live in
      // What failed is reported for the first time that it failed.
      let before = first[live.node] ?? BuildReply()
      guard before.failure == nil, live.answer.failure == nil else { return }
      found += differences(before, live)
    }
    return found
  }

  private func differences(_ before: BuildReply, _ live: LiveObject) -> [Diagnostic] {
    guard !before.isSilent || !live.answer.isSilent else { return [] }
    let cells = model.stored(live.node, live.binding).cells
    let (old, new) = (
      model.effective(before, cells: cells, live.binding) ?? [],
      model.effective(live.answer, cells: cells, live.binding) ?? []
    )
    var found = live.binding.definition.properties.enumerated().compactMap { place, property -> Diagnostic? in
      guard old[place] != new[place] else { return nil }
      let words = "answers \(old[place]?.text ?? "unset") and then \(new[place]?.text ?? "unset")"
      return diagnostic(live, property: property.name, words)
    }
    if found.isEmpty, before.remarked != live.answer.remarked {
      found.append(diagnostic(live, property: nil, "warns of, or refuses, something else the second time"))
    }
    return found
  }

  private func diagnostic(_ live: LiveObject, property: String?, _ words: String) -> Diagnostic {
    model.diagnostic(
      .hookUnstable, .warning, live.node, property: property,
      message:
        "\(model.quotedName(of: live.node, property)) \(words) from the same stored values; a hook of '\(live.binding.definition.name)' depends on something else",
      namesObject: true)
  }
}

extension BuildReply {
  /// What its hooks say.
  fileprivate var remarked: [[HookMessage]] { [warnings, skipped, invalid] }
}
