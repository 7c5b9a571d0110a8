internal import Glibc
internal import InspectorKit
internal import JSONText
internal import PluginConformance

/// A host for tests. It sends messages of the worker protocol to build components of one class.
final class ComponentBench {
  let definition: ComponentDefinition
  private let worker: PluginWorker
  private let parent: [(name: String, value: PropertyValue)]
  private let extensions: [ExtensionBench]

  /// The settings with explicit values; all other settings have their defaults.
  private var settings: [(name: String, value: PropertyValue)] = []

  /// The effective values of a built component, and the messages and lifecycle steps of its hooks.
  struct Built {
    var effective: [String: PropertyValue?]
    var warnings: [String]
    var rejections: [String: String]
    var refusals: [String]
    var trace: [TraceStep]
  }

  init(
    _ type: Component.Type, _ extensions: [Component.Type] = [], of plugin: (any InspectorPlugin.Type)?,
    parent: [String: PropertyValue]?, settings: [String: AttributeValue] = [:]
  ) throws(TestProblem) {
    worker = PluginWorker(testing: type, of: plugin)
    let definition = try Self.definition(of: type, worker)
    self.definition = definition
    var benches: [ExtensionBench] = []
    for found in extensions { benches.append(try ExtensionBench(found, of: type, definition, plugin)) }
    self.extensions = benches.sorted { $0.definition.name < $1.definition.name }
    let read = definition.readsParent
    for name in (parent ?? [:]).keys where !read.contains(name) {
      throw TestProblem("'\(definition.name)' reads no '\(name)' of its parent; add it to 'readsParent'")
    }
    self.parent = read.compactMap { name in parent?[name].map { (name, $0) } }
    self.settings = try Self.settings(settings, of: definition, worker)
  }

