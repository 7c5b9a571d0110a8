/// A mistake in a plugin's declarations, found when the plugin is described.
public enum RegistrationProblem: Error, Hashable, Sendable {
  case unsupportedType(String, in: String, type: String)
  case foreignProperty(String, in: String, type: String)
  case undeclaredClass(String)
  case duplicateClass(String)
  case classAliasIsClass(String, of: String)
  case classAliasOfTwo(String, classes: [String])
  case aliasOfExtension(String, of: String)
  case duplicateName(String, in: String, former: String)
  case duplicateLabel(String, names: [String], in: String)
  case badName(String, in: String)
  case refinesNothing(String, in: String)
  case refinesType(String, in: String, former: PropertyType, new: PropertyType)
  case rangeType(String, in: String, type: PropertyType)
  case emptyRange(String, in: String, range: PropertyRange)
  case softRange(String, in: String, soft: PropertyRange, range: PropertyRange)
  case optionType(String, in: String, type: PropertyType, option: PropertyValue)
  case duplicateOption(String, in: String, option: PropertyValue)
  case optionAliasIsOption(String, in: String, alias: PropertyValue, of: PropertyValue)
  case optionAliasOfTwo(String, in: String, alias: PropertyValue, options: [PropertyValue])
  case aliasOfFlag(String, in: String, alias: PropertyValue)
  case notACase(String, in: String, option: PropertyValue, type: String, cases: [PropertyValue])
  case noCases(String, in: String, type: String)
  case defaultNotFinite(String, in: String, words: String)
  case defaultRange(String, in: String, value: PropertyValue, range: PropertyRange)
  case defaultOption(String, in: String, value: PropertyValue, options: [PropertyValue])
  case unknownDependency(String, in: String, dependency: String, candidates: [String])
  case dependencyCycle([String], in: String)
  case noSetter(String, in: String)
  case stepType(String, in: String, type: PropertyType)
  case badStep(String, in: String, step: Double)
  case unitType(String, in: String, type: PropertyType)
  case textRole(TextRole, of: String, in: String, type: PropertyType)
  case referenceWithoutClass(String, in: String)
  case referenceWithOptions(String, in: String)
  case referenceWithDefault(String, in: String, value: PropertyValue)
  case emptyPattern(String, in: String)
  case openBrace(String, title: String)
  case flagType(String, in: String, type: PropertyType)
  case flagsAndOptions(String, in: String)
  case badFlag(String, in: String, value: PropertyValue)
  case badFlagLabel(String, in: String, label: String)
  case unknownInTitle(String, in: String, candidates: [String])
  case unknownInUnit(String, of: String, in: String, candidates: [String])
  case badPreset(String, in: String, problem: String)
  case duplicatePreset(String, in: String)
  case badArrangement(String, problem: String)
  case arrangementOfExtension(String)
  case duplicateFlag(String, in: String, flag: PropertyOptions.Option)
  case aliasIsName(String, of: String, in: String, isCycle: Bool)
  case aliasOfTwo(String, names: [String], in: String)
  case unknownRule(String, of: String, in: String, candidates: [String])
  case aliasOutsideExtension(String, in: String)
  case computedAlias(String, in: String)
  case extensionReadsParent(String)
  case foreignAction(String, in: String, type: String)
  case duplicateAction(String, in: String, former: String)
  case refinesNoAction(String, in: String)
  case actionOfExtension(String, in: String)
  case actionInData(String, in: String)
  case codeInData(String, in: String)
  case ruleInData(String, of: String, in: String)
  case constraintsOfUnknownPart(String, in: String, candidates: [String])
  case badConstraint(String, of: String, in: String, problem: String)
  case affectedWithoutGetter(String, in: String)
  case unknownTransformer(String, of: String, in: String, candidates: [String])
  case transformerRole(String, in: String, role: String)
  case duplicateTransformer(String)
  case duplicateSetting(String)
  case transformerType(String, of: String, in: String, type: PropertyType)
  case settingsDiffer(String, String, String)
}

/// A role that requires a property of type String; the raw value completes the sentence `it can …`.
public enum TextRole: String, Hashable, Sendable {
  case title = "be the title of an object"
  case reference = "refer to an object"
  case multiline = "have several lines"
  case file = "be the path of a file"
}

