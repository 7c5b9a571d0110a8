/// All of a plugin's mistakes.
package struct RegistrationProblems: Error {
  package var problems: [RegistrationProblem]

  /// One sentence each, in the order found, without repeats.
  package var texts: [String] {
    var seen = Set<String>()
    return problems.map(\.description).filter { seen.insert($0).inserted }
  }
}

extension PluginWorker {
  typealias Described = (PluginDescription, [String: ComponentType])

  /// Reads every declaration of a plugin, or tells all that is wrong with them.
  static func description(
    name: String, version: String, components: [Component.Type], context: PluginContext = PluginContext()
  ) -> Result<Described, RegistrationProblems> {
    var problems: [RegistrationProblem] = []
    var types: [String: ComponentType] = [:]
    var definitions: [ComponentDefinition] = []
    for component in components {
      let className = nameOfType(component)
      guard types[className] == nil else {
        problems.append(.duplicateClass(className))
        continue
      }
      guard let type = ComponentType(component, context: context, problems: &problems) else { continue }
      types[className] = type
      definitions.append(type.definition)
    }
    let bases = bases(of: components, registered: Set(types.keys), context: context, problems: &problems)
    guard problems.isEmpty else { return .failure(RegistrationProblems(problems: problems)) }
    let description = PluginDescription(name: name, version: version, components: definitions, bases: bases)
    return .success((description, types))
  }

  /// The declared base classes that the plugin does not register itself, the outermost first.
  private static func bases(
    of components: [Component.Type], registered: Set<String>, context: PluginContext,
    problems: inout [RegistrationProblem]
  ) -> [ComponentDefinition] {
    var bases: [ComponentDefinition] = []
    for component in components {
      var list = PropertyDeclarations()
      component.declare(in: &list)
      for base in list.classes.dropLast() where !registered.contains(base.name) {
        guard !bases.contains(where: { $0.name == base.name }) else { continue }
        if let type = ComponentType(base.type, context: context, problems: &problems) { bases.append(type.definition) }
      }
    }
    return bases
  }
}
