extension SceneDocument {
  /// Takes another text in place of the present one, wholly or not at all, and returns what undoes it.
  ///
  /// Objects keep who they are by their ids, as far as the answer's map goes. What undoes it keeps what differs between
  /// the first and the last byte that do.
  ///
  /// - Throws: what is wrong with the text; then nothing is changed.
  package func replaceText(with text: [UInt8]) throws(SceneError) -> StructureRestore {
    let read = try SceneDocument(bytes: text, name: name, limits: limits)
    let former = state
    let next = read.renumbered(lastGeneration + 1)
    guard let next else { throw SceneError(FileRefusal.noMemory(size: text.count), file: name) }
    var map = NodeMap()
    for node in 0..<read.objectCount { map.append(old: self.node(id: read.id(node)), count: 1) }
    map.finish(oldCount: objectCount)
    let back = FormerText(from: former, to: next)
    state = next
    lastGeneration += 1
    forgetFileText()
    if let recorder { back.recordForth(to: next, in: recorder) }
    return StructureRestore(map: map, nodes: [], replacesText: true, former: back)
  }

  /// The state of a document that nobody else has, as another's of that generation.
  private func renumbered(_ generation: Int) -> SceneState? {
    guard let state = SceneState(source, limits: limits, generation: generation), state.scan(limits: limits) == nil
    else { return nil }
    return state
  }
}

extension FormerText {
  /// What leads back from a text to one that it replaces, as one span.
  fileprivate init(from former: SceneState, to present: SceneState) {
    self.init(overlay: former.overlay, generation: former.generation, present: present.generation)
    let (old, new) = (former.source.buffer, present.source.buffer)
    let (start, end) = old.common(with: new)
    add(
      start: start, end: new.count - end,
      old: UnsafeRawBufferPointer(rebasing: old[start..<old.count - end]))
  }
}
