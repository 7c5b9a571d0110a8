/// A protocol for enumerations that are types of inspectable properties. The inspector shows such a property as a
/// String or an Int, with the cases as its options.
///
/// ```swift
/// enum LineEnd: String, InspectableOptions { case butt, rounded, extendedSquare = "square" }
///
/// @Component final class LineView: View {
///   @Inspectable var end = LineEnd.butt
///   @Inspectable var start: LineEnd?
/// }
/// ```
///
/// A scene stores the raw value: `"end": "square"`. Users choose among "Butt", "Rounded" and "Extended Square". These
/// labels are derived from the names of the cases, like property labels and with the plugin's own words. The options
/// are in the order of `allCases`.
///
/// `@Inspectable(options:)` selects some of the cases, by their raw values, or gives them other labels. An option
/// that is not a case is refused when the plugin is described.
///
/// A raw value that is not a case never reaches the property: the host refuses it, in a scene and at an edit
/// (`value.option`).
public protocol InspectableOptions: InspectableProperty, RawRepresentable, CaseIterable where RawValue: StringOrInt {}

/// The raw type of an enumeration that conforms to ``InspectableOptions``: `String` or `Int`.
public protocol StringOrInt: InspectableProperty {}

extension String: StringOrInt {}
extension Int: StringOrInt {}

extension InspectableOptions {
  /// The kind of the raw type, with the cases of the enumeration as the allowed options.
  public static var inspectableKind: InspectableKind<Self> {
    var kind = RawValue.inspectableKind.facts
    kind.cases = OptionCases(
      type: "\(Self.self)",
      cases: allCases.compactMap { option in
        option.inspectable.map { ($0, nameOfCase(option).flatMap { String(validatingCString: $0) }) }
      })
    return InspectableKind(kind)
  }

  /// Makes the case with this raw value; nil if there is no such case, or the value has a different type.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard let raw = RawValue(inspectable: value) else { return nil }
    self.init(rawValue: raw)
  }

  /// The raw value as a property's value; never nil.
  @inlinable
  public var inspectable: PropertyValue? { rawValue.inspectable }
}

/// The name and the cases of an enumeration that is the type of a property.
struct OptionCases: Sendable {
  /// The enumeration's name, for problem reports.
  let type: String

  /// The raw values of the cases, each with the case's name in code. The name is nil if the type is not an enumeration.
  let cases: [(value: PropertyValue, name: String?)]

  /// Returns all cases as options. A label is derived from the case's name or, without a name, from the raw value.
  func options(in context: PluginContext) -> [PropertyOptions.Option] {
    cases.map { option in
      let label = option.name.map(context.label) ?? PropertyOptions.defaultLabel(of: option.value)
      return PropertyOptions.Option(value: option.value, label: label)
    }
  }

  /// Returns one problem if the enumeration has no cases, otherwise one for each given option that is not a case.
  ///
  /// - Parameter given: the options that the declaration lists; nil if it lists none.
  func problems(of property: String, in owner: String, given: [PropertyOptions.Option]?) -> [RegistrationProblem] {
    guard let first = cases.first else { return [.noCases(property, in: owner, type: type)] }
    let values = cases.map(\.value)
    // The checks of `PropertyDefinition` report an option of a different type.
    return (given ?? []).map(\.value).filter { $0.type == first.value.type && !values.contains($0) }.map {
      .notACase(property, in: owner, option: $0, type: type, cases: values)
    }
  }
}

/// Returns the name of a value's enumeration case; nil if the value is not of an enumeration type.
/// `String(describing:)` would return the type's own `description` if the type has one.
@_silgen_name("swift_EnumCaseName")
private func nameOfCase<Value>(_ value: Value) -> UnsafePointer<CChar>?
