public import InspectorKit

/// A breach of a law by a plugin.
public struct ConformanceFinding: Hashable, Sendable, CustomStringConvertible {
  /// The severity of a finding.
  public enum Severity: String, Sendable {
    /// The law is broken.
    case error
    /// Advice: no law is broken, but authors usually want to know.
    case warning
  }

  /// The law.
  public var law: ConformanceLaw

  /// The severity of the finding.
  public var severity: Severity

  /// The class or extension; nil where the finding is about the whole plugin.
  public var className: String?

  /// The property; nil where the finding is about the whole class.
  public var property: String?

  /// The value that was set, as JSON of at most some hundred bytes; nil where nothing was set.
  public var value: String?

  /// The size in which the component was drawn; nil where it was not, or in that of its frame.
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

/// The result of checking a plugin against the laws.
public struct ConformanceReport: Sendable {
  /// The cost of checking one class.
  public struct ClassReport: Hashable, Sendable {
    /// The class or extension.
    public var name: String

    /// The number of its components that were built, edited or drawn.
    public var cases: Int

    /// The time of the slowest group of components to be built or edited, in nanoseconds for each.
    public var slowest: Int
  }

  /// The findings, in order of discovery.
  public package(set) var findings: [ConformanceFinding] = []

  /// The classes and extensions that were tried.
  public package(set) var classes: [ClassReport] = []

  /// The number of components that were built, edited or drawn.
  public var cases: Int { classes.reduce(0) { $0 + $1.cases } }

  /// The number of broken laws, each counted for each place.
  public var errors: Int { findings.count { $0.severity == .error } }

  /// The number of findings that only give advice.
  public var warnings: Int { findings.count { $0.severity == .warning } }

  package init() {}

  package mutating func add(_ finding: ConformanceFinding) {
    if !findings.contains(finding) { findings.append(finding) }
  }
}

/// A law for every plugin, whatever its language, which `inspector plugin check` tests.
///
/// Its raw value is its name in reports.
public enum ConformanceLaw: String, CaseIterable, Sendable {
  /// The description can be read, and its declarations are valid.
  case description
  /// An instance without attributes has the values that its class declares as defaults.
  case defaults
  /// A value that the declaration allows is either kept, changed by a hook, or rejected with words.
  case values
  /// A value that the declaration does not allow is refused, and no hook makes one.
  case limits
  /// A class declared to have no hooks changes nothing.
  case inertness
  /// Setting the value that was read changes nothing.
  case settling
  /// A component that is built again from the same attributes has the same state.
  case recreation
  /// Two workers give the same replies.
  case determinism
  /// The order of attributes in a scene does not matter.
  case order
  /// An exported bundle can be applied again.
  case bundles
  /// A component draws itself in every size, with every allowed value: readable, whole, the same each time, and without
  /// a change of its values.
  case drawing
  /// The worker answers every message as the protocol requires.
  case messages
  /// Hooks end soon.
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
    case .messages: "every message is answered as the protocol says"
    case .time: "hooks end within the limit"
    }
  }
}
