package import InspectorKit
internal import JSONText
package import SceneDocument

/// A scene's document together with what the plugins know of its classes.
package final class SceneModel {
  package let document: SceneDocument
  package let library: PluginLibrary

  /// The job of the call that uses the model.
  package var job: InspectorJob

  /// The library's plugins as they were when the model was made.
  package let registry: ComponentRegistry
  package var palette: ScenePalette { reader.palette }
  package let plugins: ScenePlugins
  package private(set) var reader: StoredValueReader

  /// Receives every component that is built, where a trace is on.
  package var tracer: (@Sendable (Lifecycle) -> Void)?

  /// Where attributes stand that diagnostics are about, and what their names may be meant for.
  var attributePlaces = AttributePlaces()
  package var hints = NameHints()

  private var bindings: [Meaning?]
  private var classBases: [String?]
  private var generation: Int

  /// What a class of the scene means, the meaning of a known one made ready for use.
  package enum Meaning {
    case known(ClassBinding)
    case unknown
    case ambiguous([InstalledPlugin])
    case refused(PluginFailure)
  }

  package init(document: SceneDocument, library: PluginLibrary, under job: InspectorJob) {
    self.job = job
    self.document = document
    self.library = library
    registry = library.registry
    requirements = document.plugins
    plugins = ScenePlugins(requirements.map { ($0.name, $0.requirement) }, registry)
    reader = StoredValueReader(palette: ScenePalette(document))
    bindings = Array(repeating: nil, count: document.classNames.count)
    (classNames, classBases) = (document.classNames, document.classBases)
    generation = document.generation
  }

  /// The names that `bindings` and `hasParentReaders` are about.
  private var classNames: [String]

  /// Takes the document's classes as they are after a structural edit, or after one was undone.
  package func follow() {
    guard generation != document.generation else { return }
    let keys = zip(classNames, classBases).map { [$0, $1] }
    let known = Dictionary(zip(keys, bindings), uniquingKeysWith: { first, _ in first })
    (classNames, classBases) = (document.classNames, document.classBases)
    bindings = zip(classNames, classBases).map { known[[$0, $1]] ?? nil }
    generation = document.generation
    parentReaders = nil
    constraints = nil
  }

  /// Whether the document names other plugins than those that this model knows of.
  package var isOutdated: Bool {
    let now = document.plugins
    return now.map(\.name) != requirements.map(\.name) || now.map(\.requirement) != requirements.map(\.requirement)
  }

  private let requirements: [PluginRequirement]

  /// Takes the document's palette as it is now.
  package func readPalette() {
    reader = StoredValueReader(palette: ScenePalette(document))
    colorTexts = nil
  }

  /// The JSON texts of the palette's colours, which are read where they are needed first.
  private var colorTexts: [ExactText: [UInt8]]?

  package func colorText(_ name: String) -> [UInt8]? {
    if colorTexts == nil {
      colorTexts = Dictionary(
        document.palette.map { (ExactText($0.name), $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    return colorTexts?[ExactText(name)]
  }

  /// Takes a colour as it will be in the document, before the palette is read again.
  package func expectColor(_ name: String, _ text: [UInt8]?) {
    _ = colorText(name)
    colorTexts?[ExactText(name)] = text
    reader.palette.set(name, to: text)
  }

  /// The meaning of a class by its number in the document.
  package func meaning(ofClass classID: Int) -> Meaning {
    if classID < bindings.count, let binding = bindings[classID] { return binding }
    let binding: Meaning =
      switch resolution(ofClass: classID) {
      case .known(let entry): .known(ClassBinding(entry, registry.composed(entry, needs: plugins)))
      case .unknown: .unknown
      case .ambiguous(let plugins): .ambiguous(plugins)
      case .refused(let failure): .refused(failure)
      }
    while bindings.count <= classID { bindings.append(nil) }
    bindings[classID] = binding
    return binding
  }

  /// What a class of the scene is by its number.
  func resolution(ofClass classID: Int) -> ComponentRegistry.Resolution {
    registry.resolve(document.classNames[classID], base: document.classBases[classID], needs: plugins)
  }

  package func meaning(of node: NodeIndex) -> Meaning { meaning(ofClass: document.classID(node)) }

  /// The binding of a node's class where a plugin knows it.
  package func binding(of node: NodeIndex) -> ClassBinding? {
    if case .known(let binding) = meaning(of: node) { binding } else { nil }
  }

  /// The binding of a node whose properties are to be edited; an error where no plugin knows its class.
  package func editableBinding(of node: NodeIndex) throws(Diagnostic) -> ClassBinding {
    let (id, className) = (document.id(node), document.className(node))
    switch meaning(of: node) {
    case .known(let binding): return binding
    case .refused(let failure): throw Diagnostic(failure)
    case .ambiguous(let plugins): throw Diagnostic(NameRefusal.ambiguousClass(className, plugins))
    case .unknown:
      if let failure = plugins.missing.min(by: { $0.key < $1.key })?.value { throw Diagnostic(failure) }
      throw Diagnostic(NameRefusal.noPlugin(className: className, object: id))
    }
  }

  /// The definition that a class name of the document, or one typed by a person, stands for.
  ///
  /// - Parameter base: the class as which objects of it are inspected where no plugin knows it.
  package func definition(ofClass name: String, base: String? = nil) -> ComponentDefinition? {
    if case .known(let entry) = registry.resolve(name, base: base, needs: plugins) { entry.definition } else { nil }
  }

  /// Nodes by the numbers of their classes, lowest first; each class's in the order given.
  package func byClass(_ nodes: [NodeIndex]) -> [(classID: Int, nodes: [NodeIndex])] {
    if nodes.count < document.classNames.count / 8 {
      let groups = Dictionary(grouping: nodes, by: document.classID)
      return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    var groups = [[NodeIndex]](repeating: [], count: document.classNames.count)
    for node in nodes { groups[document.classID(node)].append(node) }
    return groups.enumerated().filter { !$1.isEmpty }.map { ($0, $1) }
  }

  /// True if any object of the scene has constraints; found out once between two structural edits.
  package var hasConstraints: Bool {
    if let constraints { return constraints }
    let found = document.hasConstraints
    constraints = found
    return found
  }

  private var constraints: Bool?

  /// Whether any class of the scene reads its parent.
  package var hasParentReaders: Bool {
    if let parentReaders { return parentReaders }
    let found = document.classNames.indices.contains { classID in
      // Without a binding, which takes all that there is to know of a class.
      if case .known(let entry) = resolution(ofClass: classID) {
        entry.readsParent
      } else {
        false
      }
    }
    parentReaders = found
    return found
  }

  private var parentReaders: Bool?
}

/// The stored attributes of one object, typed.
package struct StoredAttributes {
  /// A cell for every property of the class; a value that is refused is absent.
  package var cells: [StoredCell]

  /// Keys that the class does not have, with their raw values.
  package var unknown: [(key: String, raw: String)] = []

  /// Values that cannot be the property's.
  package var problems: [(key: String, problem: Diagnostic)] = []

  /// Keys that stand beside the one that carries the property at a place.
  package var shadowed: [(key: String, place: Int)] = []

  /// The key that carries each stored property, by its place.
  package var keys: [Int: String] = [:]
}

extension SceneModel {
  /// Reads and checks all attributes of an object whose class is known.
  ///
  /// - Parameter former: a reader of before a change of the palette, where colours are meant as they were then.
  package func stored(_ node: NodeIndex, _ binding: ClassBinding, by former: StoredValueReader? = nil)
    -> StoredAttributes
  {
    let reader = former ?? self.reader
    var stored = StoredAttributes(cells: Array(repeating: .absent, count: binding.definition.properties.count))
    var carrying: CarryingKeys?
    document.forEachAttribute(of: node) { raw, value in
      guard let key = binding.key(raw) else {
        stored.unknown.append((JSONString.decode(raw), String(decoding: value, as: UTF8.self)))
        return true
      }
      let property = binding.definition.properties[key.place]
      if isShadowed(key, of: node, binding, &carrying) {
        stored.shadowed.append((key.name, key.place))
        return true
      }
      stored.keys[key.place] = key.name
      do throws(Diagnostic) {
        stored.cells[key.place] = try reader.read(value, as: property)
      } catch {
        stored.problems.append((key.name, error))
      }
      return true
    }
    return stored
  }

  /// One property of one object; absent where the stored value is refused.
  package func storedCell(_ node: NodeIndex, _ binding: ClassBinding, at place: Int) -> StoredCell {
    guard binding.hasOtherKeys(place) else {
      var cell = StoredCell.absent
      document.forEachAttribute(of: node) { key, raw in
        guard binding.isKey(key, of: place) else { return true }
        cell = storedCell(raw, binding, at: place)
        return false
      }
      return cell
    }
    return carrier(node, binding, at: place).map { storedCell($0.value, binding, at: place) } ?? .absent
  }

  /// Some properties of one object, read in one walk; absent where the stored value is refused.
  ///
  /// - Parameters:
  ///   - count: how many properties are wanted.
  ///   - numbers: the number of each of them, by its place.
  func storedCells(_ node: NodeIndex, _ binding: ClassBinding, _ count: Int, _ numbers: [Int?]) -> [StoredCell] {
    var cells = [StoredCell](repeating: .absent, count: count)
    // The rank of the key that each was read from; most classes have no property with several.
    var ranks: [Int] = []
    document.forEachAttribute(of: node) { raw, value in
      guard let key = binding.key(raw), let number = numbers[key.place] else { return true }
      if binding.hasOtherKeys(key.place) {
        if ranks.isEmpty { ranks = Array(repeating: .max, count: count) }
        guard key.rank < ranks[number] else { return true }
        ranks[number] = key.rank
      }
      cells[number] = storedCell(value, binding, at: key.place)
      return true
    }
    return cells
  }

  /// What raw text means that is stored for a property; absent where it is refused.
  func storedCell(_ raw: UnsafeRawBufferPointer, _ binding: ClassBinding, at place: Int) -> StoredCell {
    binding.plainCell(raw, at: place) ?? (try? reader.read(raw, as: binding.definition.properties[place])) ?? .absent
  }
}
