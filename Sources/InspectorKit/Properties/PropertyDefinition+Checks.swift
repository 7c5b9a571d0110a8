extension PropertyDefinition {
  /// The problems of the definition by itself, whether the macro made it or it was written by hand.
  ///
  /// - Parameters:
  ///   - names: those of all properties of the component.
  ///   - rules: the names of the plugin's rules; nil where they are not known.
  func problems(among names: PropertyNames, rules known: (some Collection<String>)?) -> [RegistrationProblem] {
    var problems: [RegistrationProblem] = []
    if !Self.isKeyPath(name) { problems.append(.badName(name, in: declaringClass)) }
    problems += numberProblems
    problems += optionProblems
    for rule in rules {
      guard let known, !known.contains(rule) else { continue }
      problems.append(.unknownRule(rule, of: name, in: declaringClass, candidates: known.sorted()))
    }
    for dependency in dependsOn where !names.contains(dependency) {
      problems.append(.unknownDependency(name, in: declaringClass, dependency: dependency, candidates: names.list))
    }
    return problems
  }

  /// What only numbers can have.
  private var numberProblems: [RegistrationProblem] {
    var problems: [RegistrationProblem] = []
    if type != .int, type != .double {
      if range != nil || softRange != nil { problems.append(.rangeType(name, in: declaringClass, type: type)) }
      if step != nil { problems.append(.stepType(name, in: declaringClass, type: type)) }
    }
    if let step, !(step > 0 && step.isFinite) { problems.append(.badStep(name, in: declaringClass, step: step)) }
    if type == .string || type == .bool || type == .color, unit != nil {
      problems.append(.unitType(name, in: declaringClass, type: type))
    }
    for range in [range, softRange].compactMap(\.self) where range.isEmpty {
      problems.append(.emptyRange(name, in: declaringClass, range: range))
    }
    if let range, let softRange, !range.isEmpty, !softRange.isEmpty, !range.contains(softRange) {
      problems.append(.softRange(name, in: declaringClass, soft: softRange, range: range))
    }
    return problems
  }

  private var optionProblems: [RegistrationProblem] {
    var problems: [RegistrationProblem] = []
    var seen = Set<PropertyValue>()
    for option in options {
      if option.value.type != type || (type != .int && type != .string) {
        problems.append(.optionType(name, in: declaringClass, type: type, option: option.value))
      }
      if !seen.insert(option.value).inserted {
        problems.append(.duplicateOption(name, in: declaringClass, option: option.value))
      }
    }
    return problems
  }

  /// What is wrong with the default, which must be a value that a person could set.
  var defaultProblems: [RegistrationProblem] {
    guard let value = defaultValue else { return [] }
    if let words = value.notFinite { return [.defaultNotFinite(name, in: declaringClass, words: words)] }
    var problems: [RegistrationProblem] = []
    // Problems of the range or the options themselves were reported already.
    if let range, !range.isEmpty, !range.contains(value) {
      problems.append(.defaultRange(name, in: declaringClass, value: value, range: range))
    }
    let allowed = options.map(\.value).filter { $0.type == type }
    if !allowed.isEmpty, !allowed.contains(value) {
      problems.append(.defaultOption(name, in: declaringClass, value: value, options: allowed))
    }
    return problems
  }
}

/// The names of all properties of a component: in their order, and to look one up.
struct PropertyNames {
  let list: [String]
  private let set: Set<String>

  init(_ list: [String]) {
    self.list = list
    set = Set(list)
  }

  func contains(_ name: String) -> Bool { set.contains(name) }
}
