package import JSONText
public import WorkbenchSupport

/// Why a plugin could not be found, used or trusted.
public struct PluginFailure: Error, Hashable, Sendable, Refusal {
  /// The kinds of failures, for programs to distinguish.
  public enum Kind: String, Hashable, Sendable {
    /// No such plugin, or its executable does not start.
    case missing
    /// The plugin speaks other protocol versions, or has a version that the scene does not accept.
    case version
    /// The plugin describes itself in another way than before.
    case changed
    /// The plugin ended: by a signal, an exit code, or a loop of its hooks.
    case crashed
    /// The plugin did not answer in time.
    case timeout
    /// The plugin sent bytes that are not an answer.
    case garbage
    /// An object is too large to be sent to it.
    case tooLarge
    /// The plugin cannot be run in a sandbox.
    case unconfined
    /// Its declarations are wrong.
    case problems
    /// The wait for its answer was cancelled.
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

  /// What went wrong.
  public var kind: Kind

  /// The plugin's name.
  public var plugin: String

  package var reason: AnyRefusal

  /// One sentence, with the remedy.
  public var message: String { reason.message }

  /// All problems of its declarations, for ``Kind/problems``.
  public var problems: [String]

  /// The property that was being set when the plugin ended, where that is known.
  public var property: String?

  /// The value that the property was being given, as JSON text, where that is not what is stored.
  package var value: String?

  /// The step that it ended in where it set no property: `init`, `awake` or `prepareForInspector`.
  public var step: String?

  /// The action that it was running; nil for none.
  package var action: String?

  /// Whether the message names the object at which it happened, which is another than the one it is about.
  public var namesObject = false

  /// Whether a signal ended the plugin that does not come from its own faults, but from the system or a person.
  package var wasKilled = false

  /// What the system said of its process, where that is why it failed.
  package var end: ProcessEnd?

  /// How a process ended, or that it did not begin.
  package enum ProcessEnd: Hashable, Sendable {
    /// The system did not execute it, for this reason (`errno`).
    case notBegun(code: Int32)
    case signal(Int32)
    case exit(code: Int32)
  }

  /// Whether it is the plugin that cannot be asked, whatever the object.
  package var isOfPlugin: Bool {
    switch kind {
    case .missing, .version, .changed, .unconfined, .problems: true
    case .crashed, .timeout, .garbage, .tooLarge, .cancelled: false
    }
  }

  /// Whether the object was sent to the plugin; false where it was given up before.
  public var wasAsked = true

  /// A failure of a plugin; the other fields are set afterwards.
  public init(_ kind: Kind, plugin: String, message: String, problems: [String] = [], property: String? = nil) {
    self.kind = kind
    self.plugin = plugin
    reason = AnyRefusal(StatedRefusal(kind.code, message))
    self.problems = problems
    self.property = property
  }

  /// The stable diagnostic code.
  public var code: DiagnosticCode { kind.code }
}
