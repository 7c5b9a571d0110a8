public import InspectorKit

/// An operator and a value as a person wrote them, before it is known what type they are compared as.
///
/// ```swift
/// let more = try Comparison(.greater, "5").typed(as: .int)
/// more.matches(.int(7))  // true
/// more.matches(nil)      // false: a comparison with an unset value is
/// ```
///
/// A colour is compared in 8 bits, as tables show it, where the text is a literal of 8 bits: hex digits, a name, or `rgb()`
/// of whole numbers. Any other colour is compared exactly.
public struct Comparison: Hashable, Sendable {
  /// How two values are compared.
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

    /// All of them in one line, for messages.
    package static let list = allCases.map(\.rawValue).joined(separator: " ")
  }

  /// How the values are compared.
  public var comparator: Operator

  /// The value as it was written, without the quotes that may stand around it.
  public var text: String

  /// Whether ASCII's upper and lower case count as the same, as CSS's flag `i` says; of texts only.
  public var ignoresCase: Bool

  /// A comparison with a value as it is written. Whether it fits a property is decided by ``typed(as:options:palette:)``.
  public init(_ comparator: Operator, _ text: String, ignoresCase: Bool = false) {
    self.comparator = comparator
    self.text = text
    self.ignoresCase = ignoresCase
  }

  /// The comparison for a property of a type.
  ///
  /// - Parameters:
  ///   - options: those of the property, whose labels mean their values.
  ///   - palette: finds a scene's own colour by its name; CSS's names are tried after it.
  public func typed(
    as type: PropertyType, options: [PropertyOptions.Option] = [], palette: (String) -> Color? = { _ in nil }
  ) throws(ComparisonError) -> TypedComparison {
    switch comparator {
    case .equal, .notEqual: break
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard type == .int || type == .double || type == .string else { throw .noOrder(comparator, type) }
    case .startsWith, .endsWith, .contains:
      guard type == .string else { throw .notText(comparator, type) }
    }
    if ignoresCase, type != .string { throw .noCase(type) }
    // CSS lets these match nothing and most languages everything: nobody would guess which.
    if text.isEmpty, comparator.isPart { throw .emptyText(comparator) }
    // A part of a text is no label, and neither is a text in any case.
    if !comparator.isPart, !ignoresCase, let value = options.value(meantBy: text), value.type == type {
      return TypedComparison(comparator: comparator, value: value)
    }
    if type == .color {
      // A name of the palette stands for what the palette says, and is one of 8 bits where that is.
      if let color = palette(text) {
        return TypedComparison(comparator: comparator, value: .color(color), isIn8Bits: color.rgba != nil)
      }
      if let typed = try? TypedColor(text) {
        return TypedComparison(comparator: comparator, value: .color(typed.color), isIn8Bits: typed.isEightBit)
      }
    }
    // Quotes were read with the selector: those that are left belong to the text.
    if type == .string {
      return TypedComparison(comparator: comparator, value: .string(text), ignoresCase: ignoresCase)
    }
    do throws(PropertyValueError) {
      return TypedComparison(comparator: comparator, value: try PropertyValue(parsing: text, as: type))
    } catch {
      throw options.isEmpty ? .value(error) : .noOption(text, options)
    }
  }
}

extension Comparison.Operator {
  /// Whether a part of a text is looked for.
  var isPart: Bool { self == .startsWith || self == .endsWith || self == .contains }
}
