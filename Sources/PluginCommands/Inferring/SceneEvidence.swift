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

  /// The formats of the documents of other programs that were added, each once.
  private(set) var formats: [any ForeignFormat] = []

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

    /// The class's properties as documents define them, keyed by name.
    var declared: [String: PropertyDefinition] = [:]

    /// The stored values, keyed by their attribute keys.
    var keys: [String: ValueEvidence] = [:]

    /// Stores the properties that a document defines, unless an earlier document defines the same ones.
    fileprivate mutating func keep(_ definition: ComponentDefinition) {
      for property in definition.properties where declared[property.name] == nil { declared[property.name] = property }
    }
  }

  /// Adds the objects of a scene. Objects of a class that several plugins register, or of a refused plugin's class, are
  /// left out.
  mutating func add(_ model: SceneModel) {
    sceneCount += 1
    if let format = model.document.foreignFormat, !formats.contains(where: { $0.name.isExactly(format.name) }) {
      formats.append(format)
    }
    for node in model.document.objects {
      switch model.meaning(of: node) {
      case .known(let known) where model.definesClass(known):
        add(node, nil, known.definition.base, model)
        classes[model.document.className(node)]?.keep(known.definition)
      case .known(let known) where known.inspectedAs == nil: add(node, known, nil, model)
      case .known, .unknown: add(node, nil, model.document.classBases[model.document.classID(node)], model)
      case .ambiguous, .refused: continue
      }
    }
  }

  /// Adds an object to the counts of its class.
  ///
  /// - Parameters:
  ///   - binding: the object's class; nil if no plugin registers it.
  ///   - base: the base of a class that no plugin registers; nil if none is named.
  private mutating func add(_ node: NodeIndex, _ binding: ClassBinding?, _ base: String?, _ model: SceneModel) {
    var found = classes[model.document.className(node)] ?? ClassEvidence()
    classes[model.document.className(node)] = nil
    found.isKnown = binding != nil
    found.objects += 1
    // A class cannot be its own base, but converted storyboards may write so.
    if let base, binding == nil, !base.isExactly(model.document.className(node)) { found.bases[base, default: 0] += 1 }
    model.attributes(of: node).visit { key, raw in
      let name = JSONString.decode(key)
      if model.document.foreignFormat != nil, Self.isElement(name) { return true }
      if JSONNumber.int(raw) == nil, JSONNumber.double(raw) != nil { fractionWords.insert(Self.lastWord(of: name)) }
      if let binding, binding.key(key) != nil || binding.clashes[name] != nil { return true }
      let stated = model.document.statedType(of: name, node).flatMap(PropertyType.init)
      found.keys[name, default: ValueEvidence()].add(Array(raw), stated, scene: sceneCount) {
        model.palette.colors[ExactText($0)] != nil
      }
      return true
    }
    classes[model.document.className(node)] = found
  }

  /// Returns true if a value's name in a foreign document denotes an array element, which no class declares.
  private static func isElement(_ name: String) -> Bool {
    name.parts(between: ".").contains { Int($0) != nil }
  }

  /// Returns the last word of a property's name in lower case: `value` for `minValue`.
  static func lastWord(of name: String) -> String {
    PropertyName.label(for: name).parts(between: " ").last.map { String($0).lowercased() } ?? name
  }
}

extension SceneModel {
  /// Returns true if the document itself defines the class, which is therefore unknown in other documents.
  fileprivate func definesClass(_ binding: ClassBinding) -> Bool {
    document.foreignDefinitions != nil && binding.inspectedAs == nil && binding.owner === registry.plugins.last
  }
}