  /// Returns the values of settings, converted to the settings' types. Throws an error if the class does not read a
  /// setting, or if the setting cannot have the value.
  private static func settings(
    _ values: [String: AttributeValue], of definition: ComponentDefinition, _ worker: PluginWorker
  ) throws(TestProblem) -> [(name: String, value: PropertyValue)] {
    guard !values.isEmpty else { return [] }
    let declared = try description(of: worker, for: definition.name).settings
    var found: [(name: String, value: PropertyValue)] = []
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let setting = declared.first(where: { $0.name == name }), definition.readsSettings.contains(name) else {
        let hint = DidYouMean.suffix(for: name, among: definition.readsSettings)
        throw TestProblem("'\(definition.name)' reads no setting '\(name)'\(hint)")
      }
      guard let value = try value.value(as: setting.property.type, of: name) else { continue }
      if let reason = setting.refusal(of: value) {
        throw TestProblem("the setting '\(name)' cannot be '\(value.text)'; \(reason)")
      }
      found.append((name, value))
    }
    return found
  }

  /// Returns the worker's definition of a class. Throws an error that lists the mistakes in the declarations.
  static func definition(of type: Component.Type, _ worker: PluginWorker) throws(TestProblem) -> ComponentDefinition {
    let name = String(describing: type)
    let description = try description(of: worker, for: name)
    guard let definition = (description.components + description.extensions).first(where: { $0.name == name }) else {
      throw TestProblem("'\(name)' describes no class of its name; mark it '@Component'")
    }
    return definition
  }

  private static func description(
    of worker: PluginWorker, for name: String
  ) throws(TestProblem) -> PluginDescription {
    do throws(DescriptionProblems) {
      return try InProcessSubject.description(of: worker)
    } catch {
      throw TestProblem("the declarations of '\(name)' are wrong:\n  \(error.problems.joined(separator: "\n  "))")
    }
  }

  /// The class's properties, followed by those that extensions add.
  var properties: [PropertyDefinition] {
    definition.properties + extensions.flatMap(\.properties).filter { definition.property(named: $0.name) == nil }
  }

  /// Returns the property with this name, else the property with this former name, else the property for which an
  /// extension has this alias. Throws an error if there is none.
  func property(_ name: String) throws(TestProblem) -> PropertyDefinition {
    let properties = properties
    if let property = properties.first(where: { $0.name == name }) { return property }
    if let property = properties.first(where: { $0.aliases.contains(name) }) { return property }
    let target = extensions.lazy.compactMap { $0.definition.property(named: name)?.aliasOf }.first
    if let property = target.flatMap(definition.property(named:)) { return property }
    let hint = DidYouMean.suffix(for: name, among: properties.map(\.name))
    throw TestProblem("'\(definition.name)' has no property '\(name)'\(hint)")
  }

  /// Converts a value from a test to the type of a property. An option or a flag may be specified by its label. Throws
  /// an error if the property does not exist or cannot have the value.
  func value(_ value: AttributeValue, of name: String) throws(TestProblem) -> PropertyValue? {
    let property = try property(name)
    if case .text(let text) = value.form, let option = property.valueNames.value(meantBy: text) { return option }
    let value = try value.value(as: property.type, of: name)
    if value == nil, !property.isOptional { throw TestProblem("'\(name)' is not optional, and cannot be nil") }
    return value
  }

  /// Returns the reason why a property's declaration does not allow a value; nil if the value is allowed or the
  /// property does not exist. A host makes this check before any hook runs.
  func refusal(of value: PropertyValue, _ name: String) -> String? {
    guard let property = properties.first(where: { $0.name == name }) else { return nil }
    if property.isReadOnly { return "'\(name)' is read-only" }
    if let range = property.range, !range.contains(value) {
      return "'\(name)' cannot be \(value.text); \(range.rule)"
    }
    if !property.options.isEmpty, !property.options.contains(where: { $0.value == value }) {
      return
        "'\(name)' cannot be '\(value.text)'; its options are \(property.options.map(\.words).joined(separator: ", "))"
    }
    return nil
  }

  /// Returns the stored attributes that the declarations of their properties allow, and the reasons for refusing the
  /// others. Stored values of read-only properties are allowed.
  private func allowed(_ stored: [String: PropertyValue?]) -> (cells: [String: StoredCell], refused: [String: String]) {
    let readOnly = Set(properties.filter(\.isReadOnly).map(\.name))
    var (cells, refused): ([String: StoredCell], [String: String]) = ([:], [:])
    for (name, value) in stored {
      if let value, !readOnly.contains(name), let reason = refusal(of: value, name) {
        refused[name] = reason
      } else {
        cells[name] = StoredCell.value(value)
      }
    }
    return (cells, refused)
  }

  func build(_ stored: [String: PropertyValue?], cause: ChangeCause) throws(TestProblem) -> Built {
    let (cells, refused) = allowed(stored)
    return try extended(try built(BuildCase(stored: cells), cells, refused, cause: cause), cells, cause)
  }

  /// Returns the result of editing one property.
  ///
  /// - Parameter value: the new value, or `.some(nil)` to store `null`; nil removes the stored value.
  func edit(_ stored: [String: PropertyValue?], _ name: String, to value: PropertyValue??) throws(TestProblem) -> Built
  {
    let (cells, refused) = allowed(stored)
    guard definition.property(named: name) != nil else {
      var after = stored
      after[name] = value
      var built = try build(after, cause: .recreate)
      if let reason = built.rejections.removeValue(forKey: name) { built.refusals.append(reason) }
      return built
    }
    let row = BuildCase(stored: cells, edit: (name, value.map(StoredCell.value) ?? .absent))
    return try extended(built(try ask(row, mode: .edit, isUndo: false), row.after, refused), row.after, .recreate)
  }

  private func built(
    _ row: BuildCase, _ cells: [String: StoredCell], _ refused: [String: String], cause: ChangeCause
  ) throws(TestProblem) -> Built {
    let answer = try ask(row, mode: cause == .load ? .load : .recreate, isUndo: cause == .undo)
    return built(answer, cells, refused)
  }

  // MARK: Extensions

  /// Returns a built component with its extensions applied, as in an inspector. The setters of the extensions run, the
  /// component is built again with the values that they wrote, and the effective values of the extensions' own
  /// properties are added.
  private func extended(_ plain: Built, _ cells: [String: StoredCell], _ cause: ChangeCause) throws(TestProblem)
    -> Built
  {
    guard !extensions.isEmpty else { return plain }
    var built = plain
    let writes = try writes(of: &built, cells)
    if !writes.isEmpty {
      var row = BuildCase(stored: cells)
      row.writes = writes
      let made = try self.built(row, cells, built.rejections, cause: cause)
      built.effective.merge(made.effective) { _, new in new }
      built.warnings += made.warnings.filter { !built.warnings.contains($0) }
      built.rejections = made.rejections
      built.trace += made.trace
    }
    for found in extensions {
      for (name, value) in try found.computed(built.effective, cells) { built.effective[name] = value }
    }
    return built
  }

  /// Runs the extensions' setters. Returns the values that they write to properties of the class, in the order of the
  /// extensions. Adds the setters' warnings, rejections and steps to `built`.
  private func writes(
    of built: inout Built, _ cells: [String: StoredCell]
  ) throws(TestProblem) -> [(property: String, cell: StoredCell)] {
    var writes: [(property: String, cell: StoredCell)] = []
    for found in extensions {
      guard let answer = try found.set(built.effective, cells) else { continue }
      built.warnings += answer.warnings.map(\.text)
      for remark in answer.skipped { built.rejections[remark.property ?? found.definition.name] = remark.text }
      built.trace += answer.lifecycle.map { TraceStep($0, of: found.definition) }
      for property in found.definition.properties {
        guard let target = property.aliasOf, let cell = answer.effective[property.name] else { continue }
        if let value = cell.value, let reason = refusal(of: value, target) {
          built.rejections[found.definition.name] = reason
          continue
        }
        built.effective[target] = .some(cell.value)
        writes.removeAll { $0.property == target }
        writes.append((target, cell))
      }
    }
    return writes
  }

  /// Runs an action. Returns the values to store, the warnings of hooks, and the reasons why the action or a hook
  /// refused. Throws an error if the class has no such action.
  func run(
    _ action: String, on stored: [String: PropertyValue?]
  ) throws(TestProblem) -> (writes: [String: PropertyValue?], warnings: [String], refusals: [String]) {
    guard definition.actions.contains(where: { $0.name == action }) else {
      let hint = DidYouMean.suffix(for: action, among: definition.actions.map(\.name))
      throw TestProblem("'\(definition.name)' has no action '\(action)'\(hint)")
    }
    let answer = try ask(BuildCase(stored: allowed(stored).cells), mode: .load, isUndo: false, action: action)
    return (answer.writes.mapValues(\.value), answer.warnings.map(\.text), answer.refused.map(\.text))
  }

  /// Returns the drawing of a component with these stored attributes. Throws an error if the class does not override
  /// `draw`, or if the drawing cannot be read.
  ///
  /// - Parameter size: the size of the drawing in points; nil for the size of the component's frame.
  func drawing(of stored: [String: PropertyValue?], in size: Size?) throws(TestProblem) -> DisplayList {
    guard definition.draws else {
      throw TestProblem("'\(definition.name)' does not draw itself; override 'draw(in:size:)'")
    }
    let cells = allowed(stored).cells
    var row = BuildCase(stored: cells)
    row.size = size
    if !extensions.isEmpty {
      var plain = try built(BuildCase(stored: cells), cells, [:], cause: .load)
      row.writes = try writes(of: &plain, cells)
    }
    switch try ask(row, mode: .load, isUndo: false, draws: true).drawing {
    case .success(let list): return list
    case .failure(let problem):
      throw TestProblem("the drawing of '\(definition.name)' cannot be read: \(problem)")
    case nil: return Canvas().displayList
    }
  }

  /// Returns the messages of a component that lets a touch pass; nil if the component receives the touch. The component
  /// is built from the stored attributes.
  ///
  /// - Parameter size: the size of the component in points; nil for the size of its frame.
  func passes(
    touchAt point: Point, in size: Size?, of stored: [String: PropertyValue?]
  ) throws(TestProblem) -> [String]? {
    if !definition.hitTests { return definition.passesTouches == true ? [] : nil }
    var row = BuildCase(stored: allowed(stored).cells)
    (row.size, row.touch) = (size, point)
    return try ask(row, mode: .load, isUndo: false, touches: true).passes
  }

  private func built(_ answer: BuildAnswer, _ cells: [String: StoredCell], _ refused: [String: String]) -> Built {
    var rejections = refused
    for remark in answer.skipped { rejections[remark.property ?? definition.name] = remark.text }
    return Built(
      effective: answer.state(of: definition, stored: cells).mapValues(\.value), warnings: answer.warnings.map(\.text),
      rejections: rejections, refusals: answer.refused.map(\.text),
      trace: answer.lifecycle.map { TraceStep($0, of: definition) })
  }

  private func ask(
    _ row: BuildCase, mode: WorkerProtocol.Mode, isUndo: Bool, action: String? = nil, draws: Bool = false,
    touches: Bool = false
  ) throws(TestProblem) -> BuildAnswer {
    var request = BuildRequest(
      className: definition.name, mode: mode, properties: definition.properties.map(\.name), edited: row.edit?.property,
      parent: parent, asksLifecycle: true)
    request.isUndo = isUndo
    request.action = action
    request.settings = settings
    (request.draws, request.touches) = (draws, touches)
    return try Self.answer(of: worker, to: request, row, definition)
  }

  /// Sends a request with one row to a worker, and returns the answer for this row. Throws an error if the worker
  /// cannot build the component, or if the answer has no row.
  static func answer(
    of worker: PluginWorker, to request: BuildRequest, _ row: BuildCase, _ definition: ComponentDefinition
  ) throws(TestProblem) -> BuildAnswer {
    let reply = InProcessSubject.answer(of: worker, to: request.message(id: 2, [row]))
    do throws(SubjectFailure) {
      if let answer = try BuildAnswer.read(reply, id: 2, rows: 1, of: definition).first { return answer }
      throw SubjectFailure(.malformed, "the answer has no row")
    } catch {
      throw TestProblem("'\(definition.name)' cannot be built: \(error.words)")
    }
  }
}

extension TraceStep {
  /// Creates a step from the JSON in which the worker reports it.
  init(_ json: JSON, of definition: ComponentDefinition) {
    func texts(_ name: String) -> [String] { (json[name]?.arrayValue ?? []).compactMap(\.stringValue) }
    let writes = (json["writes"]?.objectValue ?? []).map { member in
      (member.key, definition.property(named: member.key).flatMap { BuildAnswer.value(member.value, as: $0.type) })
    }
    self.init(
      phase: ChangeCause(rawValue: json["phase"]?.stringValue ?? "") ?? .load, name: json["step"]?.stringValue ?? "",
      hooks: (json["hooks"]?.arrayValue ?? []).compactMap { $0.arrayValue?.first?.stringValue },
      writes: Dictionary(writes) { _, last in last }, reads: texts("reads"), warnings: texts("warnings"),
      rejection: json["rejected"]?.stringValue)
  }
}
