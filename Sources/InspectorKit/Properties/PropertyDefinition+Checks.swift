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
    for dependency in self.dependsOn + self.affectedBy where places[dependency] == nil {
      let names = places.sorted { $0.value < $1.value }.map(\.key)
      problems.append(.unknownDependency(name, in: declaringClass, dependency: dependency, candidates: names))
    }
    return problems
  }

  /// The mistake of declaring `affectedBy` for a property that is not computed; empty for a valid declaration.
  var affectionProblems: [RegistrationProblem] {
    self.affectedBy.isEmpty || isComputed ? [] : [.affectedWithoutGetter(name, in: declaringClass)]
  }

  /// Returns the mistakes in the property's transformers: a transformer for a read-only property, a reference, a file
  /// path or an alias; a transformer that the plugin lacks; or one for values of a different type. Transformers of
  /// other plugins are not checked.
  func transformerProblems(among declared: [TransformerDeclaration]) -> [RegistrationProblem] {
    let names = transformers
    guard !names.isEmpty else { return [] }
    var roles: [String] = []
    if self.isReadOnly { roles.append("is read-only") }
    if self.references != nil { roles.append("refers to objects") }
    if !self.file.isEmpty { roles.append("is the path of a file") }
    if let name = self.aliasOf { roles.append("is another name of '\(name)'") }
    guard roles.isEmpty else { return roles.map { .transformerRole(self.name, in: declaringClass, role: $0) } }
    var seen: Set<String> = []
    return names.compactMap { name in
      guard !name.utf8.contains(UInt8(ascii: ".")), seen.insert(name).inserted else { return nil }
      guard let transformer = declared.first(where: { $0.name == name }) else {
        let names = declared.map(\.name).sorted()
        return .unknownTransformer(name, of: self.name, in: declaringClass, candidates: names)
      }
      return transformer.type == type
        ? nil : .transformerType(name, of: self.name, in: declaringClass, type: transformer.type)
    }
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

  /// Returns a mistake if the property has a type other than String, which `role` requires.
  func textProblems(_ role: TextRole) -> [RegistrationProblem] {
    type == .string ? [] : [.textRole(role, of: name, in: declaringClass, type: type)]
  }

  /// The mistakes in a property that refers to objects: a type other than String, an empty class name, or options.
  /// Renaming an object updates the references to it, and options would refuse most new ids.
  var referenceProblems: [RegistrationProblem] {
    guard let className = self.references else { return [] }
    var problems = textProblems(.reference)
    if className.isEmpty { problems.append(.referenceWithoutClass(name, in: declaringClass)) }
    if !options.isEmpty { problems.append(.referenceWithOptions(name, in: declaringClass)) }
    return problems
  }

  /// The mistakes in a property that stores a file's path: a type other than String, or an empty pattern.
  var fileProblems: [RegistrationProblem] {
    guard !self.file.isEmpty else { return [] }
    return textProblems(.file) + (self.file.contains("") ? [.emptyPattern(name, in: declaringClass)] : [])
  }

  /// The mistakes in the flags: a type other than Int, options in addition to flags, a value that is not a single bit,
  /// a repeated bit or label, a label that cannot be typed, or former values.
  var flagProblems: [RegistrationProblem] {
    guard let flags = self.flags else { return [] }
    guard type == .int else { return [.flagType(name, in: declaringClass, type: type)] }
    var problems: [RegistrationProblem] = []
    if !options.isEmpty { problems.append(.flagsAndOptions(name, in: declaringClass)) }
    var seen = Set<String>()
    for flag in flags {
      if let alias = flag.aliases.first { problems.append(.aliasOfFlag(name, in: declaringClass, alias: alias)) }
      guard case .int(let bit) = flag.value, bit > 0, bit.nonzeroBitCount == 1 else {
        problems.append(.badFlag(name, in: declaringClass, value: flag.value))
        continue
      }
      let label = flag.label
      if label.isEmpty || label.contains(where: { "|,".contains($0) }) || Int(label) != nil {
        problems.append(.badFlagLabel(name, in: declaringClass, label: label))
      }
      if !seen.insert("\(bit)").inserted || !seen.insert(label.lowercased()).inserted {
        problems.append(.duplicateFlag(name, in: declaringClass, flag: flag))
      }
    }
    return problems
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
    return problems + (options.haveAliases ? formerOptionProblems : [])
  }

  /// The mistakes in the former values of options: a value of the wrong type, the present value of an option, or a
  /// former value that is listed twice.
  private var formerOptionProblems: [RegistrationProblem] {
    let present = Set(options.map(\.value))
    var owners: [PropertyValue: PropertyValue] = [:]
    return options.flatMap { option in
      option.aliases.compactMap { alias -> RegistrationProblem? in
        if alias.type != type { return .optionType(name, in: declaringClass, type: type, option: alias) }
        if present.contains(alias) {
          return .optionAliasIsOption(name, in: declaringClass, alias: alias, of: option.value)
        }
        let former = owners.updateValue(option.value, forKey: alias)
        return former.map {
          .optionAliasOfTwo(name, in: declaringClass, alias: alias, options: [$0, option.value])
        }
      }
    }
  }

  /// The mistakes in the default, which must be a value that the user could set: finite, in the hard range, and one of
  /// the options. The default of a reference must be unset or empty.
  var defaultProblems: [RegistrationProblem] {
    guard let value = defaultValue else { return [] }
    if let words = value.notFinite { return [.defaultNotFinite(name, in: declaringClass, words: words)] }
    var problems: [RegistrationProblem] = []
    if self.references != nil, type == .string, value != .string("") {
      problems.append(.referenceWithDefault(name, in: declaringClass, value: value))
    }
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
