extension PropertyDefinition {
  /// Returns the mistakes in one property's declaration, except those in its default value; see ``defaultProblems``.
  ///
  /// - Parameters:
  ///   - places: the indices of all properties of the component, by name.
  ///   - rules: the names of the plugin's rules; nil if they are not known. Rule names are then not checked.
  func problems(among places: [String: Int], rules known: (some Collection<String>)?) -> [RegistrationProblem] {
    var problems: [RegistrationProblem] = []
    if !Self.isKeyPath(name) { problems.append(.badName(name, in: declaringClass)) }
    problems += PropertyMetadata.fields.flatMap { $0.problems(self) }
    problems += boundProblems
    problems += optionProblems
    for rule in self.rules {
      guard let known, !known.contains(rule) else { continue }
      problems.append(.unknownRule(rule, of: name, in: declaringClass, candidates: known.sorted()))
    }
    for dependency in self.dependsOn where places[dependency] == nil {
      let names = places.sorted { $0.value < $1.value }.map(\.key)
      problems.append(.unknownDependency(name, in: declaringClass, dependency: dependency, candidates: names))
    }
    return problems
  }

  private var isNumber: Bool { type == .int || type == .double }

  var rangeTypeProblems: [RegistrationProblem] {
    guard !isNumber, self.range != nil || self.softRange != nil else { return [] }
    return [.rangeType(name, in: declaringClass, type: type)]
  }

  var stepProblems: [RegistrationProblem] {
    guard let step = self.step else { return [] }
    let typeProblems: [RegistrationProblem] = isNumber ? [] : [.stepType(name, in: declaringClass, type: type)]
    return typeProblems + (step > 0 && step.isFinite ? [] : [.badStep(name, in: declaringClass, step: step)])
  }

  var unitProblems: [RegistrationProblem] {
    guard self.unit != nil, type == .string || type == .bool || type == .color else { return [] }
    return [.unitType(name, in: declaringClass, type: type)]
  }

  var titleProblems: [RegistrationProblem] {
    self.isTitle && type != .string ? [.titleType(name, in: declaringClass, type: type)] : []
  }

  /// The mistakes in the ranges: an empty range, or a soft range that reaches beyond the hard range.
  private var boundProblems: [RegistrationProblem] {
    let (range, soft) = (self.range, self.softRange)
    let empty = [range, soft].compactMap(\.self).filter(\.isEmpty)
    var problems = empty.map { RegistrationProblem.emptyRange(name, in: declaringClass, range: $0) }
    if let range, let soft, empty.isEmpty, !range.contains(soft) {
      problems.append(.softRange(name, in: declaringClass, soft: soft, range: range))
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

  /// The mistakes in the default, which must be a value that the user could set: finite, in the hard range, and one of
  /// the options. An unset default has no mistakes.
  var defaultProblems: [RegistrationProblem] {
    guard let value = defaultValue else { return [] }
    if let words = value.notFinite { return [.defaultNotFinite(name, in: declaringClass, words: words)] }
    var problems: [RegistrationProblem] = []
    // Mistakes in the range and in the options are reported by their own checks.
    if let range = self.range, !range.isEmpty, !range.contains(value) {
      problems.append(.defaultRange(name, in: declaringClass, value: value, range: range))
    }
    let allowed = options.map(\.value).filter { $0.type == type }
    if !allowed.isEmpty, !allowed.contains(value) {
      problems.append(.defaultOption(name, in: declaringClass, value: value, options: allowed))
    }
    return problems
  }
}
