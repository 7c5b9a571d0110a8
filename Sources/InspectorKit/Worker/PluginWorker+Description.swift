extension PluginWorker {
  typealias Described = (PluginDescription, [String: ComponentType])

  /// Reads the declarations of a plugin's classes. Returns the plugin's description and the prepared classes by name;
  /// if there are mistakes, returns each mistake once instead.
  ///
  /// - Parameters:
  ///   - without: the names of the classes to leave out.
  ///   - willMake: receives the index and the name of each class before a component of it is made; the indices of base
  ///     classes begin at 0 again.
  static func description(
    name: String, version: String, components: [Component.Type], without: Set<String> = [],
    context: PluginContext = PluginContext(), transformers: [ValueTransformer] = [],
    willMake: (Int, String) -> Void = { _, _ in }
  ) -> Result<Described, DescriptionProblems> {
    var problems: [PlacedProblem] = []
    var types: [String: ComponentType] = [:]
    var definitions: [ComponentDefinition] = []
    var extensions: [ComponentDefinition] = []
    let components = components.filter { !without.contains(nameOfType($0)) }
    for (place, component) in components.enumerated() {
      let className = nameOfType(component)
      guard types[className] == nil else {
        problems.append(PlacedProblem(.duplicateClass(className), at: ComponentType.place(of: component)))
        continue
      }
      willMake(place, className)
      guard let type = ComponentType(component, context: context, problems: &problems) else { continue }
      types[className] = type
      if type.definition.extends == nil {
        definitions.append(type.definition)
      } else {
        extensions.append(type.definition)
      }
    }
    let bases = bases(
      of: components, except: without.union(types.keys), context: context, problems: &problems, willMake: willMake)
    // The settings are in the order of the plugin's list of classes, since a dictionary has no order.
    let declared = components.compactMap { types[nameOfType($0)] }.flatMap(\.settings)
    problems += self.problems(of: declared, transformers)
    problems += RegistrationProblem.problems(ofAliases: definitions + extensions).map { item in
      PlacedProblem(item.problem, at: types[item.owner.name]?.place)
    }
    guard problems.isEmpty else {
      // A mistake in a class is found again in each of its subclasses.
      var seen = Set<String>()
      return .failure(DescriptionProblems(problems.map(\.description).filter { seen.insert($0).inserted }))
    }
    let description = PluginDescription(
      name: name, version: version, components: definitions, bases: bases, extensions: extensions,
      settings: declared.map(\.setting).unique(in: name),
      transformers: transformers.map(\.declaration))
    return .success((description, types))
  }

  /// Returns the mistakes in a plugin's settings and transformers.
  private static func problems(
    of settings: [(setting: PluginSetting, place: SourcePlace)], _ transformers: [ValueTransformer]
  ) -> [PlacedProblem] {
    let found = RegistrationProblem.problems(ofSettings: settings.map(\.setting)).map { item in
      PlacedProblem(item.problem, at: settings.first { $0.setting == item.setting }?.place)
    }
    return RegistrationProblem.problems(of: transformers.map(\.declaration)).map { PlacedProblem($0) } + found
  }

  /// Returns the declared base classes that the plugin does not register itself, the outermost first.
  private static func bases(
    of components: [Component.Type], except: Set<String>, context: PluginContext,
    problems: inout [PlacedProblem], willMake: (Int, String) -> Void
  ) -> [ComponentDefinition] {
    var bases: [ComponentDefinition] = []
    for component in components {
      var list = PropertyDeclarations()
      component.declare(in: &list)
      for base in list.classes.dropLast() where !except.contains(base.name) {
        guard !bases.contains(where: { $0.name == base.name }) else { continue }
        willMake(bases.count, base.name)
        if let type = ComponentType(base.type, context: context, problems: &problems) { bases.append(type.definition) }
      }
    }
    return bases
  }
}
