public import InspectorKit

/// One way in which a plugin breaks a law.
public struct ConformanceFinding: Hashable, Sendable, CustomStringConvertible {
  /// How much it matters.
  public enum Severity: String, Sendable {
    /// The law is broken.
    case error
    /// Nothing is broken, and authors usually want to know it.
    case warning
  }

  /// The law.
  public var law: ConformanceLaw

  /// How much it matters.
  public var severity: Severity

  /// The class or extension; nil where it is about the whole plugin.
  public var className: String?

  /// The property; nil where it is about the whole class.
  public var property: String?

  /// What the property was set to, as JSON of at most some hundred bytes; nil where nothing was set.
  public var value: String?

  /// The size in which the component was drawn; nil where it was not, or in that of its frame.
  public var size: Size?

  /// One sentence, with the remedy where there is one.
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

  /// `values: Gauge.level = 120: the plugin ended with exit code 1`.
  public var description: String {
    var place = [className, property].compactMap(\.self).joined(separator: ".")
    if let value { place += " = \(value)" }
    if let size { place += " in \(PropertyValue.size(size).text)" }
    return place.isEmpty ? "\(law.rawValue): \(message)" : "\(law.rawValue): \(place): \(message)"
  }
}

/// What was found when a plugin was held against the laws.
public struct ConformanceReport: Sendable {
  /// What one class cost.
  public struct ClassReport: Hashable, Sendable {
    /// The class or extension.
    public var name: String

    /// How many components of it were built, edited or drawn.
    public var cases: Int

    /// How long the slowest group of components took to be built or edited, in nanoseconds for each.
    public var slowest: Int
  }

  /// What is wrong, in the order in which it was found.
  public package(set) var findings: [ConformanceFinding] = []

  /// The classes and extensions that were tried.
  public package(set) var classes: [ClassReport] = []

  /// How many components were built, edited or drawn.
  public var cases: Int { classes.reduce(0) { $0 + $1.cases } }

  /// How many laws are broken, each counted for each place.
  public var errors: Int { findings.count { $0.severity == .error } }

  /// How many findings only give advice.
  public var warnings: Int { findings.count { $0.severity == .warning } }

  package init() {}

  package mutating func add(_ finding: ConformanceFinding) {
    if !findings.contains(finding) { findings.append(finding) }
  }
}
