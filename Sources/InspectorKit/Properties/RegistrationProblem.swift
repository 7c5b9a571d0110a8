/// A mistake in a plugin's declarations, found when it is described.
public enum RegistrationProblem: Error, Hashable, Sendable {
  case unsupportedType(String, in: String, type: String)
  case foreignProperty(String, in: String, type: String)
  case undeclaredClass(String)
  case duplicateClass(String)
  case duplicateName(String, in: String, former: String)
  case duplicateLabel(String, names: [String], in: String)
  case badName(String, in: String)
  case refinesNothing(String, in: String)
  case refinesType(String, in: String, former: PropertyType, new: PropertyType)
  case rangeType(String, in: String, type: PropertyType)
  case emptyRange(String, in: String, range: PropertyRange)
  case optionType(String, in: String, type: PropertyType, option: PropertyValue)
  case duplicateOption(String, in: String, option: PropertyValue)
  case defaultRange(String, in: String, value: PropertyValue, range: PropertyRange)
  case defaultOption(String, in: String, value: PropertyValue, options: [PropertyValue])
  case unknownDependency(String, in: String, dependency: String, candidates: [String])
  case dependencyCycle([String], in: String)
}

extension RegistrationProblem: CustomStringConvertible {
  /// One sentence with its remedy.
  public var description: String {
    let eight = PropertyType.list
    return switch self {
    case .unsupportedType(let name, let owner, let type):
      "'\(owner).\(name)' has the type '\(type)', which cannot be inspected; the types are \(eight)"
    case .foreignProperty(let name, let owner, let type):
      "'\(name)' is declared for '\(type)' in the section of '\(owner)'; call 'component(\(type).self)' first"
    case .undeclaredClass(let name):
      "'\(name)' does not declare itself; mark it '@Component', or call 'component(\(name).self)' in its 'declare(in:)'"
    case .duplicateClass(let name):
      "'\(name)' is registered twice; list each component once"
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
    case .optionType(let name, let owner, let type, let option):
      "'\(owner).\(name)' is \(type.phrase) and cannot have the option \(option.text); options are values of an Int or a String property"
    case .duplicateOption(let name, let owner, let option):
      "'\(owner).\(name)' lists the option \(option.text) twice"
    case .defaultRange(let name, let owner, let value, let range):
      "'\(owner).\(name)' has the default \(value.text), which is outside its range \(range.text)"
    case .defaultOption(let name, let owner, let value, let options):
      "'\(owner).\(name)' has the default '\(value.text)', which is not among its options \(options.map(\.text).joined(separator: ", "))"
    case .unknownDependency(let name, let owner, let dependency, let candidates):
      "'\(owner).\(name)' depends on '\(dependency)', which is not a property of '\(owner)'\(DidYouMean.suffix(for: dependency, among: candidates))"
    case .dependencyCycle(let names, let owner):
      "properties of '\(owner)' depend on each other in a ring: \(names.joined(separator: " → ")); remove one 'dependsOn'"
    }
  }
}
