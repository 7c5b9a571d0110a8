package import InspectorKit
internal import JSONText
package import SceneDocument

/// A model of a scene: its document with the plugins' definitions of its classes.
package final class SceneModel {
  package let document: SceneDocument
  package let library: PluginLibrary

  /// The session's version that the model represents.
  package var version = 0

  /// The job of the call that uses the model.
  package var job: InspectorJob

  /// A snapshot of the library's plugins, taken when the model was created.
  package let registry: ComponentRegistry
  package var palette: ScenePalette { reader.palette }
  package let plugins: ScenePlugins
  package private(set) var reader: StoredValueReader

  /// The values of settings for bindings, as read when the model first needed them.
  package var settings: SettingValues { readSettings.orMake { library.settings?.values ?? SettingValues() } }

  /// The values of settings, once the model has read them; nil before.
  private var readSettings: SettingValues?

  /// The bindings that were read last, with their object, its class and the document's generation.
  var keptBindings: (node: NodeIndex, generation: Int, binding: ClassBinding, list: [BoundProperty])?

  /// The receiver of every built component's lifecycle; nil without tracing.
  package var tracer: (@Sendable (Lifecycle) -> Void)?

  /// A cache of the positions of attributes in the text, for diagnostics.
  var attributeOrigins = AttributeOrigins()
  package var hints = NameHints()

  /// The runtime attributes that were read last, with their object and the document's generation.
  var keptRuntimeAttributes: (node: NodeIndex, generation: Int, list: RuntimeAttributeList)?

  /// The new lists of runtime attributes that the document does not store yet, by object; an inner nil stands for no
  /// list.
  package internal(set) var pendingRuntimeAttributes: [NodeIndex: [UInt8]?] = [:]

  /// A cache of the bindings that ``attributeBinding(ofClass:)`` returns, by class, key and type.
  var undeclaredBindings: [[ExactText?]: ClassBinding] = [:]

  private var bindings: [Meaning?]
  private var classBases: [String?]
  private var generation: Int

  /// The result of looking up a class of the scene in the plugins: a binding for a known class, otherwise the reason
  /// why there is none.
  package enum Meaning {
    case known(ClassBinding)
    case unknown
    case ambiguous([InstalledPlugin])
    case refused(PluginFailure)
  }

  /// Creates a model of a scene with the library's plugins, and reads the scene's palette.
  ///
  /// - Parameter former: the palette of a former model of the scene; nil the first time. A palette document that can
  ///   no longer be read keeps the colours that it had.
  package init(
    document: SceneDocument, library: PluginLibrary, under job: InspectorJob, after former: ScenePalette? = nil
  ) {
    self.job = job
    self.document = document
    self.library = library
    registry = library.registry(for: document)
    requirements = document.allPlugins.map(\.need)
    plugins = ScenePlugins(requirements.map { ($0.name, $0.requirement) }, registry)
    let forms = StoredForms(registry)
    reader = StoredValueReader(palette: ScenePalette(document, after: former), forms: forms)
    bindings = Array(repeating: nil, count: document.classNames.count)
    (classNames, classBases) = (document.classNames, document.classBases)
    generation = document.generation
    forms.model = self
    guard document.foreignFormat != nil else { return }
    document.declaredType = { [weak self] node, key in
      guard let binding = self?.binding(of: node), let place = binding.place(of: key) else { return nil }
      return binding.definition.properties[place].type.rawValue
    }
  }

  /// The names of the classes to which the entries of `bindings` belong, by class number.
  private var classNames: [String]

  /// Updates the data about classes after a structural edit or its undo; known bindings are kept.
  package func follow() {
    guard generation != document.generation else { return }
    let keys = zip(classNames, classBases).map { [$0, $1] }
    let known = Dictionary(zip(keys, bindings), uniquingKeysWith: { first, _ in first })
    (classNames, classBases) = (document.classNames, document.classBases)
    bindings = zip(classNames, classBases).map { known[[$0, $1]] ?? nil }
    generation = document.generation
    parentReaders = nil
    constraints = nil
    runtimeAttributes = nil
    references = nil
    runtimeKeyPaths = nil
    // The colours of templates change with their placeholders.
    if document.isComposed { readPalette() }
  }

  /// True if the document's plugin requirements differ from those for which the model was made.
  package var isOutdated: Bool {
    let now = document.allPlugins.map(\.need)
    return now.map(\.name) != requirements.map(\.name) || now.map(\.requirement) != requirements.map(\.requirement)
  }

  private let requirements: [PluginRequirement]

  /// True if no setting has changed since the model first read the settings, or if no property depends on settings.
  package var hasCurrentSettings: Bool {
    readSettings.map { $0.version == library.settings?.values.version ?? 0 } ?? true
  }

  /// A key for the plugins, palette documents and settings of the model. Two models of a scene with equal keys resolve
  /// classes, colours and bindings in the same way.
  package var pluginKey: [String] {
    ["\(registry.version)"] + requirements.flatMap { [$0.name, $0.requirement] } + palette.sources.map(\.stamp)
      + (document.hasBindings || registry.declaresSettings ? ["\(settings.version)"] : [])
  }

  /// Reads the palette again after it has changed in the document.
  package func readPalette() {
    reader = StoredValueReader(palette: ScenePalette(document, after: palette), forms: reader.forms)
    (colorTexts, keptBindings) = (nil, nil)
  }

  /// The JSON texts of the colours of the scene's own palette, read on first use.
  private var colorTexts: [ExactText: [UInt8]]?

  /// Returns the JSON text of a colour of the scene's own palette; nil if it has no colour of that name.
  package func colorText(_ name: String) -> [UInt8]? {
    colorTexts.orMake {
      Dictionary(
        document.written.palette.map { (ExactText($0.name), $0.value) }, uniquingKeysWith: { first, _ in first })
    }[ExactText(name)]
  }

  /// Returns true if templates of the scene define a colour name differently, and the scene does not resolve the
  /// conflict.
  package func isDisputed(_ name: String) -> Bool { palette.disputes[ExactText(name)] != nil }

  /// Records the text that an edit will store for a palette colour; nil if the edit removes the colour. Values can then
  /// be read with the new text before the edit is performed.
  package func expectColor(_ name: String, _ text: [UInt8]?) {
    _ = colorText(name)
    colorTexts?[ExactText(name)] = text
    reader.palette.set(name, to: text)
    keptBindings = nil
  }

  /// Renames a colour that another document defines, before that document's file is written.
  package func renameBeneath(_ name: String, to new: String) { reader.palette.renameBeneath(name, to: new) }

  /// Returns the result of looking up a class in the plugins, by the number of the class in the document.
  package func meaning(ofClass classID: Int) -> Meaning {
    if classID < bindings.count, let binding = bindings[classID] { return binding }
    let binding: Meaning =
      switch resolution(ofClass: classID) {
      case .known(let entry): .known(.of(entry, registry.composed(entry, needs: plugins)))
      case .unknown: .unknown
      case .ambiguous(let plugins): .ambiguous(plugins)
      case .refused(let failure): .refused(failure)
      }
    while bindings.count <= classID { bindings.append(nil) }
    bindings[classID] = binding
    return binding
  }

  /// Returns the registry's resolution of a class by its number.
  func resolution(ofClass classID: Int) -> ComponentRegistry.Resolution {
    registry.resolve(document.classNames[classID], base: document.classBases[classID], needs: plugins)
  }

  package func meaning(of node: NodeIndex) -> Meaning { meaning(ofClass: document.classID(node)) }

  /// Returns the binding of a node's class; nil if the class is unknown, ambiguous or refused.
  package func binding(of node: NodeIndex) -> ClassBinding? {
    if case .known(let binding) = meaning(of: node) { binding } else { nil }
  }

  /// Returns the binding of an object's class for an edit. Throws an error if the class is unknown, ambiguous or
  /// refused.
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

  /// Returns the definition of a class by a name from the document or from the user; nil if it cannot be resolved.
  ///
  /// - Parameter base: the class to use if no plugin knows the class of that name.
  package func definition(ofClass name: String, base: String? = nil) -> ComponentDefinition? {
    if case .known(let entry) = registry.resolve(name, base: base, needs: plugins) { entry.definition } else { nil }
  }

  /// Groups nodes by the numbers of their classes, lowest first; the nodes of a class keep the given order.
  package func byClass(_ nodes: [NodeIndex]) -> [(classID: Int, nodes: [NodeIndex])] {
    if nodes.count < document.classNames.count / 8 {
      let groups = Dictionary(grouping: nodes, by: document.classID)
      return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    var groups = [[NodeIndex]](repeating: [], count: document.classNames.count)
    for node in nodes { groups[document.classID(node)].append(node) }
    return groups.enumerated().filter { !$1.isEmpty }.map { ($0, $1) }
  }

  /// True if any object of the scene has constraints; computed once between two structural edits.
  package var hasConstraints: Bool { constraints.orMake { document.hasConstraints } }

  private var constraints: Bool?

  /// True if any object of the scene has runtime attributes; computed once between two structural edits.
  package var hasRuntimeAttributes: Bool { runtimeAttributes.orMake { document.hasRuntimeAttributes } }

  private var runtimeAttributes: Bool?

  /// Returns true if any object has a runtime attribute with this key path or, for a name such as `anchor.x`, with the
  /// key path `anchor`.
  package func hasRuntimeAttribute(named name: String) -> Bool {
    guard hasRuntimeAttributes else { return false }
    let keyPaths = runtimeKeyPaths.orMake { document.allRuntimeKeyPaths }
    return keyPaths.contains(ExactText(name))
      || PropertyPath.parts(of: name).map { keyPaths.contains(ExactText($0.owner)) } ?? false
  }

  /// Records the key paths of new runtime attributes, so that ``hasRuntimeAttribute(named:)`` finds them before the
  /// document stores them.
  func noteRuntimeKeyPaths(_ keyPaths: [String]) {
    runtimeAttributes = true
    runtimeKeyPaths?.formUnion(keyPaths.map { ExactText($0) })
  }

  private var runtimeKeyPaths: Set<ExactText>?

  /// True if the components of any class in the scene read values of their parents.
  package var hasParentReaders: Bool {
    parentReaders.orMake {
      document.classNames.indices.contains { classID in
        // The registry entry suffices; a binding would need the full definition of the class.
        if case .known(let entry) = resolution(ofClass: classID) { entry.readsParent } else { false }
      }
    }
  }

  private var parentReaders: Bool?

  /// The value of ``hasReferences``; nil until it is computed.
  var references: Bool?
}

extension Optional {
  /// Returns the value. If there is none, stores and returns the value that `make` returns.
  package mutating func orMake(_ make: () -> Wrapped) -> Wrapped {
    if let self { return self }
    let made = make()
    self = made
    return made
  }
}

/// The stored attributes of one object, converted to the types of its class's properties.
package struct StoredAttributes {
  /// The cells from which the object's component is built, one for every property in the order of the class: the stored
  /// value or, if a binding is in effect, the setting's value. A cell is absent if there is no value, or if the value
  /// is refused.
  package var cells: [StoredCell]

  /// The keys unknown to the class, with the JSON text of their values.
  package var unknown: [(key: String, raw: String)] = []

  /// The problems of invalid values, by key.
  package var problems: [(key: String, problem: Diagnostic)] = []

  /// The bindings in effect, by the index of the property. The cells contain the values of their settings.
  package var bound: [Int: BoundProperty] = [:]

  /// The keys that have no effect, each with the index of its property. A different key of the property takes
  /// precedence.
  package var shadowed: [(key: String, place: Int)] = []

  /// The key from which each stored property is read, by the property's index.
  package var keys: [Int: String] = [:]
}

extension SceneModel {
  /// Reads and checks all attributes of an object of a known class.
  ///
  /// - Parameter former: the reader from before a palette change, which resolves colour names to their former colours;
  ///   nil for the model's own reader.
  package func stored(_ node: NodeIndex, _ binding: ClassBinding, by former: StoredValueReader? = nil)
    -> StoredAttributes
  {
    let reader = former ?? self.reader
    var stored = StoredAttributes(cells: Array(repeating: .absent, count: binding.definition.properties.count))
    var carrying: CarryingKeys?
    attributes(of: node).visit { raw, value in
      guard let key = binding.key(raw) else {
        stored.unknown.append((JSONString.decode(raw), String(decoding: value, as: UTF8.self)))
        return true
      }
      if isShadowed(key, of: node, binding, &carrying) {
        // A template's value may be overridden under another key, which is not a mistake.
        let isOverridden = carrying?.overrides(key.place, rank: rank(of: key, of: node)) ?? false
        if !isOverridden { stored.shadowed.append((key.name, key.place)) }
        return true
      }
      stored.keys[key.place] = key.name
      do throws(Diagnostic) {
        stored.cells[key.place] = try reader.read(value, as: binding.property(of: key))
      } catch {
        stored.problems.append((key.name, error))
      }
      return true
    }
    for bound in bindings(of: node, binding, by: former) where bound.isInEffect {
      stored.bound[bound.place] = bound
      stored.cells[bound.place] = bound.cell
    }
    return stored
  }

  /// Returns the cell of one property of an object; absent if no value is stored or the stored value is refused.
  package func storedCell(_ node: NodeIndex, _ binding: ClassBinding, at place: Int) -> StoredCell {
    if document.hasBindings(node), bound(node, binding, at: place) != nil { return .absent }
    guard binding.hasOtherKeys(place) else {
      var cell = StoredCell.absent
      attributes(of: node).visit { key, raw in
        guard binding.isKey(key, of: place) else { return true }
        cell = storedCell(raw, binding, at: place)
        return false
      }
      return cell
    }
    return carrier(node, binding, at: place).map { storedCell($0.value, binding, at: place, rank: $0.key.rank) }
      ?? .absent
  }

  /// Returns the cells of some properties of one object, read in one pass: the stored values or, for bindings in
  /// effect, the settings' values. A cell is absent if there is no value, or if the value is refused.
  ///
  /// - Parameters:
  ///   - count: the number of requested properties.
  ///   - numbers: for each property of the class, its index in the result; nil for a property that is not requested.
  func storedCells(_ node: NodeIndex, _ binding: ClassBinding, _ count: Int, _ numbers: [Int?]) -> [StoredCell] {
    var cells = [StoredCell](repeating: .absent, count: count)
    // The rank of the key that supplied each value; most classes have no property with several keys.
    var ranks: [Int] = []
    attributes(of: node).visit { raw, value in
      guard let key = binding.key(raw), let number = numbers[key.place] else { return true }
      if binding.hasOtherKeys(key.place) {
        if ranks.isEmpty { ranks = Array(repeating: .max, count: count) }
        let rank = rank(of: key, of: node)
        guard rank < ranks[number] else { return true }
        ranks[number] = rank
      }
      cells[number] = storedCell(value, binding, at: key.place, rank: key.rank)
      return true
    }
    for bound in bindings(of: node, binding) where bound.isInEffect {
      if let number = numbers[bound.place] { cells[number] = bound.cell }
    }
    return cells
  }

  /// Returns the cell for the JSON text of a property's stored value; absent if the value is refused.
  ///
  /// - Parameter rank: the rank of the key that stores the text.
  func storedCell(
    _ raw: UnsafeRawBufferPointer, _ binding: ClassBinding, at place: Int, rank: Int = 0
  ) -> StoredCell {
    binding.plainCell(raw, at: place, rank: rank)
      ?? (try? reader.read(raw, as: binding.property(at: place, rank: rank))) ?? .absent
  }
}

extension SceneDocument {
  /// The plugin requirements of the scene and of the documents of its templates. A plugin must meet all of its
  /// requirements.
  package var allPlugins: [(document: SceneDocument, need: PluginRequirement)] {
    let documents = [written] + (composition == nil ? [] : templateDocuments.map(\.written))
    return documents.flatMap { document in document.plugins.map { (document, $0) } }
  }
}
