/// A mistake in a plugin's declarations, and where it was made.
public struct PlacedProblem: Error, Hashable, Sendable {
  /// What is wrong.
  public var problem: RegistrationProblem

  /// The line that declares it; nil where nothing was declared, or another language did.
  public var place: SourcePlace?

  /// A mistake at a place.
  public init(_ problem: RegistrationProblem, at place: SourcePlace? = nil) {
    (self.problem, self.place) = (problem, place)
  }
}

extension PlacedProblem: CustomStringConvertible {
  /// The place, and one sentence with its remedy: `Gauges/GaugeView.swift:12: 'GaugeView.level' has …`.
  public var description: String { "\(place.map { "\($0): " } ?? "")\(problem)" }
}

extension RegistrationProblem {
  /// The property, or the action, at whose declaration the mistake is fixed, by its name; nil where that is the
  /// class's.
  ///
  /// Of several that do not go together it is the last, which is the author's own where others are inherited.
  var property: String? {
    switch self {
    case .unsupportedType(let name, _, _), .foreignProperty(let name, _, _), .duplicateName(let name, _, _),
      .badName(let name, _), .refinesNothing(let name, _), .refinesType(let name, _, _, _),
      .rangeType(let name, _, _), .emptyRange(let name, _, _), .softRange(let name, _, _, _),
      .optionType(let name, _, _, _), .duplicateOption(let name, _, _), .notACase(let name, _, _, _, _),
      .noCases(let name, _, _), .defaultNotFinite(let name, _, _), .defaultRange(let name, _, _, _),
      .defaultOption(let name, _, _, _), .unknownDependency(let name, _, _, _), .noSetter(let name, _),
      .stepType(let name, _, _), .badStep(let name, _, _), .unitType(let name, _, _),
      .aliasIsName(_, let name, _, _), .unknownRule(_, let name, _, _), .aliasOutsideExtension(let name, _),
      .computedAlias(let name, _), .codeInData(let name, _), .ruleInData(_, let name, _),
      .foreignAction(let name, _, _),
      .duplicateAction(let name, _, _), .refinesNoAction(let name, _), .actionOfExtension(let name, _),
      .actionInData(let name, _):
      name
    case .duplicateLabel(_, let names, _), .aliasOfTwo(_, let names, _), .dependencyCycle(let names, _): names.last
    case .undeclaredClass, .duplicateClass, .extensionReadsParent, .constraintsOfUnknownPart, .badConstraint: nil
    }
  }
}
