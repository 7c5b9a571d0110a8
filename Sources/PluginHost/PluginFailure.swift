package import JSONText
public import WorkbenchSupport

/// The reason why a plugin could not be found, used or trusted.
public struct PluginFailure: Error, Hashable, Sendable, Refusal {
  /// The kinds of failures that a program may distinguish.
  public enum Kind: String, Hashable, Sendable {
    /// The plugin does not exist, or its executable does not start.
    case missing
    /// The plugin speaks other protocol versions, or has a version that the scene does not accept.
    case version
    /// The plugin's description differs from the previous one.
    case changed
    /// The plugin's process ended, by a signal or with an exit code, or was ended because it exceeded a limit.
    case crashed
    /// The plugin did not answer in time.
    case timeout
    /// The plugin sent bytes that are not a valid reply.
    case garbage
    /// The object is too large to send to the plugin.
    case tooLarge
    /// The plugin cannot be run in a sandbox.
    case unconfined
    /// The plugin's declarations are invalid.
    case problems
    /// The wait for the plugin's reply was cancelled.
    case cancelled

    fileprivate var code: DiagnosticCode {
      switch self {
      case .missing: .pluginMissing
      case .version: .pluginVersion
      case .changed: .pluginChanged
      case .crashed: .pluginCrashed
      case .timeout: .pluginTimeout
      case .garbage: .pluginReply
      case .tooLarge: .pluginLimit
      case .unconfined: .pluginRefused
      case .problems: .pluginProblems
      case .cancelled: .cancelled
      }
    }
  }

  /// The kind of failure, which determines the diagnostic code.
  public var kind: Kind

  /// The name of the plugin that failed.
  public var plugin: String

  /// The refusal with the failure's message. Callers wrap it in another refusal to describe the circumstances.
  package var reason: AnyRefusal

  /// The sentence that reports the failure, usually with a remedy.
  public var message: String { reason.message }

  /// The problems in the plugin's declarations, for the kind ``Kind/problems``; empty for any other.
  public var problems: [String]

  /// The property that was being set when the plugin ended; nil if no property was being set, or if the property is
  /// unknown.
  public var property: String?

  /// The value that the property was being set to, as JSON text; nil if that value equals the stored value.
  package var value: String?

  /// The step in which the plugin ended: `init`, `awake` or `prepareForInspector`; nil if the step is unknown, or if a
  /// property was being set.
  public var step: String?

  /// The action that was running; nil if no action was running.
  package var action: String?

  /// True if the message already names the failing object, because the failure is reported for a different object.
  public var namesObject = false

  /// True if the system or a user ended the plugin with a signal. The plugin may then not be at fault.
  package var wasKilled = false

  /// The way in which the plugin's process ended; nil if the failure has a different cause.
  package var end: ProcessEnd?

  /// True if the plugin ended with the exit code by which loaders and system shells report a missing library or
  /// program.
  var lacksPart: Bool {
    switch end {
    case .exit(126), .exit(127): true
    default: false
    }
  }

  /// The way in which a process ended, or the reason why it did not start.
  package enum ProcessEnd: Hashable, Sendable {
    /// The system refused to start the process, with this error code (`errno`).
    case notBegun(code: Int32)
    case signal(Int32)
    case exit(code: Int32)
  }

  /// True if the failure concerns all requests to the plugin; false if it may concern one object only.
  package var isOfPlugin: Bool {
    switch kind {
    case .missing, .version, .changed, .unconfined, .problems: true
    case .crashed, .timeout, .garbage, .tooLarge, .cancelled: false
    }
  }

  /// True if the object was sent to the plugin; false if the request was abandoned before that.
  public var wasAsked = true

  /// Creates a failure with the message and the diagnostic code of its kind. The other properties can be set
  /// afterwards.
  public init(_ kind: Kind, plugin: String, message: String, problems: [String] = []) {
    self.kind = kind
    self.plugin = plugin
    reason = AnyRefusal(StatedRefusal(kind.code, message))
    self.problems = problems
  }

  /// The diagnostic code of the failure's kind.
  public var code: DiagnosticCode { kind.code }
}
