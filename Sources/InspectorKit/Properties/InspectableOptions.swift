/// An enumeration that a property may have: in the inspector it is a String or an Int with the cases as its options.
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
/// A scene stores the raw value: `"end": "square"`. People choose among "Butt", "Rounded" and "Extended Square": labels
/// are made of the names of the cases, as those of properties are, with the plugin's own words. The options stand in the
/// order of `allCases`.
///
/// `@Inspectable(options:)` names some of the cases, by their raw values, where not all are to be chosen, or gives them
/// other labels; an option that is no case is refused when the plugin is described.
///
/// A raw value that is no case never reaches the property: the host refuses it, in a scene and at an edit
/// (`value.option`).
public protocol InspectableOptions: InspectableProperty, RawRepresentable, CaseIterable where RawValue: StringOrInt {}

/// What an enumeration that conforms to ``InspectableOptions`` may have as its raw type: `String` or `Int`.
public protocol StringOrInt: InspectableProperty {}

extension String: StringOrInt {}
extension Int: StringOrInt {}

extension InspectableOptions {
  /// The raw type's kind, with the cases as options.
  public static var inspectableKind: InspectableKind<Self> {
    var kind = RawValue.inspectableKind.facts
    kind.cases = OptionCases(type: "\(Self.self)", cases: allCases.compactMap { OptionCases.Case($0) })
    return InspectableKind(kind)
  }

  /// The case that has the value as its raw value; nil where none has.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard let raw = RawValue(inspectable: value) else { return nil }
    self.init(rawValue: raw)
  }

  /// The raw value as a property's value; never nil.
  @inlinable
  public var inspectable: PropertyValue? { rawValue.inspectable }
}

/// The cases of an enumeration that a property has as its type.
struct OptionCases: Sendable {
  /// The enumeration's name; problems name it.
  let type: String

  let cases: [Case]

  /// A case: its raw value, and its name in code, or nil for a type that is no enumeration.
  struct Case: Sendable {
    let value: PropertyValue
    let name: String?

    init?(_ option: some InspectableOptions) {
      guard let value = option.inspectable else { return nil }
      self.value = value
      name = nameOfCase(option).flatMap { String(validatingCString: $0) }
    }
  }

  /// All cases, labelled by their names.
  func options(in context: PluginContext) -> [PropertyOptions.Option] {
    cases.map { option in
      let label = option.name.map(context.label) ?? PropertyOptions.defaultLabel(of: option.value)
      return PropertyOptions.Option(value: option.value, label: label)
    }
  }

  /// What is wrong with the cases, and with the options that a declaration gives by hand.
  func problems(of property: String, in owner: String, given: [PropertyOptions.Option]?) -> [RegistrationProblem] {
    guard let first = cases.first else { return [.noCases(property, in: owner, type: type)] }
    let values = cases.map(\.value)
    // An option of another type is a problem of its own, found later.
    return (given ?? []).map(\.value).filter { $0.type == first.value.type && !values.contains($0) }.map {
      .notACase(property, in: owner, option: $0, type: type, cases: values)
    }
  }
}

/// The name of an enumeration's case. `String(describing:)` would answer the type's own `description` where it has one.
@_silgen_name("swift_EnumCaseName")
private func nameOfCase<Value>(_ value: Value) -> UnsafePointer<CChar>?
