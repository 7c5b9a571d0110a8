import JSONText

/// A named rule that values of a property must fulfil. The rule runs when the user edits the property, and in
/// commands that validate a scene, such as `check` and `export`.
///
/// A plugin lists its rules in addition to its components, and properties name them:
///
/// ```swift
/// @main struct Forms: InspectorPlugin {
///   static var components: [Component.Type] { [Field.self] }
///   static var rules: [ValidationRule] {
///     [ValidationRule("even", "an even number") { $0 == .int(2) || $0 == .int(4) }]
///   }
/// }
///
/// @Component final class Field: View {
///   @Inspectable(validate: ["even"]) var columns = 2
///   @Inspectable(validate: ["notEmpty"]) var title = "Title"
/// }
/// ```
///
/// Three rules are always available: `notEmpty`, `trimmed` (no blanks at either end) and `identifier`, all for strings.
public struct ValidationRule: Sendable {
  /// The name that properties use.
  public let name: String

  /// The required form of a value, such as "an even number"; the refusal reads `must be an even number`.
  public let requirement: String

  /// A closure that returns true if a value fulfils the rule.
  public let isFulfilled: @Sendable (PropertyValue) -> Bool

  /// Makes a rule, which a plugin lists in `rules`.
  ///
  /// - Parameters:
  ///   - name: the name that properties use.
  ///   - requirement: the required form of a value, such as "an even number".
  ///   - isFulfilled: returns true if a value fulfils the rule.
  public init(_ name: String, _ requirement: String, isFulfilled: @escaping @Sendable (PropertyValue) -> Bool) {
    self.name = name
    self.requirement = requirement
    self.isFulfilled = isFulfilled
  }

  /// The rules that every plugin has.
  public static let standard: [ValidationRule] = [
    ValidationRule("notEmpty", "a text that is not empty") { value in
      if case .string(let text) = value { !text.trimmed.isEmpty } else { true }
    },
    ValidationRule("trimmed", "a text without blanks at its ends") { value in
      guard case .string(let text) = value else { return true }
      return text.isExactly(text.trimmed)
    },
    ValidationRule("identifier", "a letter or '_', then letters, digits and '_'") { value in
      guard case .string(let text) = value else { return true }
      guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
      return text.unicodeScalars.dropFirst().allSatisfy(\.properties.isXIDContinue)
    },
  ]
}
