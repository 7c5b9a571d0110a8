/// Why an edit or a question was refused. Nothing was changed.
public struct EditError: Error, Hashable, Sendable {
  /// The stable code, such as `unknown.property`.
  public var code: String

  /// One lower-case sentence with its remedy.
  public var message: String

  /// What was refused object by object, where the edit met several.
  public var diagnostics: [Diagnostic]

  /// The step of an ``EditRequest`` that was refused, counted from 0; nil for another edit.
  public var step: Int?

  /// What of the step the error is about, where that is known.
  public var part: EditStep.Part?

  public init(code: String, message: String, diagnostics: [Diagnostic] = [], part: EditStep.Part? = nil) {
    self.code = code
    self.message = message
    self.diagnostics = diagnostics
    self.part = part
  }

  /// Of refusals the first, and how many there are.
  init(refusals: [Diagnostic], many: String = "edits are refused") {
    let first = refusals.first
    let message = first?.message ?? ""
    self.init(
      code: first?.code ?? "",
      message: refusals.count == 1 ? message : "\(refusals.count) \(many); the first: \(message)",
      diagnostics: refusals)
  }

  /// Whether a plugin that was needed is missing, failed or crashed.
  public var isPluginFailure: Bool { code.hasPrefix("plugin.") }

  init(_ failure: PluginFailure) {
    self.init(code: failure.code, message: failure.message)
  }
}
