internal import InspectorKit
internal import JSONText
internal import Workbench

/// An inference of a plugin's description from the values that scenes store.
///
/// The description declares the classes that no plugin registers, and extends registered classes if scenes store
/// undeclared keys in their objects. The rules:
///
/// - A class's base is the one that at least half of its objects name.
/// - Among a class and its bases, the topmost class that stores a property declares it, with the values of all these
///   classes. A property that a registered base declares is not declared again.
/// - Types, defaults and options are those of ``ValueEvidence``; a soft range spans the stored numbers.
/// - A default is the value that more than half of the objects of the class and of its subclasses store, and at least
///   two of them. An object without the key counts as an object with a different value.
/// - A property is optional if it has no default, or if an object stores null.
/// - If a document itself defines a property, as LDtk projects do, this definition is used.
struct DescriptionInference {
  private(set) var components: [ComponentDefinition] = []
  private(set) var extensions: [ComponentDefinition] = []

  /// The guesses and omissions, sorted by class and property.
  private(set) var findings: [InferenceFinding] = []

  private let evidence: SceneEvidence
  private let registry: ComponentRegistry

  /// The chosen base of each class that no plugin registers.
  private var bases: [String: String] = [:]

  /// The evidence for each property, by the class that declares it.
  private var owned: [String: [String: ValueEvidence]] = [:]

  /// Infers the description of a plugin.
  ///
  /// - Parameter name: the plugin's name, which begins the names of its extensions.
  init(_ evidence: SceneEvidence, _ registry: ComponentRegistry, name: String) {
    (self.evidence, self.registry) = (evidence, registry)
    let unknown = evidence.classes.filter { !$0.value.isKnown }.keys.sorted()
    for name in unknown { chooseBase(of: name) }
    for name in evidence.classes.keys.sorted() { assignKeys(of: name) }
    for name in Set(unknown).union(strangeBases).sorted() { describe(name) }
    for (target, keys) in owned.sorted(by: { $0.key < $1.key }) where evidence.classes[target]?.isKnown == true {
      var extended = ComponentDefinition(name: extensionName(name, target), label: "", extends: target)
      extended.label = PropertyName.label(for: extended.name)
      extended.properties = properties(keys, of: target, declaringClass: extended.name)
      if !extended.properties.isEmpty { extensions.append(extended) }
    }
    findings.sort { ($0.className, $0.property ?? "") < ($1.className, $1.property ?? "") }
  }

  /// The number of classes and properties, in words.
  var summary: String {
    let count = (components + extensions).reduce(0) { $0 + $1.properties.count }
    let classes = components.count == 1 ? "1 class" : "\(components.count) classes"
    let properties = count == 1 ? "1 property" : "\(count) properties"
    let known = "\(extensions.count) known \(extensions.count == 1 ? "class" : "classes")"
    if components.isEmpty { return "\(properties) of \(known)" }
    let extended = extensions.isEmpty ? "" : "; \(known) \(extensions.count == 1 ? "is" : "are") also extended"
    return "\(classes) and \(properties)\(extended)"
  }

  // MARK: classes

  private mutating func chooseBase(of name: String) {
    guard let facts = evidence.classes[name], !facts.bases.isEmpty else { return }
    let ordered = facts.bases.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let first = ordered[0]
    let isUsed = first.value * 2 >= facts.objects && !line(of: first.key).contains(name)
    if isUsed { bases[name] = first.key }
    if ordered.count > 1 {
      add(.severalBases(ordered.map { "\($0.key) (\($0.value))" }, used: isUsed ? first.key : nil), name)
    } else if !isUsed {
      add(.rareBase(first.key, count: first.value, objects: facts.objects), name)
    }
  }

  /// Returns the names of a class and of its bases, from the class itself to the topmost base.
  private func line(of name: String) -> [String] {
    var line: [String] = []
    var next: String? = name
    while let name = next, !line.contains(name) {
      line.append(name)
      next = bases[name] ?? registered(name)?.base
    }
    return line
  }

  /// The base classes that objects name, but that neither a plugin nor a scene defines.
  private var strangeBases: [String] {
    bases.values.filter { evidence.classes[$0] == nil && registered($0) == nil }
  }

  /// Returns the definition of a registered class by its plain or qualified name; nil if no plugin registers it.
  private func registered(_ name: String) -> ComponentDefinition? {
    guard case .known(let entry) = registry.resolve(name, needs: ScenePlugins([], registry)) else { return nil }
    return entry.definition
  }

