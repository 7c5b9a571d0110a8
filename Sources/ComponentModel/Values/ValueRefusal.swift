package import InspectorKit
package import JSONText
package import SceneDocument

/// The reason why a stored or typed value is invalid for a property or for a colour of the palette.
package enum ValueRefusal: Refusal {
  case unreadable(String, AnyRefusal)
  case unknownColor(String, of: String, paletteHas: String)
  /// A foreign document stores the name of a colour that only palettes of its workspace define.
  case nameOfPalette(String, of: String)
  /// A colour name is unknown, perhaps because a palette or its colour of that name cannot be read.
  case unreadPalette(String, of: String, palette: String, AnyRefusal)
  /// A property's value is a colour name that templates define differently at two places.
  case disputedColor(String, of: String?, [ColorPlace])
  /// A stored text that a transformer cannot read.
  case noStoredForm(String, String, through: String)
  /// A text to decode whose type differs from the transformer's stored type.
  case otherStoredType(String, String, PropertyType, through: String)
  /// A value that a transformer cannot store.
  case notStorable(String, PropertyValue, through: String)
  /// A value that a transformer encodes as a text of a different value.
  case comesBackOther(String, PropertyValue, stored: String, back: PropertyValue, through: String)
  case noTransformer(String, String, suggestion: String?)
  case transformerOfOther(String, PropertyType, String, PropertyType)
  case transformerFailed(String, AnyRefusal)
  /// A result of a transformer that is not of the property's type.
  case wrongType(String, PropertyType, String, String)
  case readOnly(String)
  case layoutReadOnly(String, from: String)
  case readOnlyStored(String)
  case isNull(String, PropertyType)
  indirect case typedNull(String, PropertyDefinition, isInScript: Bool)
  case needsNumber(String, found: String)
  case needsValue(String)
  case outOfRange(String, PropertyValue, PropertyRange)
  case noOption(String, PropertyValue, [PropertyOptions.Option])
  case noFlag(String, String, [PropertyOptions.Option])
  case label(String, of: String, value: PropertyValue)
  /// A value that replaces a number and may be meant as arithmetic.
  case mayBeArithmetic(String, PropertyValueError)
  case partHasNoForm(String)
  case otherUnit(String, typed: String, unit: String, number: String)
  /// A unit after a number whose unit is the value of the property `by`.
  case chosenUnit(String, by: String, number: String)
  case removedPart(of: String)
  case required(String)
  indirect case notOptional(PropertyDefinition)
  case typedColor(String, PropertyValueError)
  case storedColor(String, AnyRefusal)
  case noIdentifier(String)
  indirect case notArithmetic(PropertyDefinition, sign: String, remedy: String)
  case infiniteOperand(PropertyValueError)
  case operandIsNoNumber(String, example: String)
  /// An operation other than `+=` and `-=` with the names of flags.
  case flagsOnlyAdd(String, String)
  case noEffectiveValue(String, AnyRefusal)
  case refusedStart(String, AnyRefusal)
  case stillRefused(String, AnyRefusal)
  case unset(String)
  case colorComponent(String, Double)
  case dividedByZero(String)
  case notANumber(String)
  case tooManyDigits(String, operand: String)
  case notAnInt(String, result: String, isLarge: Bool)
  case infinite(String)

  package var code: DiagnosticCode {
    switch self {
    case .unreadable(_, let reason): (reason.base as? PropertyValueError)?.code ?? .typeMismatch
    case .unknownColor, .nameOfPalette, .unreadPalette, .storedColor, .noIdentifier: .valueColor
    case .noStoredForm, .otherStoredType, .notStorable, .comesBackOther, .transformerOfOther: .valueForm
    case .noTransformer: .pluginMissing
    case .transformerFailed(_, let reason): reason.code
    case .wrongType: .pluginReply
    case .disputedColor: .paletteDisputed
    case .readOnly, .layoutReadOnly, .readOnlyStored: .valueReadOnly
    case .isNull, .typedNull, .needsNumber, .needsValue, .partHasNoForm, .removedPart, .notOptional, .mayBeArithmetic:
      .typeMismatch
    case .outOfRange: .valueRange
    case .noOption, .noFlag, .label: .valueOption
    case .otherUnit, .chosenUnit: .valueUnit
    case .required: .valueRequired
    case .typedColor(_, let error): error.code
    case .notArithmetic, .infiniteOperand, .operandIsNoNumber, .flagsOnlyAdd: .typeMismatch
    case .noEffectiveValue(_, let problem), .refusedStart(_, let problem), .stillRefused(_, let problem): problem.code
    case .unset, .dividedByZero, .notANumber, .tooManyDigits, .notAnInt, .infinite: .valueArithmetic
    case .colorComponent: .valueColor
    }
  }

  package var message: String {
    switch self {
    case .unreadable(let name, let reason): "'\(name)': \(reason.message)"
    case .noStoredForm(let name, let text, let transformer):
      "'\(name)': the transformer '\(transformer)' cannot read \(PluginText.capped(text))"
    case .otherStoredType(let name, let text, let type, let transformer):
      "'\(name)': the transformer '\(transformer)' stores \(type.phrase), not \(PluginText.capped(text))"
    case .notStorable(let name, let value, let transformer):
      "'\(name)' cannot be '\(PluginText.capped(value.text))', which '\(transformer)' has no stored form for"
    case .comesBackOther(let name, let value, let stored, let back, let transformer):
      "'\(name)' cannot be '\(PluginText.capped(value.text))': '\(transformer)' stores it as \(PluginText.capped(stored)), which is read as '\(PluginText.capped(back.text))'"
    case .noTransformer(let name, let transformer, let suggestion):
      "'\(name)' is stored through '\(transformer)', which no installed plugin has\(DidYouMean.suffix(suggestion))"
    case .transformerOfOther(let name, let type, let transformer, let other):
      "'\(name)' is \(type.phrase), and '\(transformer)' makes \(other.phrase)"
    case .transformerFailed(let name, let reason): "'\(name)' cannot be transformed: \(reason.message)"
    case .wrongType(let name, let type, let text, let transformer):
      "'\(transformer)' answered \(PluginText.capped(text)) for '\(name)', which is \(type.phrase)"
    case .mayBeArithmetic(let name, let error): "'\(name)': \(error), or {\"add\": 2} for arithmetic"
    case .unknownColor(let name, let property, let near):
      "'\(property)': unknown colour '\(name)'; did you mean '\(near)' of the palette?"
    case .nameOfPalette(let name, let property):
      "'\(property)': '\(name)' is a colour of a palette, which the program of this file does not know; 'set' it to store the colour itself"
    case .unreadPalette(let name, let property, let file, let reason):
      "'\(property)': unknown colour '\(name)'; the palette '\(file)' has an error: \(reason.message)"
    case .disputedColor(let name, let property, let places):
      "\(property.map { "'\($0)': " } ?? "")'\(name)' is one colour at \(places.map(\.description).joined(separator: " and another at ")); add '\(name)' to the scene's own palette to say which it is"
    case .readOnly(let name): "'\(name)' is read-only"
    case .layoutReadOnly(let name, let attribute):
      "'\(name)' is read-only: layout computes it from '\(attribute)' and constraints; change those"
    case .readOnlyStored(let name): "'\(name)' is read-only and takes no stored value; remove the key"
    case .isNull(let name, let type):
      "'\(name)' is \(type.phrase) and cannot be null; remove the key to use the default"
    case .typedNull(let text, let property, let isInScript):
      "'\(property.name)': '\(text)' is not \(property.type.phrase)\(remedy(ofNull: property, isInScript))"
    case .needsNumber(let name, let found): "'\(name)' needs a number, found \(found)"
    case .needsValue(let name): "'\(name)' needs a value"
    case .outOfRange(let name, let value, let range): "'\(name)' cannot be \(value.text); \(range.rule)"
    case .noOption(let name, let value, let options):
      "'\(name)' cannot be '\(value.text)'; \(remedy(for: value, options))"
    case .noFlag(let name, let text, let flags):
      "'\(name)' cannot be '\(text)'; \(Self.remedy(forFlags: text, flags))"
    case .label(let label, let name, let value):
      "'\(name)': '\(label)' is the label of an option; the scene stores its value, \(value.json.text())"
    case .partHasNoForm(let name): "'\(name)' is a component of a value and has no form of its own; leave 'exact' out"
    case .otherUnit(let name, let typed, let unit, let number):
      "'\(name)' is in '\(unit)', but '\(typed)' is in another unit; write the number in '\(unit)', such as '\(number) \(unit)'"
    case .chosenUnit(let name, let other, let number):
      "the unit of '\(name)' is the value of '\(other)' and cannot be typed here; write only the number, such as '\(number)'"
    case .removedPart(let name): "a component is not a value of its own; unset or reset '\(name)' as a whole"
    case .required(let name): "'\(name)' is required and cannot be removed; set another value"
    // Both a command and a member of a step in an edit script are called `reset`, so the message fits both.
    case .notOptional(let property):
      "'\(property.name)' is \(property.type.phrase) that is not optional and cannot be unset; 'reset' \(Self.resetting(property))"
    case .typedColor(let name, let error): "palette colour '\(name)': \(error)"
    case .storedColor(let name, let reason): "palette colour '\(name)': \(reason.message)"
    case .noIdentifier(let name):
      "the palette name '\(name)' is not an identifier; begin with a letter or '_', and continue with letters, digits, '_' or '-'"
    case .notArithmetic(let property, let sign, let remedy):
      "'\(property.name)' is \(property.type.phrase), and '\(sign)' needs a number; \(remedy)"
    case .infiniteOperand(let error): "\(error)"
    case .operandIsNoNumber(let operand, let example):
      "'\(operand)' is not a number; write a number, as in '\(example)'"
    case .flagsOnlyAdd(let name, let flags):
      "'\(name)' holds flags, which cannot be multiplied or divided; write '\(name)+=\(flags)' to set flags, or '\(name)-=\(flags)' to clear them"
    case .noEffectiveValue(let name, let problem):
      "'\(name)' has no effective value to start from: \(problem.message); set it as a whole first"
    case .refusedStart(let name, let problem):
      "'\(name)' has no value to start from, since what is stored is refused: \(problem.message)"
    case .stillRefused(let name, let problem):
      "'\(name)' cannot be changed alone because the value would still be refused: \(problem.message)"
    case .unset(let name): "'\(name)' is unset, so there is nothing to change; set it as a whole first"
    case .colorComponent(let name, let number):
      "'\(name)' cannot be \(PropertyValue.double(number).text); a colour's components go from 0 to 1"
    case .dividedByZero(let name): "'\(name)' cannot be divided by 0"
    case .notANumber(let name): "'\(name)' is not a number"
    case .tooManyDigits(let name, let operand):
      "'\(name)' cannot be changed by '\(operand)', which has more than 38 digits"
    case .notAnInt(let name, let result, let isLarge):
      "'\(name)' would become \(result), \(isLarge ? "beyond the 64 bits of an Int" : "but an Int has no fraction")"
    case .infinite(let name): "'\(name)' would become infinite"
    }
  }

  private static func remedy(forFlags text: String, _ flags: [PropertyOptions.Option]) -> String {
    let labels = flags.map(\.label)
    let parts = text.split { "|,".contains($0) }.map { String($0).trimmed }
    let wrong = parts.filter { part in Int(part) == nil && !labels.contains { $0.lowercased() == part.lowercased() } }
    if let near = wrong.lazy.compactMap({ DidYouMean.suggestion(for: $0, among: labels) }).first {
      return "did you mean '\(near)'?"
    }
    let example = labels.prefix(2).joined(separator: "|")
    return "its flags are \(labels.joined(separator: ", ")); write them as in '\(example)', or as a number"
  }

  private func remedy(for value: PropertyValue, _ options: [PropertyOptions.Option]) -> String {
    let labels = options.compactMap(\.tellingLabel).filter { options.value(ofLabel: $0) != nil }
    let names = options.map(\.value.text) + labels
    return DidYouMean.suggestion(for: value.text, among: names).map { "did you mean '\($0)'?" }
      ?? "its options are \(options.map(\.words).joined(separator: ", "))"
  }

  /// Returns the end of the message about an assigned `null`: how to unset or reset the property, if that is allowed.
  private func remedy(ofNull property: PropertyDefinition, _ isInScript: Bool) -> String {
    let name = property.name
    if property.isRequired { return ", and '\(name)' is required; set another value" }
    if property.isOptional {
      return "; to unset it, \(isInScript ? "list it in 'unset'" : "use '--unset \(name)'")"
    }
    let reset = isInScript ? "'reset'" : "'--reset \(name)'"
    return ", and '\(name)' cannot be unset; \(reset) \(Self.resetting(property))"
  }

  /// Returns a phrase for the effect of a reset. A value that no plugin declares has no default.
  private static func resetting(_ property: PropertyDefinition) -> String {
    property.defaultValue == nil ? "removes it" : "returns it to its default"
  }
}
