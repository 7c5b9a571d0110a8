internal import InspectorKit
internal import JSONText
internal import SceneDocument

// Which of several properties that an edit gives an object causes which effect.
extension EditRun {
  /// True if an edit gives several properties of an object values and has effects that any of them may cause.
  func isMixed(_ judged: JudgedEdit) -> Bool {
    guard wantsChanges, formerReader == nil, judged.edit.cells.count > 1 else { return false }
    return !ChangeRecorder(model, judged.edit, judged.binding, judged.answer).effects.isEmpty
  }

  /// Makes the edits that ``isMixed(_:)`` held back. An effect stands under the one property that makes the value another
  /// by itself, and under the object where none or several do.
  func makeMixed() {
    let mixed = self.mixed
    self.mixed = []
    guard !mixed.isEmpty else { return }
    // For each object, the properties that change each affected place by themselves.
    var found = [[Int: Set<Int>]](repeating: [:], count: mixed.count)
    let most = mixed.map(\.edit.cells.count).max() ?? 0
    for number in 0..<most where !model.job.isCancelled {
      for (index, place) in changedAlone(by: number, mixed) {
        guard mixed[index].edit.cells.indices.contains(number) else { continue }
        found[index][place, default: []].insert(mixed[index].edit.cells[number].place)
      }
    }
    for (judged, found) in zip(mixed, found) where !model.job.isCancelled {
      let causes = found.compactMapValues { $0.count == 1 ? $0.first : nil }
      make(judged.edit, judged.binding, judged.answer, causes: causes)
    }
  }

  /// Builds objects with one of their new values alone, and answers at which affected places it makes a difference.
  private func changedAlone(by number: Int, _ mixed: [JudgedEdit]) -> [(index: Int, place: Int)] {
    var indices: [NodeIndex: Int] = [:]
    var restores: [ObjectRestore] = []
    for (index, judged) in mixed.enumerated() where number < judged.edit.cells.count {
      let (place, cell) = judged.edit.cells[number]
      let key = model.storedKey(judged.edit.node, judged.binding, at: place)
      guard let restore = try? model.document.apply([cell.change(of: key)], to: judged.edit.node) else { continue }
      restores.append(restore)
      indices[judged.edit.node] = index
    }
    defer { for restore in restores.reversed() { _ = model.document.restore(restore) } }
    // These builds are no part of the edit that is traced.
    let tracer = model.tracer
    model.tracer = nil
    defer { model.tracer = tracer }
    var changed: [(index: Int, place: Int)] = []
    model.build(indices.keys.sorted(), mode: .recreate, wantsComputed: true) { [model] built in
      guard let index = indices[built.node] else { return }
      let values = EffectiveValues(model: model, built: built)
      guard values.areKnown else { return }
      let judged = mixed[index]
      for effect in ChangeRecorder.effects(model, judged) where values[effect.place] != effect.old {
        changed.append((index, effect.place))
      }
    }
    return changed
  }
}

extension StoredCell {
  /// The change of a text that stores it under a key.
  fileprivate func change(of key: String) -> AttributeChange {
    guard case .value(let value) = self else { return .remove(key: key) }
    guard let value else { return .set(key: key, value: Array("null".utf8)) }
    var bytes: [UInt8] = []
    value.appendJSON(to: &bytes)
    return .set(key: key, value: bytes)
  }
}
