internal import JSONText
internal import SceneDocument

/// The properties that both sides of a merge changed under different keys.
///
/// A property may be stored under its own name, a former name or an alias. If one side stores a property under a new
/// key, and the other side changes the value under the old key, the steps of this type store the value under the
/// property's own name in all three scenes, in the current form:
///
/// ```
/// base     angle: 1.57                    →  steps: rename angle to rotation
/// ours     rotation: 90
/// theirs   angle: 3.14                    →  merged: rotation: 180
/// ```
///
/// The key with the highest precedence is renamed; further keys of the property are removed. A property that one of the
/// scenes cannot store under its own name is left unchanged in all of them, and merged as a whole.
struct RespelledProperties {
  /// A property of an object, with the keys under which scenes store it.
  struct Property {
    /// The conflict about the whole property, under its own name.
    var conflict: SceneConflict
    var keys: [String]
  }

  /// The properties that the steps store under their own names.
  private(set) var aligned: [Property] = []

  /// The properties that cannot be stored under their own names in every scene.
  private(set) var torn: [Property] = []

  /// The steps to perform in each of the three scenes.
  private(set) var base: [EditStep] = []
  private(set) var ours: [EditStep] = []
  private(set) var theirs: [EditStep] = []

  private typealias Attributes = [SceneDifference.Attribute]

  /// Searches the changes of both sides.
  ///
  /// - Parameters:
  ///   - model: a model of our scene, which is made if both sides changed different keys of an object.
  ///   - copied: returns a model of a copy of a scene; it is called if properties were found.
  init(
    of sides: MergeSides, in model: @autoclosure () -> SceneModel,
    copied: (SceneDocument) throws(Diagnostic) -> SceneModel
  ) throws(Diagnostic) {
    let objects = Self.objects(sides.here.attributes, sides.there.attributes)
    guard !objects.isEmpty else { return }
    let own = model()
    let found = objects.flatMap { Self.properties(of: $0.object, $0.here, $0.there, in: own) }
    guard !found.isEmpty else { return }
    let models = [try copied(sides.base), try copied(sides.ours), try copied(sides.theirs)]
    var scenes = [Spelling(), Spelling(), Spelling()]
    for (object, keys) in found {
      let states = models.map { Self.stored(keys, of: object, in: $0) }
      let property = Property(
        conflict: SceneConflict(
          object: object, subject: .property(keys[0]), base: states[0].first?.text, ours: states[1].first?.text,
          theirs: states[2].first?.text),
        keys: keys)
      let canBeAligned = zip(models, states).allSatisfy { model, stored in
        Self.canStore(stored.map(\.key), of: object, under: keys, in: model)
      }
      guard canBeAligned else {
        torn.append(property)
        continue
      }
      aligned.append(property)
      for scene in scenes.indices { scenes[scene].add(states[scene].map(\.key), of: object, name: keys[0]) }
    }
    (base, ours, theirs) = (scenes[0].steps, scenes[1].steps, scenes[2].steps)
  }

  /// Returns the objects in which the two sides changed different keys, with the changes of both sides.
  private static func objects(
    _ here: Attributes, _ there: Attributes
  ) -> [(object: String, here: Attributes, there: Attributes)] {
    let isOursShorter = here.count < there.count
    let (few, many) = isOursShorter ? (here, there) : (there, here)
    let known = Dictionary(grouping: few) { ExactText($0.object) }
    guard !known.isEmpty else { return [] }
    let others = Dictionary(grouping: many.lazy.filter { known[ExactText($0.object)] != nil }) { ExactText($0.object) }
    return others.compactMap { object, changes in
      guard let own = known[object], own.count > 1 || changes.count > 1 || own[0].property != changes[0].property else {
        return nil
      }
      return (object.text, isOursShorter ? own : changes, isOursShorter ? changes : own)
    }.sorted { $0.object < $1.object }
  }

  /// Returns the keys of each property that both sides changed differently under different keys. The property's own
  /// name comes first.
  private static func properties(
    of object: String, _ here: Attributes, _ there: Attributes, in model: SceneModel
  ) -> [(object: String, keys: [String])] {
    guard let node = model.document.node(id: object), let binding = model.binding(of: node) else { return [] }
    func keys(_ changes: Attributes) -> Set<ExactText> { Set(changes.map { ExactText($0.property) }) }
    return binding.respelled(keys(here), keys(there)).compactMap { place in
      let names = binding.keys(at: place)
      func texts(_ changes: Attributes) -> [ExactText: ExactText?] {
        let changes = changes.filter { change in names.contains { $0.isExactly(change.property) } }
        return Dictionary(
          changes.map { (ExactText($0.property), $0.new.map { ExactText($0) }) },
          uniquingKeysWith: { first, _ in first })
      }
      return texts(here) == texts(there) ? nil : (object, names)
    }
  }

  /// Returns the keys of a property under which a scene's own file stores values of an object, in order of precedence.
  private static func stored(
    _ keys: [String], of object: String, in model: SceneModel
  ) -> [(key: String, text: String)] {
    guard let node = model.document.node(id: object) else { return [] }
    return keys.compactMap { key in
      guard model.document.writes(key, of: node), let text = model.attributes(of: node)[key] else { return nil }
      return (key, String(decoding: text, as: UTF8.self))
    }
  }

  /// Returns true if the object's class in a scene has a property with the same keys, and if the property's own name
  /// can store the value.
  private static func canStore(
    _ stored: [String], of object: String, under keys: [String], in model: SceneModel
  ) -> Bool {
    guard let node = model.document.node(id: object), let binding = model.binding(of: node),
      let place = binding.place(of: keys[0]), binding.keys(at: place) == keys
    else { return false }
    return stored.first.map { $0.isExactly(keys[0]) || model.canRename($0, to: keys[0], of: node) } ?? true
  }
}

/// The objects of a scene in which keys are renamed or removed.
private struct Spelling {
  private var renamed: [[ExactText]: [String]] = [:]
  private var removed: [ExactText: [String]] = [:]

  /// Adds a property of an object.
  ///
  /// - Parameters:
  ///   - stored: the keys under which the scene stores the property, in order of precedence.
  ///   - name: the property's own name.
  mutating func add(_ stored: [String], of object: String, name: String) {
    guard let carrier = stored.first else { return }
    if !carrier.isExactly(name) { renamed[[ExactText(carrier), ExactText(name)], default: []].append(object) }
    for key in stored.dropFirst() { removed[ExactText(key), default: []].append(object) }
  }

  var steps: [EditStep] {
    let resets = removed.map { key, objects in
      (key.text, EditStep.set(Selector(ids: objects), [Assignment(key.text, .reset)]))
    }
    let renames = renamed.map { names, objects in
      (names[0].text, EditStep.renameProperty(Selector(ids: objects), from: names[0].text, to: names[1].text))
    }
    return (resets.sorted { $0.0 < $1.0 } + renames.sorted { $0.0 < $1.0 }).map(\.1)
  }
}
