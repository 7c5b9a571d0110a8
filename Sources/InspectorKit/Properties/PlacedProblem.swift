/// A mistake in a plugin's declarations, with its source location.
public struct PlacedProblem: Error, Hashable, Sendable {
  /// The mistake, without its location.
  public var problem: RegistrationProblem

  /// The source location of the declaration; nil if the declaration is missing, or belongs to a plugin in a language
  /// other than Swift.
  public var place: SourcePlace?

  /// Pairs a mistake with the source location of the declaration, if known.
  public init(_ problem: RegistrationProblem, at place: SourcePlace? = nil) {
    (self.problem, self.place) = (problem, place)
  }
}

extension PlacedProblem: CustomStringConvertible {
  /// The location, if known, and a sentence with the mistake and its remedy:
  /// `Gauges/GaugeView.swift:12: 'GaugeView.level' has …`.
  public var description: String { "\(place.map { "\($0): " } ?? "")\(problem)" }
}

extension RegistrationProblem {
  /// The name of the property or action at whose declaration the mistake is fixed; nil if the mistake is fixed at the
  /// declaration of the class.
  ///
  /// If several properties conflict, the value is the last one, because the earlier ones may be inherited.
  var property: String? {
    switch self {
    case .unsupportedType(let name, _, _), .foreignProperty(let name, _, _), .duplicateName(let name, _, _),
      .badName(let name, _), .refinesNothing(let name, _), .refinesType(let name, _, _, _),
      .rangeType(let name, _, _), .emptyRange(let name, _, _), .softRange(let name, _, _, _),
      .optionType(let name, _, _, _), .duplicateOption(let name, _, _), .optionAliasIsOption(let name, _, _, _),
      .optionAliasOfTwo(let name, _, _, _), .aliasOfFlag(let name, _, _), .notACase(let name, _, _, _, _),
      .noCases(let name, _, _), .defaultNotFinite(let name, _, _), .defaultRange(let name, _, _, _),
      .defaultOption(let name, _, _, _), .unknownDependency(let name, _, _, _), .noSetter(let name, _),
      .stepType(let name, _, _), .badStep(let name, _, _), .unitType(let name, _, _), .textRole(_, let name, _, _),
      .referenceWithoutClass(let name, _), .referenceWithOptions(let name, _),
      .referenceWithDefault(let name, _, _), .emptyPattern(let name, _),
      .flagType(let name, _, _), .flagsAndOptions(let name, _), .badFlag(let name, _, _), .badFlagLabel(let name, _, _),
      .duplicateFlag(let name, _, _),
      .aliasIsName(_, let name, _, _), .unknownRule(_, let name, _, _), .aliasOutsideExtension(let name, _),
      .computedAlias(let name, _), .codeInData(let name, _), .ruleInData(_, let name, _),
      .foreignAction(let name, _, _), .unknownInUnit(_, let name, _, _),
      .duplicateAction(let name, _, _), .refinesNoAction(let name, _), .actionOfExtension(let name, _),
      .actionInData(let name, _), .settingsDiffer(let name, _, _),
      .unknownTransformer(_, let name, _, _), .transformerRole(let name, _, _), .affectedWithoutGetter(let name, _),
      .transformerType(_, let name, _, _):
      name
    case .duplicateLabel(_, let names, _), .aliasOfTwo(_, let names, _), .dependencyCycle(let names, _): names.last
    case .undeclaredClass, .duplicateClass, .classAliasIsClass, .classAliasOfTwo, .aliasOfExtension,
      .extensionReadsParent, .constraintsOfUnknownPart, .badConstraint,
      .unknownInTitle, .openBrace, .duplicateTransformer, .duplicateSetting,
      .badPreset, .duplicatePreset, .badArrangement, .arrangementOfExtension:
      nil
    }
  }
}

/// The file and line at which an author declares a class or a property.
///
/// The macros pass the location to every registration call; a call written by hand passes the location of the call
/// itself.
public struct SourcePlace: Sendable {
  /// The module and the file in the form of `#fileID`: `Gauges/GaugeView.swift`. The type is `StaticString`, so that a
  /// declaration without problems allocates no memory.
  let fileID: StaticString

  /// The line number, counted from 1.
  public let line: Int

  /// Makes a location from a file, in the form of `#fileID`, and a line, counted from 1.
  public init(fileID: StaticString, line: Int) { (self.fileID, self.line) = (fileID, line) }

  /// The module and the file: `Gauges/GaugeView.swift`.
  public var file: String { "\(fileID)" }
}

extension SourcePlace: Hashable, CustomStringConvertible {
  /// Returns true if both locations have the same file name and line.
  public static func == (one: SourcePlace, other: SourcePlace) -> Bool {
    one.line == other.line && one.file == other.file
  }

  /// Hashes the file and the line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(line)
  }

  /// The location in readable form: `Gauges/GaugeView.swift:12`.
  public var description: String { "\(file):\(line)" }
}