  private mutating func describe(_ name: String) {
    guard PropertyDefinition.isKeyPath(name) else { return add(.badClassName, name) }
    if evidence.classes[name] == nil { add(.baseOnly, name) }
    var definition = ComponentDefinition(
      name: name, label: PropertyName.label(for: name), base: bases[name], isInert: true)
    definition.properties = properties(owned[name] ?? [:], of: name, declaringClass: name)
    components.append(definition)
  }

  private func extensionName(_ plugin: String, _ target: String) -> String {
    let name = plugin + target.parts(between: ".").joined()
    return evidence.classes[name] == nil ? name : name + "Attributes"
  }

  // MARK: properties

  /// Adds the evidence for each key of a class to the class that is to declare the key.
  private mutating func assignKeys(of name: String) {
    guard let facts = evidence.classes[name] else { return }
    let line = line(of: name)
    let base = facts.isKnown ? nil : line.first { registered($0) != nil }.flatMap(registered)
    for (key, values) in facts.keys where base?.declares(key) != true {
      let owner = line.last { evidence.classes[$0]?.keys[key] != nil } ?? name
      owned[owner, default: [:]][key, default: ValueEvidence()].merge(values)
    }
  }

  /// Returns the number of objects of a class and of the classes that extend it.
  private func population(of name: String) -> Int {
    evidence.classes.reduce(0) { $0 + (line(of: $1.key).contains(name) ? $1.value.objects : 0) }
  }

  private mutating func properties(
    _ keys: [String: ValueEvidence], of className: String, declaringClass: String
  ) -> [PropertyDefinition] {
    let population = population(of: className)
    var labels: Set<String> = []
    var found: [PropertyDefinition] = []
    for (key, values) in keys.sorted(by: { $0.key < $1.key }) {
      guard PropertyDefinition.isKeyPath(key), key.utf8.count <= PluginText.limit else {
        add(.badName, className, key)
        continue
      }
      if var known = evidence.classes[className]?.declared[key] {
        known.declaringClass = declaringClass
        found.append(known)
        labels.insert(known.label)
        continue
      }
      guard let type = type(of: key, values, className) else { continue }
      var property = PropertyDefinition(
        name: key, label: PropertyName.label(for: key), type: type, declaringClass: declaringClass, isObserved: false)
      // Keys such as `_mode` and `mode` would have the same label.
      if !labels.insert(property.label).inserted { property.label = key }
      property.defaultValue = values.majority(of: population, as: type)
      property.isOptional = property.defaultValue == nil || values.nulls > 0
      if let bounds = values.bounds, bounds.lowerBound < bounds.upperBound {
        property.metadata.softRange = PropertyRange(minimum: bounds.lowerBound, maximum: bounds.upperBound)
      }
      if type == .string, !values.options.isEmpty {
        property.metadata.options = values.options
        add(.options(count: values.options.count), className, key)
      }
      found.append(property)
    }
    let known = evidence.classes[className]?.declared ?? [:]
    if population < Self.manyObjects, found.contains(where: { $0.defaultValue != nil && known[$0.name] == nil }) {
      add(.fewObjects(count: population), className)
    }
    return found
  }

  /// Returns a property's type, and adds a finding if the type is doubtful; nil for a property that is left out.
  private mutating func type(of key: String, _ values: ValueEvidence, _ className: String) -> PropertyType? {
    let word = SceneEvidence.lastWord(of: key)
    let isBesideFraction = evidence.fractionWords.contains(word)
    let isCalledColor = ["color", "colour"].contains(word)
    guard let type = values.type(isBesideFraction: isBesideFraction, isCalledColor: isCalledColor) else {
      let types = values.types.keys.sorted { $0.rawValue < $1.rawValue }
      add(values.shapeless > 0 ? .shapeless : .mixed(types), className, key)
      return nil
    }
    if values.count == 0 { add(.nullOnly, className, key) }
    if values.isWhole, type == .double { add(.besideFraction(word: word), className, key) }
    if type == .int, values.count < Self.manyValues, values.stated == 0 {
      add(.wholeSoFar(count: values.count), className, key)
    }
    return type
  }

  /// The number of integers at which the inferred type Int is no longer reported as doubtful.
  private static let manyValues = 10

  /// The number of objects of a class at which its defaults are no longer reported as doubtful.
  private static let manyObjects = 5

  private mutating func add(_ doubt: InferenceFinding.Doubt, _ className: String, _ property: String? = nil) {
    findings.append(InferenceFinding(className: className, property: property, doubt: doubt))
  }
}

extension ComponentDefinition {
  /// Returns true if the class declares a property that scenes may store under the key.
  fileprivate func declares(_ key: String) -> Bool {
    properties.contains { $0.name.isExactly(key) || $0.otherKeys.contains { $0.isExactly(key) } }
  }
}
