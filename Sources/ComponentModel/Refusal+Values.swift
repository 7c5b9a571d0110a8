package import InspectorKit
package import JSONText
package import PluginHost

extension ClassBinding {
  /// Why the class has no property of a name.
  package func unknownProperty(_ name: String, canBeSkipped: Bool = false) -> Refusal {
    if let plugins = clashes[name] { return .ambiguousExtension(name, of: definition.name, plugins) }
    return .unknownProperty(name, of: definition.name, canBeSkipped: canBeSkipped)
  }
}

// Why a value, or a question about an object's class or properties, is refused.
extension Refusal {
  package static let cancelled = Self(.cancelled, "cancelled")
  // Classes and names.
  package static func ambiguousClass(_ name: String, _ plugins: [InstalledPlugin]) -> Self {
    Self(
      .pluginAmbiguous,
      "the class '\(name)' is registered by plugins \(plugins.map(\.place).joined(separator: " and ")); "
        + (Set(plugins.map(\.name)).count > 1
          ? "name one in the scene's 'plugins', or write '\(plugins[0].name).\(name)'" : "take one of the files away"))
  }
  package static func unknownClass(_ name: String, hint: String) -> Self {
    Self(.unknownClass, "no plugin knows the class '\(name)'\(hint.isEmpty ? listsClasses : "")")
  }
  package static func noPlugin(className name: String, object id: String) -> Self {
    Self(.pluginMissing, "no plugin knows the class '\(name)' of '\(id)', so it is read-only\(listsClasses)")
  }
  package static func unknownProperty(_ name: String, of owner: String, canBeSkipped: Bool = false) -> Self {
    Self(
      .unknownProperty,
      "unknown property '\(name)' on '\(owner)'\(canBeSkipped ? "; '--skip-missing' leaves such objects out" : "")")
  }
  package static func ambiguousExtension(_ name: String, of owner: String, _ plugins: [InstalledPlugin]) -> Self {
    Self(
      .pluginAmbiguous,
      "'\(name)' of '\(owner)' is added by the extensions of plugins \(plugins.map(\.place).joined(separator: " and ")); "
        + "name one in the scene's 'plugins'")
  }
  package static func noComponent(_ name: String, of property: PropertyDefinition) -> Self {
    Self(
      .unknownProperty,
      "'\(property.name)' has no component '\(name)'; \(property.type.phrase) has \(components(of: property.type))")
  }
  package static func noRequirement(plugin: String, _ text: String) -> Self {
    Self(
      .scenePlugins,
      "the scene needs plugin '\(plugin)' '\(text)', which is no version requirement; write one such as '>=1.0 <2'")
  }
  // What is stored or typed.
  package static func unreadable(_ name: String, _ error: any Error) -> Self {
    Self((error as? PropertyValueError)?.code ?? .typeMismatch, "'\(name)': \(error)")
  }
  package static func unknownColor(_ name: String, of property: String, paletteHas near: String) -> Self {
    Self(.valueColor, "'\(property)': unknown colour '\(name)'; did you mean '\(near)' of the palette?")
  }
  package static func readOnly(_ name: String) -> Self { Self(.valueReadOnly, "'\(name)' is read-only") }
  package static func layoutReadOnly(_ name: String, from attribute: String) -> Self {
    Self(
      .valueReadOnly, "'\(name)' is read-only: layout makes it from '\(attribute)' and constraints; change those")
  }
  package static func readOnlyStored(_ name: String) -> Self {
    Self(.valueReadOnly, "'\(name)' is read-only and takes no stored value; remove the key")
  }
  package static func isNull(_ property: PropertyDefinition) -> Self {
    Self(
      .typeMismatch,
      "'\(property.name)' is \(property.type.phrase) and cannot be null; remove the key to use the default")
  }
  package static func typedNull(_ text: String, _ property: PropertyDefinition, isInScript: Bool) -> Self {
    Self(
      .typeMismatch,
      "'\(property.name)': '\(text)' is not \(property.type.phrase)\(remedy(ofNull: property, isInScript))")
  }
  package static func needsNumber(_ name: String, found: String) -> Self {
    Self(.typeMismatch, "'\(name)' needs a number, found \(found)")
  }
  package static func needsValue(_ name: String) -> Self { Self(.typeMismatch, "'\(name)' needs a value") }
  package static func outOfRange(_ name: String, _ value: PropertyValue, _ range: PropertyRange) -> Self {
    Self(.valueRange, "'\(name)' cannot be \(value.text); its range is \(range.text)")
  }
  package static func noOption(_ name: String, _ value: PropertyValue, _ options: [PropertyOptions.Option]) -> Self {
    let texts = options.map(\.value.text)
    let hint = DidYouMean.suggestion(for: value.text, among: texts).map { "did you mean '\($0)'?" }
    return Self(
      .valueOption,
      "'\(name)' cannot be '\(value.text)'; \(hint ?? "its options are \(texts.joined(separator: ", "))")")
  }
  package static func partHasNoForm(_ name: String) -> Self {
    Self(.typeMismatch, "'\(name)' is a part of a value and has no form of its own; leave 'exact' out")
  }
  package static func otherUnit(_ name: String, typed: String, unit: String, number: String) -> Self {
    Self(
      .valueUnit,
      "'\(name)' is in '\(unit)', and '\(typed)' is another unit; write the number in '\(unit)', such as '\(number) \(unit)'"
    )
  }
  package static func removedPart(of name: String) -> Self {
    Self(.typeMismatch, "a component is no value of its own; unset or reset '\(name)' as a whole")
  }
  package static func required(_ name: String) -> Self {
    Self(.valueRequired, "'\(name)' is required and cannot be taken away; set another value")
  }
  package static func notOptional(_ property: PropertyDefinition, isInScript: Bool) -> Self {
    Self(
      .typeMismatch,
      "'\(property.name)' is \(property.type.phrase) that is not optional and cannot be unset; '\(isInScript ? "" : "--")reset' returns it to its default"
    )
  }
  // Arithmetic.
  package static func notArithmetic(_ property: PropertyDefinition, sign: String, remedy: String) -> Self {
    Self(.typeMismatch, "'\(property.name)' is \(property.type.phrase), and '\(sign)' needs a number; \(remedy)")
  }
  package static func infiniteOperand(_ error: PropertyValueError) -> Self { Self(.typeMismatch, "\(error)") }
  package static func operandIsNoNumber(_ operand: String, example: String) -> Self {
    Self(.typeMismatch, "'\(operand)' is not a number; write one such as '\(example)'")
  }
  package static func noEffectiveValue(_ name: String, _ problem: ValueProblem) -> Self {
    Self(problem.code, "'\(name)' has no effective value to start from: \(problem.message); set it as a whole first")
  }
  package static func unset(_ name: String) -> Self {
    Self(.valueArithmetic, "'\(name)' is unset, so there is nothing to change; set it as a whole first")
  }
  package static func colorComponent(_ name: String, _ number: Double) -> Self {
    Self(.valueColor, "'\(name)' cannot be \(PropertyValue.double(number).text); a colour's components go from 0 to 1")
  }
  package static func dividedByZero(_ name: String) -> Self {
    Self(.valueArithmetic, "'\(name)' cannot be divided by 0")
  }
  package static func notANumber(_ name: String) -> Self { Self(.valueArithmetic, "'\(name)' is not a number") }
  package static func tooManyDigits(_ name: String, operand: String) -> Self {
    Self(.valueArithmetic, "'\(name)' cannot be changed by '\(operand)', which has more than 38 digits")
  }
  package static func notAnInt(_ name: String, result: String, isLarge: Bool) -> Self {
    Self(
      .valueArithmetic,
      "'\(name)' would become \(result), \(isLarge ? "beyond the 64 bits of an Int" : "and an Int has no fraction")")
  }
  package static func infinite(_ name: String) -> Self { Self(.valueArithmetic, "'\(name)' would become infinite") }
  // The palette.
  package static func paletteColor(_ name: String, _ error: any Error, code: DiagnosticCode = .valueColor) -> Self {
    Self(code, "palette colour '\(name)': \(error)")
  }
  package static func noIdentifier(_ name: String) -> Self {
    Self(
      .valueColor,
      "the palette name '\(name)' is not an identifier; use letters, digits, '_' and '-', a letter first")
  }

  package static let listsClasses = "; 'inspector plugin list' shows the classes known"

  private static func components(of type: PropertyType) -> String {
    let names = ComponentValue.names(of: type)
    return names.isEmpty ? "no components" : names.joined(separator: ", ")
  }

  /// `=` gives values only.
  private static func remedy(ofNull property: PropertyDefinition, _ isInScript: Bool) -> String {
    let name = property.name
    if property.isRequired { return ", and '\(name)' is required; set another value" }
    if property.isOptional {
      return "; to unset it, \(isInScript ? "list it in 'unset'" : "use '--unset \(name)'")"
    }
    return ", and '\(name)' cannot be unset; \(isInScript ? "'reset'" : "'--reset \(name)'") returns it to its default"
  }
}
