public import InspectorKit

/// An operator and an untyped value as the user wrote it.
///
/// ```swift
/// let more = try Comparison(.greater, "5").typed(as: .int)
/// more.matches(.int(7))  // true
/// more.matches(nil)      // false, as every comparison with an unset value
/// ```
///
/// A colour is compared in 8 bits per component, as tables show it, if the text is an 8-bit literal: hex digits, a
/// name, or `rgb()` with whole numbers. Any other colour is compared exactly.
public struct Comparison: Hashable, Sendable {
  /// The operator of a comparison; its raw value is its spelling in a selector.
  public enum Operator: String, CaseIterable, Sendable, Hashable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case startsWith = "^="
    case endsWith = "$="
    case contains = "*="
    /// A test that succeeds for a string that contains the operand as a word, and for a number that contains all flags
    /// of the operand.
    case includes = "~="

    /// All operators in one line, for messages.
    package static let list = allCases.map(\.rawValue).joined(separator: " ")

    /// True if the operator compares a part of a text: `^=`, `$=`, `*=` or `~=`.
    var isPart: Bool { [.startsWith, .endsWith, .contains, .includes].contains(self) }
  }

  /// The operator between the property's value and the text.
  public var comparator: Operator

  /// The value as written, without enclosing quotes.
  public var text: String

  /// True if the comparison ignores the case of ASCII letters, like CSS's `i` flag. Only comparisons of strings may
  /// ignore case.
  public var ignoresCase: Bool

  /// Creates a comparison with an untyped value. ``typed(as:names:palette:)`` checks that the value fits a property.
  public init(_ comparator: Operator, _ text: String, ignoresCase: Bool = false) {
    self.comparator = comparator
    self.text = text
    self.ignoresCase = ignoresCase
  }

  /// Parses the value as the type of a property, and returns the typed comparison. Throws an error if the operator or
  /// the text does not fit the type.
  ///
  /// - Parameters:
  ///   - names: the names of the property's values; the comparison may name an option or a flag by its label.
  ///   - palette: returns the colour with a given name in the scene's palette. If the result is nil, the name is looked
  ///     up among CSS's colour names.
  public func typed(
    as type: PropertyType, names: ValueNames = ValueNames(), palette: (String) -> Color? = { _ in nil }
  ) throws(ComparisonError) -> TypedComparison {
    switch comparator {
    case .equal, .notEqual: break
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard type == .int || type == .double || type == .string else { throw .noOrder(comparator, type) }
    case .includes where type == .int: break
    case .startsWith, .endsWith, .contains, .includes:
      guard type == .string else { throw .notText(comparator, type) }
    }
    if ignoresCase, type != .string { throw .noCase(type) }
    // An empty part matches nothing in CSS, and everything in most languages, so it is refused.
    if text.isEmpty, comparator.isPart { throw .emptyText(comparator) }
    // An operator on parts of texts does not match labels, and neither does a comparison that ignores case.
    let looksForNames = !comparator.isPart || comparator == .includes && type == .int
    if looksForNames, !ignoresCase, let value = names.value(meantBy: text), value.type == type {
      return TypedComparison(comparator: comparator, value: value)
    }
    if type == .color {
      // A palette name stands for the palette's colour. The comparison uses 8 bits if that colour has an exact 8-bit
      // form.
      if let color = palette(text) {
        return TypedComparison(comparator: comparator, value: .color(color), isIn8Bits: color.rgba != nil)
      }
      if let typed = try? TypedColor(text) {
        return TypedComparison(comparator: comparator, value: .color(typed.color), isIn8Bits: typed.isEightBit)
      }
    }
    // The parser of the selector has removed enclosing quotes, so any that are left belong to the text.
    if type == .string {
      return TypedComparison(comparator: comparator, value: .string(text), ignoresCase: ignoresCase)
    }
    do throws(PropertyValueError) {
      return TypedComparison(comparator: comparator, value: try PropertyValue(parsing: text, as: type))
    } catch {
      throw names == ValueNames() ? .value(error) : .noOption(text, names)
    }
  }
}

/// The reasons why a comparison does not fit a property.
public enum ComparisonError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not a value of the property's type.
  case value(PropertyValueError)
  /// The text names a colour on which the scene's templates disagree.
  case disputedColor(String)
  /// The text is neither an option of the property nor a label of an option or flag.
  case noOption(String, ValueNames)
  /// The operator orders values, as `<` does, but values of the type are not ordered.
  case noOrder(Comparison.Operator, PropertyType)
  /// The operator is `^=`, `$=`, `*=` or `~=`, but the type is not String; `~=` also tests the flags of an Int.
  case notText(Comparison.Operator, PropertyType)
  /// The comparison has the flag `i`, but the type is not String.
  case noCase(PropertyType)
  /// The operator is `^=`, `$=`, `*=` or `~=`, but the text is empty.
  case emptyText(Comparison.Operator)

  /// The error and the remedy, as one lower-case sentence without a full stop.
  public var description: String {
    switch self {
    case .value(let error): "\(error)"
    case .disputedColor(let name):
      "the scene's templates write '\(name)' as different colours; add '\(name)' to the scene's own palette to say which it is"
    case .noOption(let text, let names) where names.options.isEmpty:
      "'\(text)' is not a flag of the property; its flags are \(names.flags.map(\.words).joined(separator: ", "))"
    case .noOption(let text, let names):
      "'\(text)' is not an option of the property; its options are \(names.options.map(\.words).joined(separator: ", "))"
    case .noOrder(let comparator, let type):
      "'\(comparator.rawValue)' compares numbers and texts, not \(type.phrase); use '=' or '!='"
    case .notText(let comparator, let type):
      "'\(comparator.rawValue)' compares texts, not \(type.phrase); use '=' or '!='"
    case .noCase(let type):
      "'i' compares texts in any case, not \(type.phrase); leave it out, or quote the value if 'i' belongs to it"
    case .emptyText(let comparator):
      "'\(comparator.rawValue)' needs a text to look for; write a part of it"
    }
  }
}
