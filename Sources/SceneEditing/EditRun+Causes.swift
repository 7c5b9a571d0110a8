internal import InspectorKit
internal import JSONText
internal import SceneDocument

// Attribution of effects to single properties, for edits that set several properties of an object.
extension EditRun {
  /// Returns true if an edit sets several properties of an object and has effects that any of them may cause. False if
  /// changes are not reported, or if the edit changes the palette.
  func isMixed(_ judged: JudgedEdit) -> Bool {
    guard wantsChanges, formerReader == nil, judged.edit.cells.count > 1 else { return false }
    return !ChangeRecorder.effects(model, judged).isEmpty
  }

  /// Applies the edits that were postponed because ``isMixed(_:)`` is true for them. An effect is attributed to the
  /// only property that causes it alone, or to the object as a whole if no property or several properties do.
  func makeMixed() {
    let mixed = self.mixed
    self.mixed = []
    guard !mixed.isEmpty else { return }
    // For each edit, the indices of the properties that change an affected value on their own, keyed by the index of
    // the affected value.
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

  /// Builds each object with only one of its new values, and returns the affected values that this value changes: the
  /// index of the edit in `mixed`, and the index of the affected property. The objects are restored afterwards.
  ///
  /// - Parameter number: the index of the new value in each edit.
  private func changedAlone(by number: Int, _ mixed: [JudgedEdit]) -> [(index: Int, place: Int)] {
    var indices: [NodeIndex: Int] = [:]
    var restores: [SpliceRestore] = []
    for (index, judged) in mixed.enumerated() where number < judged.edit.cells.count {
      let (place, cell) = judged.edit.cells[number]
      let key = model.storedKey(judged.edit.node, judged.binding, at: place)
      guard let restore = try? model.write([cell.change(of: key)], to: judged.edit.node) else { continue }
      restores.append(restore)
      indices[judged.edit.node] = index
    }
    defer { for restore in restores.reversed() { _ = model.restore(restore) } }
    var changed: [(index: Int, place: Int)] = []
    model.untraced {
      model.build(indices.keys.sorted(), mode: .recreate, wantsComputed: true) { [model] built in
        guard let index = indices[built.node] else { return }
        let values = EffectiveValues(model: model, built: built)
        guard values.areKnown else { return }
        for effect in ChangeRecorder.effects(model, mixed[index]) where values[effect.place] != effect.old {
          changed.append((index, effect.place))
        }
      }
    }
    return changed
  }
}

extension StoredCell {
  /// Returns the attribute change that stores this cell under a key, or that removes the key if the cell is absent.
  fileprivate func change(of key: String) -> AttributeChange {
    guard case .value(let value) = self else { return .remove(key: key) }
    guard let value else { return .set(key: key, value: Array("null".utf8)) }
    var bytes: [UInt8] = []
    value.appendJSON(to: &bytes)
    return .set(key: key, value: bytes)
  }
}
