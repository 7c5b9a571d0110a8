internal import InspectorKit
internal import SceneDocument

/// Counts of the property values of many objects of one class. The components of these objects report nothing, so each
/// effective value is the stored one or the default. The default of an unstored property is counted once for all
/// objects.
final class ClassTally {
  let binding: ClassBinding

  /// The tallies of the class's properties, by property index.
  let properties: [MixedTally]

  /// The indexes of the sections that contain the properties.
  let sections: [Int]
  private let defaults: [StoredCell]

  /// The number of objects added so far.
  private(set) var count = 0

  /// The stored attributes of the object being added, by property index.
  @exclusivity(unchecked) private var cells: [StoredCell]

  /// The counts over all added objects, by property index.
  @exclusivity(unchecked) private var counts: [Counts]

  private struct Counts {
    var absent = 0
    var unset = 0
    var stored = 0
    var modified = 0
    /// The indexes of the default among the distinct values of the property and of its parts; nil until an object lacks
    /// a stored value.
    var places: [Int]?
  }

  init(_ binding: ClassBinding, _ properties: [MixedTally], sections: [Int]) {
    self.binding = binding
    self.properties = properties
    self.sections = sections
    defaults = binding.definition.properties.map { .value($0.defaultValue) }
    cells = Array(repeating: .absent, count: properties.count)
    counts = Array(repeating: Counts(), count: properties.count)
    for (property, definition) in zip(properties, binding.definition.properties) {
      _ = property.mixed.defaults.place(of: ColumnValue(definition.defaultValue))
    }
  }

  /// Counts an object whose component reported nothing. Returns false and counts nothing if the object must be examined
  /// individually: if its class has required, deprecated or conditional properties, or its attributes cannot all be
  /// read.
  func add(_ node: NodeIndex, _ model: SceneModel) -> Bool {
    guard !binding.isIntricate, read(node, model) else { return false }
    count += 1
    for place in properties.indices {
      guard case .value(let value) = cells[place] else {
        counts[place].absent += 1
        if counts[place].places == nil {
          counts[place].places = properties[place].places(of: binding.definition.properties[place].defaultValue)
        }
        continue
      }
      if value == nil { counts[place].unset += 1 } else { counts[place].stored += 1 }
      if cells[place] != defaults[place] { counts[place].modified += 1 }
      properties[place].add(value)
    }
    return true
  }

  /// Reads an object's attributes into `cells`. Returns false if any key is unknown or an alias, or any value does not
  /// fit its property.
  private func read(_ node: NodeIndex, _ model: SceneModel) -> Bool {
    for place in cells.indices { cells[place] = .absent }
    var isSound = true
    model.attributes(of: node).visit { key, raw in
      // Aliases are not counted here, since a property may be stored under several keys.
      guard let place = binding.key(key).flatMap({ $0.isAlias ? nil : $0.place }),
        let cell = binding.plainCell(raw, at: place)
          ?? (try? model.reader.read(raw, as: binding.definition.properties[place]))
      else {
        isSound = false
        return false
      }
      cells[place] = cell
      return true
    }
    return isSound
  }

  /// Adds the counts of all objects to the tallies of the properties.
  func finish() {
    for (place, property) in properties.enumerated() where count > 0 {
      let counts = counts[place]
      if counts.absent > 0 {
        property.add(.default, times: counts.absent, isStored: false, isModified: false, isVisible: true)
      }
      if counts.unset > 0 {
        property.add(.unset, times: counts.unset, isStored: true, isModified: false, isVisible: true)
      }
      if counts.stored > 0 {
        property.add(.stored, times: counts.stored, isStored: true, isModified: false, isVisible: true)
      }
      property.mixed.modified += counts.modified
      property.mixed.defaults.add(ColumnValue(binding.definition.properties[place].defaultValue), times: count)
      if let places = counts.places { property.add(at: places, times: counts.absent) }
    }
  }
}
