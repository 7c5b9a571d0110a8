internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

/// Counts of the undeclared classes and values in scenes, from which ``DescriptionInference`` infers a description.
struct SceneEvidence {
  /// The counts for each class of the scenes, keyed by the class's name.
  private(set) var classes: [String: ClassEvidence] = [:]

  /// The last words, in lower case, of the names of all properties that store a number with a fraction.
  private(set) var fractionWords: Set<String> = []

  /// The number of scenes that were added.
  private(set) var sceneCount = 0

  /// The counts for the objects of one class.
  struct ClassEvidence {
    /// True if a plugin registers the class; then only keys that the class does not declare are counted.
    var isKnown = false

    /// The number of objects of the class.
    var objects = 0

    /// The number of objects that name each base class, keyed by the name of the base class.
    var bases: [String: Int] = [:]

    /// The stored values, keyed by their attribute keys.
    var keys: [String: ValueEvidence] = [:]
  }

  /// Adds the objects of a scene. Objects of a class that several plugins register, or of a refused plugin's class, are
  /// left out.
  mutating func add(_ model: SceneModel) {
    sceneCount += 1
    for node in model.document.objects {
      let binding: ClassBinding?
      switch model.meaning(of: node) {
      case .known(let known): binding = known.inspectedAs == nil ? known : nil
      case .unknown: binding = nil
      case .ambiguous, .refused: continue
      }
      add(node, binding, model)
    }
  }

  /// Adds an object to the counts of its class.
  ///
  /// - Parameter binding: the object's class; nil if no plugin registers it.
  private mutating func add(_ node: NodeIndex, _ binding: ClassBinding?, _ model: SceneModel) {
    var found = classes[model.document.className(node)] ?? ClassEvidence()
    classes[model.document.className(node)] = nil
    found.isKnown = binding != nil
    found.objects += 1
    let base = model.document.classBases[model.document.classID(node)]
    // A class cannot be its own base, but converted storyboards may write so.
    if let base, binding == nil, !base.isExactly(model.document.className(node)) { found.bases[base, default: 0] += 1 }
    model.attributes(of: node).visit { key, raw in
      let name = JSONString.decode(key)
      if JSONNumber.int(raw) == nil, JSONNumber.double(raw) != nil { fractionWords.insert(Self.lastWord(of: name)) }
      if let binding, binding.key(key) != nil || binding.clashes[name] != nil { return true }
      found.keys[name, default: ValueEvidence()].add(Array(raw), scene: sceneCount) {
        model.palette.colors[ExactText($0)] != nil
      }
      return true
    }
    classes[model.document.className(node)] = found
  }

  /// Returns the last word of a property's name in lower case: `value` for `minValue`.
  static func lastWord(of name: String) -> String {
    PropertyName.label(for: name).parts(between: " ").last.map { String($0).lowercased() } ?? name
  }
}
