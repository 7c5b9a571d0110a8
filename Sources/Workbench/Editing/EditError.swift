/// Why an edit or a question was refused. Nothing was changed.
public struct EditError: Error, Hashable, Sendable {
  /// The stable code, such as `unknown.property`.
  public var code: String

  /// One lower-case sentence with its remedy.
  public var message: String

  /// What was refused object by object, where the edit met several.
  public var diagnostics: [Diagnostic]

  public init(code: String, message: String, diagnostics: [Diagnostic] = []) {
    self.code = code
    self.message = message
    self.diagnostics = diagnostics
  }

  /// Whether a plugin that was needed is missing, failed or crashed.
  public var isPluginFailure: Bool { code.hasPrefix("plugin.") }

  init(_ failure: PluginFailure) {
    self.init(code: failure.code, message: failure.message)
  }
}
