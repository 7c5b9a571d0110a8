public import InspectorKit
internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that replaces a stored value with a different value in every property that stores it.
  ///
  /// Both values are written as a user types them, and are parsed by the type of each property. `#3D424E` matches every
  /// stored colour that is equal in 8 bits, in any notation. If `type` and `properties` are omitted, the step covers
  /// the properties of every type except String that can have both values; if there is no such type, it covers String
  /// properties.
  ///
  /// - Parameters:
  ///   - selector: the objects whose values are replaced; nil for all objects of the scene.
  ///   - type: the type of the properties; nil to derive the types from the two values.
  ///   - properties: the names of the properties; empty for all.
  public static func replace(
    _ old: String, with new: String, in selector: Selector? = nil, type: PropertyType? = nil, properties: [String] = []
  ) -> EditStep {
    EditStep(ReplaceStep(old: old, new: new, selector: selector, type: type, properties: properties))
  }
}

struct ReplaceStep: ScriptedStep {
  let old: String
  let new: String
  let selector: Selector?
  let type: PropertyType?
  let properties: [String]

  static let verbs = ["replace"]
  static let help = "replaces a stored value wherever properties have it"
  static let otherKeys = ["with", "select", "type", "properties"]

  var effect: StepEffect { .attributes }
  func mayRestructure(_ model: SceneModel) -> Bool { model.hasRuntimeAttributes }

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    let model = transaction.model
    let all = try selector.map { selector throws(Diagnostic) in try transaction.objects(of: selector, isOfStored: true)
    }
    for (place, name) in properties.enumerated() { try transaction.check(name: name, part: .assignment(place)) }
    var search = ValueSearch(self, model, types: try types(model))
    for (number, node) in (all ?? Array(model.document.objects)).enumerated() {
      if model.job.isCancelled(at: number) { throw .cancelled }
      search.look(at: node)
    }
    transaction.match(search.found.map(\.node) + search.runtime.values.joined())
    guard !search.found.isEmpty || !search.runtime.isEmpty else {
      guard !transaction.mayMatchNothing else { return 1 }
      throw Diagnostic(emptiness(in: model, types: search.types))
    }
    try transaction.check(search.found.flatMap { model.touches([$0.node], search.names(of: $0)) })
    let (edits, refused) = try search.edits()
    try transaction.make(edits, refused: refused)
    for (keyPaths, nodes) in search.runtime.sorted(by: { $0.value[0] < $1.value[0] }) {
      try transaction.set(nodes, keyPaths.map { Assignment($0, .set(new)) })
    }
    return 1
  }

  /// Returns the types of the properties whose values are replaced. Throws if a value does not have the type of the
  /// step or, without a type, the only type that it could have.
  private func types(_ model: SceneModel) throws(Diagnostic) -> [PropertyType] {
    if let type {
      // An option's label is read with its property.
      if type != .int, type != .double {
        if !reads(old, type, model) { _ = try read(old, type, part: .oldName) }
        if !reads(new, type, model) { _ = try read(new, type, part: .name) }
      }
      return [type]
    }
    guard properties.isEmpty else { return PropertyType.allCases }
    let typed = PropertyType.allCases.filter { $0 != .string && reads(old, $0, model) }
    let types = typed.filter { reads(new, $0, model) }
    if types.isEmpty, let first = typed.first, !old.unicodeScalars.allSatisfy(\.properties.isAlphabetic) {
      _ = try read(new, first, part: .name)
    }
    return types.isEmpty ? [.string] : types
  }

  private func reads(_ text: String, _ type: PropertyType, _ model: SceneModel) -> Bool {
    if type == .color, model.palette.color(typed: text) != nil || model.isDisputed(text) { return true }
    return (try? PropertyValue(parsing: text, as: type)) != nil
  }

  private func read(_ text: String, _ type: PropertyType, part: Diagnostic.Part) throws(Diagnostic) -> PropertyValue {
    do throws(PropertyValueError) {
      return try PropertyValue(parsing: text, as: type)
    } catch {
      throw Diagnostic(EditRefusal.replacedValue(AnyRefusal(error)), part: part)
    }
  }

  func emptiness(in model: SceneModel) -> any Refusal { emptiness(in: model, types: type.map { [$0] } ?? []) }

  /// Returns the reason why no property of the given types stores the old value; an empty list means all types.
  private func emptiness(in model: SceneModel, types: [PropertyType]) -> any Refusal {
    if types.contains(.color), let places = model.palette.disputes[ExactText(old)] {
      return ValueRefusal.disputedColor(old, of: nil, places)
    }
    if type == nil, properties.isEmpty, old.begins(with: "#"), !reads(old, .color, model) {
      do throws(Diagnostic) { _ = try read(old, .color, part: .oldName) } catch { return error.reason }
    }
    return misfit(in: model) ?? EditRefusal.noneHasValue(old, types: types.map(\.rawValue))
  }

  /// Returns the reason why a property that stores the old value cannot have the new one, such as a misspelled colour;
  /// nil if no property stores it, or if the step names a type or properties.
  private func misfit(in model: SceneModel) -> (any Refusal)? {
    guard type == nil, properties.isEmpty else { return nil }
    for type in PropertyType.allCases where type != .string && reads(old, type, model) && !reads(new, type, model) {
      var search = ValueSearch(self, model, types: [type])
      for node in model.document.objects { search.look(at: node) }
      guard !search.found.isEmpty else { continue }
      do throws(Diagnostic) { _ = try read(new, type, part: .name) } catch { return error.reason }
    }
    return nil
  }

  var summary: String {
    let scope = properties.map { " --property \($0)" }.joined() + (type.map { " --type \($0.rawValue)" } ?? "")
    return "replace \(old) \(new)\(scope)\(selector.map { " --select \($0.text)" } ?? "")"
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let old = try value("replace", .oldName, &script)
    let new = try value("with", .name, &script)
    let selector = script.value("select") == nil ? nil : try script.selector("select", .selector)
    var properties: [String] = []
    for (place, name) in try script.names("properties").enumerated() {
      script.parts[.assignment(place)] = ("/properties/\(place)", name.offset)
      properties.append(name.string ?? "")
    }
    return .replace(old, with: new, in: selector, type: try type(script), properties: properties)
  }

  /// Reads a value as text: the content of a string, or the JSON text of a number, Boolean or object. Throws an error
  /// for null or an array, or if the key is absent.
  private static func value(
    _ key: String, _ part: Diagnostic.Part, _ script: inout ScriptReader
  ) throws(ScriptProblem) -> String {
    let value = try script.needed(key)
    guard !value.isNull, value.elements == nil else { throw script.wrong(value, key, "a value") }
    script.parts[part] = ("/\(key)", value.offset)
    return value.string ?? value.raw
  }

  private static func type(_ script: ScriptReader) throws(ScriptProblem) -> PropertyType? {
    guard let value = script.value("type") else { return nil }
    guard let type = PropertyType(rawValue: try script.text(value, "type")) else {
      throw script.wrong(value, "type", "one of \(PropertyType.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return type
  }

  func write(to script: inout JSONLine) {
    script.add("replace", old)
    script.add("with", new)
    if let selector { script.add("select", selector) }
    if let type { script.add("type", type.rawValue) }
    if !properties.isEmpty { script.add("properties", properties) }
  }
}

/// A search for the stored values of a ``ReplaceStep``, which also computes the edits of their objects.
private struct ValueSearch {
  /// An object, and the indices of its properties that have the value.
  typealias Found = (node: NodeIndex, places: [Int])

  let types: [PropertyType]
  private(set) var found: [Found] = []

  /// The objects with runtime attributes that have the value, by the key paths of these attributes.
  private(set) var runtime: [[String]: [NodeIndex]] = [:]

  /// The comparisons with the old value for runtime attributes, which have no options, keyed by type.
  private var comparisonsByType: [PropertyType: TypedComparison] = [:]

  private let step: ReplaceStep
  private let model: SceneModel

  /// The comparisons with the old value for each class that was searched, keyed by the index of the property.
  private var comparisons: [Int: [Int: TypedComparison]] = [:]

  init(_ step: ReplaceStep, _ model: SceneModel, types: [PropertyType]) {
    (self.step, self.model, self.types) = (step, model, types)
    for type in types { comparisonsByType[type] = comparison(type) }
  }

  /// Returns the undeclared keys under which an object of a foreign document stores the old value.
  private func foreignKeys(of node: NodeIndex, _ binding: ClassBinding?) -> [String] {
    model.attributes(of: node).texts.map(\.key).filter { key in
      guard binding?.declares(key) != true, step.properties.isEmpty || step.properties.contains(where: key.isExactly),
        let value = model.undeclaredValue(key, of: node)
      else { return false }
      return comparisonsByType[value.type]?.matches(value) == true
    }
  }

  /// Adds an object if it stores the value. A value that is hidden by another key of the same property has no effect,
  /// and is not replaced.
  mutating func look(at node: NodeIndex) {
    var keyPaths: [String] = []
    model.visitRuntimeValues(of: node) { keyPath, attribute in
      guard model.document.writesRuntimeAttributes(of: node) else { return }
      guard step.properties.isEmpty || step.properties.contains(where: keyPath.isExactly),
        let value = attribute.value, comparisonsByType[value.type]?.matches(value) == true
      else { return }
      keyPaths.append(keyPath)
    }
    let binding = model.binding(of: node)
    if model.document.foreignFormat != nil { keyPaths += foreignKeys(of: node, binding) }
    if !keyPaths.isEmpty { runtime[keyPaths, default: []].append(node) }
    guard let binding else { return }
    let comparisons = comparisons(of: model.document.classID(node), binding)
    guard !comparisons.isEmpty else { return }
    var carrying: CarryingKeys?
    var places: [Int] = []
    model.attributes(of: node).visit { rawKey, raw in
      guard let key = binding.key(rawKey), let comparison = comparisons[key.place],
        let value = try? model.reader.value(raw, as: binding.property(of: key)),
        comparison.matches(value), !model.isShadowed(key, of: node, binding, &carrying),
        model.document.writes(key.name, of: node)
      else { return true }
      places.append(key.place)
      return true
    }
    if !places.isEmpty { found.append((node, places)) }
  }

  private mutating func comparisons(of classID: Int, _ binding: ClassBinding) -> [Int: TypedComparison] {
    if let known = comparisons[classID] { return known }
    let named = Set(step.properties.compactMap(binding.place(ofTyped:)))
    var made: [Int: TypedComparison] = [:]
    for (place, property) in binding.definition.properties.enumerated()
    where types.contains(property.type) && !property.isReadOnly && (step.properties.isEmpty || named.contains(place)) {
      made[place] = comparison(property.type, property.valueNames)
    }
    comparisons[classID] = made
    return made
  }

  private func comparison(_ type: PropertyType, _ names: ValueNames = ValueNames()) -> TypedComparison? {
    // A name on which the scene's templates disagree is not a colour, even if CSS defines the name.
    guard type != .color || !model.isDisputed(step.old) else { return nil }
    return try? Comparison(.equal, step.old).typed(as: type, names: names) { model.palette.color(typed: $0) }
  }

  func names(of found: Found) -> [String] {
    guard let binding = model.binding(of: found.node) else { return [] }
    return found.places.map { binding.definition.properties[$0].name }
  }

  /// Returns the edits of the found objects, and the properties that do not accept the new value, each with the reason.
  /// Throws if an object must not be edited.
  func edits() throws(Diagnostic) -> (
    edits: [ObjectEdit], refused: [(node: NodeIndex, property: String, problem: Diagnostic)]
  ) {
    var edits: [ObjectEdit] = []
    var refused: [(node: NodeIndex, property: String, problem: Diagnostic)] = []
    var plans: [[Int]: Result<ClassEdit, Diagnostic>] = [:]
    for (number, found) in found.enumerated() {
      if model.job.isCancelled(at: number) { throw .cancelled }
      let binding = try model.editableBinding(of: found.node)
      try model.refuseReserved([found.node])
      var edit = ClassEdit()
      for (place, name) in zip(found.places, names(of: found)) {
        let key = [model.document.classID(found.node), place]
        let plan = plans[key] ?? plan(name, of: found.node)
        plans[key] = plan
        switch plan {
        case .success(let planned): edit.assignments += planned.assignments
        case .failure(let problem): refused.append((found.node, name, problem))
        }
      }
      guard !edit.assignments.isEmpty else { continue }
      edits.append(try ObjectEdit(found.node, edit, binding: binding, model: model) { BuildReply() })
    }
    return (edits, refused)
  }

  private func plan(_ name: String, of node: NodeIndex) -> Result<ClassEdit, Diagnostic> {
    do throws(Diagnostic) {
      let plans = try model.plans(for: [Assignment(name, .set(step.new))], of: [node])
      return .success(plans[model.document.classID(node)] ?? ClassEdit())
    } catch {
      return .failure(error)
    }
  }
}
