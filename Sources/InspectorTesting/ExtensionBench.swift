internal import InspectorKit
internal import JSONText
internal import PluginConformance

/// An extension of the class under test. It runs in a worker that receives messages of the worker protocol.
struct ExtensionBench {
  let definition: ComponentDefinition
  private let worker: PluginWorker

  /// Creates a worker for an extension and checks the extension against the class.
  ///
  /// - Throws: an error if `type` does not extend the class, or if an alias names a property that the class lacks or
  ///   declares with a different type or optionality.
  init(
    _ type: Component.Type, of owner: Component.Type, _ owned: ComponentDefinition,
    _ plugin: (any InspectorPlugin.Type)?
  ) throws(TestProblem) {
    worker = PluginWorker(testing: type, of: plugin)
    definition = try ComponentBench.definition(of: type, worker)
    guard let extended = definition.extends else {
      throw TestProblem("'\(definition.name)' extends no class; declare it with '@Component(extends:)'")
    }
    let name = extended.split(separator: ".").last.map(String.init) ?? extended
    guard Self.chain(of: owner).contains(name) else {
      throw TestProblem("'\(definition.name)' extends '\(extended)', and '\(owned.name)' is none")
    }
    for property in definition.properties {
      guard let target = property.aliasOf else { continue }
      guard let found = owned.property(named: target) else {
        let hint = DidYouMean.suffix(for: target, among: owned.properties.map(\.name))
        throw TestProblem(
          "'\(property.name)' of '\(definition.name)' is an alias of '\(target)', which '\(owned.name)' does not have\(hint)"
        )
      }
      guard found.type == property.type, found.isOptional == property.isOptional else {
        throw TestProblem(
          "'\(property.name)' of '\(definition.name)' is \(property.type.phrase), and '\(target)' of '\(owned.name)' is \(found.type.phrase)"
        )
      }
    }
  }

  /// Returns the names of a class and its base classes, the class itself first.
  private static func chain(of type: Component.Type) -> [String] {
    sequence(first: type as AnyClass) { _getSuperclass($0) }.map { String(describing: $0) }
  }

  /// The properties that the extension adds, without its aliases for properties of the class.
  var properties: [PropertyDefinition] { definition.properties.filter { $0.aliasOf == nil } }

  /// Runs the extension's setters with the object's stored values, and returns the worker's answer. Returns nil if the
  /// object stores no value for a property with a setter.
  func set(
    _ effective: [String: PropertyValue?], _ cells: [String: StoredCell]
  ) throws(TestProblem) -> BuildAnswer? {
    let stored = properties.contains { $0.isObserved && !$0.isReadOnly && cells[$0.name] != nil }
    return stored ? try ask(effective, cells, isSetting: true).answer : nil
  }

  /// Returns the effective values of the properties that the extension adds, as its getters compute them.
  func computed(
    _ effective: [String: PropertyValue?], _ cells: [String: StoredCell]
  ) throws(TestProblem) -> [(name: String, value: PropertyValue?)] {
    let (row, answer) = try ask(effective, cells, isSetting: false)
    let state = answer.state(of: definition, stored: row.stored)
    return properties.map { ($0.name, state[$0.name]?.value) }
  }

  private func ask(
    _ effective: [String: PropertyValue?], _ cells: [String: StoredCell], isSetting: Bool
  ) throws(TestProblem) -> (row: BuildCase, answer: BuildAnswer) {
    var row = BuildCase()
    for property in definition.properties {
      if let target = property.aliasOf {
        row.stored[property.name] = StoredCell.value(effective[target] ?? nil)
      } else if isSetting || !property.isComputed {
        row.stored[property.name] = cells[property.name]
      }
    }
    let request = BuildRequest(
      className: definition.name, mode: .load, properties: definition.properties.map(\.name), asksLifecycle: true)
    return (row, try ComponentBench.answer(of: worker, to: request, row, definition))
  }
}
