import JSONText

/// A named rule that the values of a property must fulfil. The rule runs when the user edits the property, and in
/// commands that validate a scene, such as `check` and `export`. An unset value fulfils every rule.
///
/// A plugin lists its rules in addition to its components, and properties name them:
///
/// ```swift
/// @main struct Forms: InspectorPlugin {
///   static var components: [Component.Type] { [Field.self] }
///   static var rules: [ValidationRule] {
///     [ValidationRule("even", "an even number") { if case .int(let n) = $0 { n.isMultiple(of: 2) } else { true } }]
///   }
/// }
///
/// @Component final class Field: View {
///   @Inspectable(validate: ["even"]) var columns = 2
///   @Inspectable(validate: ["notEmpty"]) var title = "Title"
/// }
/// ```
///
/// Three rules for strings are always available: `notEmpty` (not empty and not only whitespace), `trimmed` (no
/// whitespace at either end) and `identifier`.
public struct ValidationRule: Sendable {
  /// The name by which properties refer to the rule.
  public let name: String

  /// The required form of a value, such as "an even number". The refusal of the value 3 reads
  /// `it must be an even number, not '3'`.
  public let requirement: String

  /// A closure that returns true if a value fulfils the rule.
  public let isFulfilled: @Sendable (PropertyValue) -> Bool

  /// Makes a rule, which a plugin lists in `rules`.
  ///
  /// - Parameters:
  ///   - name: the name by which properties refer to the rule.
  ///   - requirement: the required form of a value, such as "an even number".
  ///   - isFulfilled: returns true if a value fulfils the rule.
  public init(_ name: String, _ requirement: String, isFulfilled: @escaping @Sendable (PropertyValue) -> Bool) {
    self.name = name
    self.requirement = requirement
    self.isFulfilled = isFulfilled
  }

  /// The rules that are available to every plugin. Values of types other than String fulfil them.
  public static let standard: [ValidationRule] = [
    ValidationRule("notEmpty", "text that is not empty") { value in
      if case .string(let text) = value { !text.trimmed.isEmpty } else { true }
    },
    ValidationRule("trimmed", "text without leading or trailing spaces") { value in
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
