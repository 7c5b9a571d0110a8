internal import JSONText

/// The changes of one object, one for each property, from its value before the first step to its value after the last.
struct MergedChanges {
  /// The changes in the order of their first occurrence; nil in place of a change that continues under a different key.
  private var changes: [ObjectChange?] = []

  private var places: [ExactText: Int] = [:]

  mutating func removeAll() {
    changes.removeAll(keepingCapacity: true)
    // Emptying a table takes time proportional to its capacity.
    places.removeAll(keepingCapacity: places.capacity < 100)
  }

  /// The changes, in the order of the first change of each property.
  var all: some Sequence<ObjectChange> { changes.lazy.compactMap { $0 } }

  /// Adds a change after the existing changes, and merges it with an earlier change of the same property.
  mutating func add(_ change: ObjectChange) {
    // A refused change does not affect the changes made before.
    if change.rejected != nil { return changes.append(change) }
    var change = change
    if let key = change.renamedFrom, let place = places.removeValue(forKey: ExactText(key)), let former = changes[place]
    {
      // The value was changed under its former key. A return to its first key is not a rename.
      let first = former.renamedFrom ?? key
      changes[place] = nil
      change.renamedFrom = first.isExactly(change.property) ? nil : first
      change.old = former.old
      if change.renamedFrom == nil { change.effectiveBefore = former.effectiveBefore }
      change.effects = Self.merged(former.effects, change.effects)
    }
    let key = ExactText(change.property)
    guard let place = places[key], let former = changes[place] else {
      places[key] = changes.count
      changes.append(change)
      return
    }
    if let first = former.renamedFrom {
      // The property stored nothing before its value moved from another key.
      (change.renamedFrom, change.old) = (first, former.old)
    } else if change.renamedFrom == nil {
      change.old = former.old
    }
    change.effectiveBefore = former.effectiveBefore
    change.hasEffectiveBefore = former.hasEffectiveBefore
    change.effects = Self.merged(former.effects, change.effects)
    changes[place] = change
  }

  /// Combines the effects of two successive steps. Values that return to their original state are left out.
  static func merged(
    _ first: [ObjectChange.Effect], _ second: [ObjectChange.Effect]
  ) -> [ObjectChange.Effect] {
    if first.isEmpty || second.isEmpty { return first + second }
    var effects = first
    var places = Dictionary(first.indices.lazy.map { (first[$0].key, $0) }, uniquingKeysWith: { first, _ in first })
    for effect in second {
      if let place = places[effect.key] {
        effects[place].new = effect.new
      } else {
        places[effect.key] = effects.count
        effects.append(effect)
      }
    }
    return effects.filter { $0.old != $0.new }
  }
}

/// A dictionary key that identifies a property of an object, or a member of the scene.
package struct PropertyKey: Hashable {
  private let object: ExactText?
  private let name: ExactText

  /// Creates the key of a property of the object with this id, or of a member of the scene if `object` is nil.
  package init(_ object: String?, _ name: String) {
    (self.object, self.name) = (object.map { ExactText($0) }, ExactText(name))
  }
}

extension ObjectChange.Effect {
  var key: PropertyKey { PropertyKey(object, property) }
}