extension RegistrationProblem: CustomStringConvertible {
  /// The problem and its remedy in one sentence, for the plugin's author.
  public var description: String {
    let eight = PropertyType.list
    return switch self {
    case .unsupportedType(let name, let owner, let type):
      "'\(owner).\(name)' has the type '\(type)', which cannot be inspected; the types are \(eight)"
    case .foreignProperty(let name, let owner, let type):
      "'\(name)' is declared for '\(type)' in the section of '\(owner)'; call 'component(\(type).self)' first"
    case .undeclaredClass(let name):
      "'\(name)' does not declare itself; mark it '@Component', or call 'component(\(name).self)' in its 'declare(in:)'"
    case .aliasOutsideExtension(let name, let owner):
      "'\(owner).\(name)' is an alias of a key path, which only an extension has; mark '\(owner)' '@Component(extends:)'"
    case .computedAlias(let name, let owner):
      "'\(owner).\(name)' is an alias of a key path and has accessors of its own; declare it as a stored 'var'"
    case .extensionReadsParent(let name):
      "the extension '\(name)' reads the parent, which only the extended class can; leave 'readsParent' out"
    case .foreignAction(let name, let owner, let type):
      "the action '\(name)' is declared for '\(type)' in the section of '\(owner)'; call 'component(\(type).self)' first"
    case .duplicateAction(let name, let owner, let former) where former == owner:
      "'\(owner)' declares the action '\(name)' twice; rename one of them"
    case .duplicateAction(let name, let owner, let former):
      "'\(owner)' declares the action '\(name)', which '\(former)' already declares; rename it, or mark an override '@Action override func'"
    case .refinesNoAction(let name, let owner):
      "'\(owner).\(name)' refines an action that no base class declares; remove 'refines', or mark the base's method '@Action', too"
    case .actionOfExtension(let name, let owner):
      "the extension '\(owner)' has the action '\(name)', which only a component has; move it to the extended class"
    case .actionInData(let name, let owner):
      "the action '\(owner).\(name)' does not say what it sets, which takes code; a plugin that is data gives it 'sets', such as {\"sets\": {\"alpha\": 1}}"
    case .codeInData(let name, let owner):
      "'\(owner).\(name)' is observed or computed, which takes code; a plugin that is data has none"
    case .ruleInData(let rule, let name, let owner):
      "'\(owner).\(name)' is validated by the rule '\(rule)', which takes code; a plugin that is data has none"
    case .constraintsOfUnknownPart(let name, let owner, let candidates):
      "'\(owner)' has constraints for '\(name)', which is not one of its parts\(DidYouMean.suffix(for: name, among: candidates))"
    case .badConstraint(let constraint, let name, let owner, let problem):
      "the constraint '\(constraint)' of the part '\(name)' of '\(owner)' is wrong: \(problem)"
    case .affectedWithoutGetter(let name, let owner):
      "'\(owner).\(name)' is affected by other properties and has no getter; compute it, or give the order of applying in 'dependsOn'"
    case .unknownTransformer(let transformer, let name, let owner, let candidates):
      "'\(owner).\(name)' is stored through '\(transformer)', which is not a transformer of the plugin\(DidYouMean.suffix(for: transformer, among: candidates))"
    case .transformerRole(let name, let owner, let role):
      "'\(owner).\(name)' is stored through a transformer and \(role); remove one of them"
    case .duplicateTransformer(let name): "the plugin has two transformers named '\(name)'; rename one of them"
    case .duplicateSetting(let name): "the plugin has two settings named '\(name)'; rename one of them"
    case .transformerType(let transformer, let name, let owner, let type):
      "'\(owner).\(name)' is stored through '\(transformer)', which makes \(type.phrase); a transformer makes values of the property's type"
    case .settingsDiffer(let name, let owner, let former):
      "'\(former)' and '\(owner)' declare the setting '\(name)' differently; a plugin has one setting of that name"
    case .duplicateClass(let name):
      "'\(name)' is registered twice; list each component once"
    case .classAliasIsClass(let alias, let owner) where alias == owner:
      "'\(owner)' has its own name as an alias; an alias is a former name"
    case .classAliasIsClass(let alias, let owner):
      "'\(owner)' has the alias '\(alias)', which is the name of another class; an alias is a former name"
    case .classAliasOfTwo(let alias, let classes) where classes.first == classes.last:
      "'\(classes.first ?? "")' lists the alias '\(alias)' twice"
    case .classAliasOfTwo(let alias, let classes):
      "\(classes.map { "'\($0)'" }.joined(separator: " and ")) share the alias '\(alias)'; a former name belongs to one class"
    case .aliasOfExtension(let alias, let name):
      "the extension '\(name)' has the alias '\(alias)'; scenes do not name extensions, so leave it out"
    case .duplicateName(let name, let owner, let former) where former == owner:
      "'\(owner)' declares '\(name)' twice; rename one of them"
    case .duplicateName(let name, let owner, let former):
      "'\(owner)' declares '\(name)', which '\(former)' already declares; rename it, or mark an override '@Inspectable override var'"
    case .duplicateLabel(let label, let names, let owner):
      "\(names.map { "'\($0)'" }.joined(separator: " and ")) of '\(owner)' have the same label '\(label)'; give one of them a 'label'"
    case .badName(let name, let owner):
      "'\(owner)' declares the name '\(name)', which is not an identifier"
    case .refinesNothing(let name, let owner):
      "'\(owner).\(name)' refines a property that no base class declares; remove 'refines'"
    case .refinesType(let name, let owner, let former, let new):
      "'\(owner).\(name)' refines \(former.phrase) by \(new.phrase); its type must stay"
    case .rangeType(let name, let owner, let type):
      "'\(owner).\(name)' is \(type.phrase) and cannot have a range; only Int and Double can"
    case .emptyRange(let name, let owner, let range):
      "'\(owner).\(name)' has the empty range \(range.text)"
    case .softRange(let name, let owner, let soft, let range):
      "'\(owner).\(name)' has the soft range \(soft.text), but \(range.rule)"
    case .optionType(let name, let owner, let type, let option):
      "'\(owner).\(name)' is \(type.phrase) and cannot have the option \(option.text); options are values of an Int or a String property"
    case .duplicateOption(let name, let owner, let option):
      "'\(owner).\(name)' lists the option \(option.text) twice"
    case .optionAliasIsOption(let name, let owner, let alias, let option) where alias == option:
      "the option '\(option.text)' of '\(owner).\(name)' has its own value as an alias; an alias is a former value"
    case .optionAliasIsOption(let name, let owner, let alias, let option):
      "the option '\(option.text)' of '\(owner).\(name)' has the alias '\(alias.text)', which is the value of another option; an alias is a former value"
    case .optionAliasOfTwo(let name, let owner, let alias, let options) where options.first == options.last:
      "the option '\(options.first?.text ?? "")' of '\(owner).\(name)' lists the alias '\(alias.text)' twice"
    case .optionAliasOfTwo(let name, let owner, let alias, let options):
      "the options \(options.map { "'\($0.text)'" }.joined(separator: " and ")) of '\(owner).\(name)' share the alias '\(alias.text)'; a former value belongs to one option"
    case .aliasOfFlag(let name, let owner, let alias):
      "'\(owner).\(name)' has a flag with the alias '\(alias.text)'; only options have former values"
    case .notACase(let name, let owner, let option, let type, let cases):
      "'\(owner).\(name)' lists the option '\(option.text)', which is not a case of '\(type)'; its cases are \(cases.map(\.text).joined(separator: ", "))"
    case .noCases(let name, let owner, let type):
      "'\(owner).\(name)' has the type '\(type)', whose 'allCases' is empty; give it a case"
    case .defaultNotFinite(let name, let owner, let words):
      "'\(owner).\(name)' has a default that no document can hold: \(words); a number must be finite"
    case .defaultRange(let name, let owner, let value, let range):
      "'\(owner).\(name)' has the default \(value.text), but \(range.rule)"
    case .defaultOption(let name, let owner, let value, let options):
      "'\(owner).\(name)' has the default '\(value.text)', which is not among its options \(options.map(\.text).joined(separator: ", "))"
    case .unknownDependency(let name, let owner, let dependency, let candidates):
      "'\(owner).\(name)' depends on '\(dependency)', which is not a property of '\(owner)'\(DidYouMean.suffix(for: dependency, among: candidates))"
    case .dependencyCycle(let names, let owner):
      "properties of '\(owner)' depend on each other in a cycle: \(names.joined(separator: " → ")); remove one 'dependsOn'"
    case .noSetter(let name, let owner):
      "'\(owner).\(name)' cannot be set; give it a setter, or mark it 'readOnly: true'"
    case .stepType(let name, let owner, let type):
      "'\(owner).\(name)' is \(type.phrase) and cannot have a step; only Int and Double can"
    case .badStep(let name, let owner, let step):
      "'\(owner).\(name)' has the step \(PropertyValue.double(step).text); a step is above 0"
    case .unitType(let name, let owner, let type):
      "'\(owner).\(name)' is \(type.phrase) and cannot have a unit; numbers, points, sizes and rects can"
    case .textRole(let role, let name, let owner, let type):
      "'\(owner).\(name)' is \(type.phrase) and cannot \(role.rawValue); only a String can"
    case .unknownInTitle(let name, let owner, let candidates):
      "the title of '\(owner)' names '\(name)', which is not a property of '\(owner)'\(DidYouMean.suffix(for: name, among: candidates))"
    case .unknownInUnit(let name, let property, let owner, let candidates):
      "the unit of '\(owner).\(property)' names '\(name)', which is not a property of '\(owner)'\(DidYouMean.suffix(for: name, among: candidates))"
    case .badPreset(let preset, let owner, let problem): "the preset '\(preset)' of '\(owner)' is wrong: \(problem)"
    case .badArrangement(let owner, let problem): "the arrangement of '\(owner)' is wrong: \(problem)"
    case .arrangementOfExtension(let name):
      "the extension '\(name)' has an arrangement, which only a component has; declare it in the extended class"
    case .duplicatePreset(let preset, let owner):
      "'\(owner)' has two presets called '\(preset)'; letter case does not count; rename one of them"
    case .referenceWithoutClass(let name, let owner):
      "'\(owner).\(name)' refers to objects without naming their class; name it, or write \"*\" for any class"
    case .referenceWithOptions(let name, let owner):
      "'\(owner).\(name)' refers to objects and has options; remove one of them"
    case .referenceWithDefault(let name, let owner, let value):
      "'\(owner).\(name)' refers to objects and has the default '\(value.text)'; only scenes have objects, so its default is \"\""
    case .emptyPattern(let name, let owner):
      "'\(owner).\(name)' has an empty pattern for files; write one such as \"*.png\""
    case .openBrace(let owner, let title):
      "the title '\(title)' of '\(owner)' has a brace without its counterpart; write the names of properties as '{name}'"
    case .flagType(let name, let owner, let type):
      "'\(owner).\(name)' is \(type.phrase) and cannot have flags; only an Int can"
    case .flagsAndOptions(let name, let owner):
      "'\(owner).\(name)' has flags and options; remove one of them"
    case .badFlag(let name, let owner, let value):
      "'\(owner).\(name)' has the flag \(value.text); a flag is one bit: 1, 2, 4, 8 and so on"
    case .badFlagLabel(let name, let owner, let label):
      "'\(owner).\(name)' has the flag '\(label)'; a flag's label has at least one letter, and no '|' and no comma"
    case .duplicateFlag(let name, let owner, let flag):
      "'\(owner).\(name)' has the flag \(flag.words) twice; each flag has a bit and a label of its own"
    case .aliasIsName(let alias, let name, let owner, _) where alias == name:
      "'\(owner).\(name)' has its own name as an alias; an alias is a former name"
    case .aliasIsName(let alias, let name, let owner, isCycle: false):
      "'\(owner).\(name)' has the alias '\(alias)', which is the name of another property; an alias is a former name"
    case .aliasIsName(let alias, let name, let owner, isCycle: true):
      "'\(name)' and '\(alias)' of '\(owner)' are aliases of each other; keep the one that is the former name"
    case .aliasOfTwo(let alias, let names, let owner):
      "\(names.map { "'\($0)'" }.joined(separator: " and ")) of '\(owner)' share the alias '\(alias)'; a former name belongs to one property"
    case .unknownRule(let rule, let name, let owner, let candidates):
      "'\(owner).\(name)' is validated by '\(rule)', which is not a rule of the plugin\(DidYouMean.suffix(for: rule, among: candidates))"
    }
  }
}
