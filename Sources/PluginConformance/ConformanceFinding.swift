public import InspectorKit

/// A finding of the conformance check: a law that a plugin breaks, or advice to its author.
public struct ConformanceFinding: Hashable, Sendable, CustomStringConvertible {
  /// The severity of a finding.
  public enum Severity: String, Sendable {
    /// The law is broken.
    case error
    /// Advice: no law is broken, but authors usually want to know.
    case warning
  }

  /// The law that the finding concerns.
  public var law: ConformanceLaw

  /// The severity: an error if the law is broken, a warning for advice.
  public var severity: Severity

  /// The name of the class or extension; nil if the finding concerns the whole plugin.
  public var className: String?

  /// The name of the property; nil if the finding concerns the whole class.
  public var property: String?

  /// The value that was set, as JSON text, truncated if it is long; nil if no value was set.
  public var value: String?

  /// The size in which the component was drawn; nil if it was not drawn, or was drawn in the size of its frame.
  public var size: Size?

  /// The message: one sentence, with a remedy if there is one.
  public var message: String

  package init(
    _ law: ConformanceLaw, _ severity: Severity = .error, class className: String? = nil, property: String? = nil,
    value: String? = nil, size: Size? = nil, message: String
  ) {
    self.law = law
    self.severity = severity
    self.className = className
    self.property = property
    self.value = value
    self.size = size
    self.message = message
  }

  /// The finding as text: `values: Gauge.level = 120: the plugin ended with exit code 1`.
  public var description: String {
    var place = [className, property].compactMap(\.self).joined(separator: ".")
    if let value { place += " = \(value)" }
    if let size { place += " in \(PropertyValue.size(size).text)" }
    return place.isEmpty ? "\(law.rawValue): \(message)" : "\(law.rawValue): \(place): \(message)"
  }
}

/// The result of checking a plugin against the conformance laws.
public struct ConformanceReport: Sendable {
  /// The cost of checking one class.
  public struct ClassReport: Hashable, Sendable {
    /// The name of the class or extension.
    public var name: String

    /// The number of components of the class that were built, edited or drawn.
    public var cases: Int

    /// The longest time per component of a request to build or edit, in nanoseconds: the request's time divided by the
    /// number of its components.
    public var slowest: Int
  }

  /// The findings, in order of discovery.
  public package(set) var findings: [ConformanceFinding] = []

  /// The checked classes and extensions.
  public package(set) var classes: [ClassReport] = []

  /// The number of components of all classes that were built, edited or drawn.
  public var cases: Int { classes.reduce(0) { $0 + $1.cases } }

  /// The number of findings about broken laws.
  public var errors: Int { findings.count { $0.severity == .error } }

  /// The number of findings that are only advice.
  public var warnings: Int { findings.count { $0.severity == .warning } }

  package init() {}

  package mutating func add(_ finding: ConformanceFinding) {
    if !findings.contains(finding) { findings.append(finding) }
  }
}

/// A law for every plugin, whatever its language, which `inspector plugin check` tests.
///
/// The raw value is the name of the law in reports.
public enum ConformanceLaw: String, CaseIterable, Sendable {
  /// The description can be read, and its declarations are valid.
  case description
  /// An instance without attributes has the values that its class declares as defaults.
  case defaults
  /// A value that the declaration allows is kept, changed by a hook, or rejected with a reason.
  case values
  /// No hook sets a property to a value that its declaration does not allow.
  case limits
  /// A class that is declared to have no hooks changes no values and issues no warnings.
  case inertness
  /// Setting a property to the value that was read from it changes nothing.
  case settling
  /// A component that is rebuilt from the same attributes has the same state.
  case recreation
  /// Two workers send the same replies.
  case determinism
  /// The order of attributes in a scene does not matter.
  case order
  /// Applying an exported bundle restores the exported values.
  case bundles
  /// A component can draw itself in every size, with every allowed value. The drawing is readable, complete and
  /// reproducible, and changes no value.
  case drawing
  /// A component accepts or passes on a touch at every point, the same each time, and changes no value.
  case touching
  /// The worker answers every message as the protocol requires.
  case messages
  /// A component is built or edited within the time limit, and should need less than 50 milliseconds.
  case time

  /// The law as one sentence.
  public var words: String {
    switch self {
    case .description: "the description can be read, and its declarations are right"
    case .defaults: "an instance without attributes has the declared defaults"
    case .values: "every allowed value is kept, changed by a hook, or rejected with a reason"
    case .limits: "no hook makes a value that the declaration does not allow"
    case .inertness: "a class without hooks changes nothing"
    case .settling: "setting what was read changes nothing"
    case .recreation: "a component built again has the same state"
    case .determinism: "two workers give the same answers"
    case .order: "the order of the attributes does not matter"
    case .bundles: "what is exported can be applied again"
    case .drawing: "a component draws the same in every size, all of it, and changes nothing"
    case .touching: "a component answers every touch the same, and changes nothing"
    case .messages: "every message is answered as the protocol says"
    case .time: "hooks end within the limit"
    }
  }
}
