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
  public var part: Part?

  /// Whether the message ends with a name that was probably meant.
  package var hasSuggestion = false

  /// An error about a name that is not known.
  ///
  /// - Parameter hint: the question whether another name was meant, which ends the message; empty where there is none.
  package init(code: String, message: String, hint: String) {
    self.init(code: code, message: message + hint)
    hasSuggestion = !hint.isEmpty
  }

  /// An error with a stable code and a sentence; the diagnostics are the refusals of single objects.
  public init(code: String, message: String, diagnostics: [Diagnostic] = [], part: Part? = nil) {
    self.code = code
    self.message = message
    self.diagnostics = diagnostics
    self.part = part
  }

  /// Of refusals the first, and how many there are.
  package init(refusals: [Diagnostic], many: String = "edits are refused") {
    let first = refusals.first
    let message = first?.message ?? ""
    self.init(
      code: first?.code ?? "",
      message: refusals.count == 1 ? message : "\(refusals.count) \(many); the first: \(message)",
      diagnostics: refusals)
  }

  /// Whether a plugin that was needed is missing, failed or crashed.
  public var isPluginFailure: Bool { code.hasPrefix("plugin.") }

  package init(_ failure: PluginFailure) {
    self.init(code: failure.code, message: failure.message)
  }
}

extension EditError {
  /// A part of the step of an edit that an error may be about.
  public enum Part: Hashable, Sendable {
    case selector
    case assignment(Int)
    /// One of the objects to insert, and an offset in its text.
    case object(Int, offset: Int)
    case parent
    case sibling
    case index
    /// The id, class, name or property that is given.
    case name
    /// The property that is to be renamed.
    case oldName
    case stored(Int)
    case absent(Int)
    case effective(Int)
    case count
    case parentOfExpected
    case nameOfExpected
    case indexOfExpected
    /// The list of all that is stored, or one of its values.
    case attributes
    case attribute(Int)
    case children
    case color(Int)
  }
}
