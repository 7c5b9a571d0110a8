public import InspectorKit

/// Why a value cannot be compared as it was written.
public enum ComparisonError: Error, Hashable, Sendable {
  /// The text is not a value of the property's type.
  case value(PropertyValueError)
  /// The text is neither an option of the property nor the label of one.
  case noOption(String, [PropertyOptions.Option])
  /// `<` and its kin for a type without order.
  case noOrder(Comparison.Operator, PropertyType)
  /// `^=`, `$=`, `*=` for a type that is not text.
  case notText(Comparison.Operator, PropertyType)
  /// The flag `i` for a type that is not text.
  case noCase(PropertyType)
  /// `^=`, `$=`, `*=` with an empty text.
  case emptyText(Comparison.Operator)
}

extension ComparisonError: CustomStringConvertible {
  /// What is wrong and the remedy, as one lower-case sentence without a full stop.
  public var description: String {
    switch self {
    case .value(let error): "\(error)"
    case .noOption(let text, let options):
      "'\(text)' is no option of the property; its options are \(options.map(\.words).joined(separator: ", "))"
    case .noOrder(let comparator, let type):
      "'\(comparator.rawValue)' compares numbers and texts, not \(type.phrase); use '=' or '!='"
    case .notText(let comparator, let type):
      "'\(comparator.rawValue)' compares texts, not \(type.phrase); use '=' or '!='"
    case .noCase(let type):
      "'i' compares texts in any case, not \(type.phrase); leave it out, or put the value in quotes where it belongs to it"
    case .emptyText(let comparator):
      "'\(comparator.rawValue)' with an empty text says nothing; write a part of the text"
    }
  }
}
