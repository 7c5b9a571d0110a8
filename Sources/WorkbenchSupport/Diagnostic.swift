package import JSONText

/// A finding about a scene or a plugin, or the reason for a call's failure, with its position.
///
/// A call that throws a diagnostic has changed nothing:
///
/// ```swift
/// do {
///   _ = try session.perform(request)
/// } catch {
///   error.code     // unknown.property
///   error.step     // 2: the third step of the request
///   error.details  // the refusals of single objects
/// }
/// ```
public struct Diagnostic: Error, Hashable, Sendable, Refusal {
  /// The severity of a finding. Errors make `check` fail; warnings do not.
  public enum Severity: String, Sendable, Hashable {
    case error, warning
  }

  package var reason: AnyRefusal

  /// The stable code, such as `type.mismatch`.
  public var code: DiagnosticCode { reason.code }

  /// The severity: error by default.
  public var severity: Severity

  /// The path of the file, as the user wrote it; nil if the finding does not concern a file.
  public var file: String?

  /// The line, from 1; nil if the finding has no position in a file.
  public var line: Int?

  /// The column, from 1, in Unicode scalars; nil if the finding has no position in a file.
  public var column: Int?

  /// The object's id; nil if the finding does not concern an object.
  public var object: String?

  /// The name of the object's class; nil if the finding does not concern an object.
  public var className: String?

  /// The property's declared name or the stored key; nil if the finding does not concern a property.
  public var property: String?

  /// The problem and its remedy as one lower-case sentence. The sentence names the object unless the position of the
  /// finding identifies it.
  public var message: String {
    let suffix =
      if let scenes, scenes > 1 { " (in \(scenes) scenes)" } else { onlyScene.map { " (in '\($0)')" } ?? "" }
    guard let object else { return reason.message + suffix }
    return switch naming {
    case .none, .inReason: reason.message + suffix
    case .object: "'\(object)': \(reason.message)\(suffix)"
    case .property: "'\(object)\(property.map { ".\($0)" } ?? "")': \(reason.message)\(suffix)"
    }
  }

  /// The number of checked scenes that report this finding in a template's own text; nil for any other finding.
  public var scenes: Int?

  /// The checked scene that causes this finding in a template's text, such as by an override; nil for any other
  /// finding.
  public var onlyScene: String?

  /// The source line with a caret below the column; nil if no line can be shown.
  public var excerpt: String?

  /// The form in which ``message`` names the object.
  package var naming = Naming.none

  /// True for a hook's warning about an edited object. The reported change of that object also contains the warning.
  package var isOfEdit = false

  /// The form in which a message names the object of the finding.
  package enum Naming: Hashable, Sendable {
    /// The message does not name the object, because the finding's position identifies the object.
    case none
    /// The reason's own text names the object.
    case inReason
    /// The message begins with the object: `'ID': …`.
    case object
    /// The message begins with object and property: `'ID.PROPERTY': …`, or `'ID': …` without a property.
    case property
  }

  /// The refusals of single objects if the call was refused for several objects; else empty.
  public var details: [Diagnostic]

  /// The index of the refused step of an edit, counted from 0; nil for a call without steps.
  public var step: Int?

  /// The invalid part of the step, or of the value; nil if the step or value as a whole is invalid.
  public var part: Part?

  /// A part of an edit's step, or of a value.
  public enum Part: Hashable, Sendable {
    case selector
    case assignment(Int)
    case action
    /// One of the objects to insert, with an offset in its text.
    case object(Int, offset: Int)
    case parent
    case sibling
    case index
    /// The id, class, name or property in the step.
    case name
    /// The former name in a step that renames a property, or the old value in a `replace` step.
    case oldName
    case stored(Int)
    case absent(Int)
    case effective(Int)
    case binding(Int)
    case count
    case parentOfExpected
    case nameOfExpected
    case indexOfExpected
    /// The list of all attributes that the object is expected to store.
    case attributes
    case attribute(Int)
    case children
    case color(Int)

    /// A member of a JSON value, such as `width` of a `frame`: its value or, with `isKey`, its key.
    case member(String, isKey: Bool)
  }

  /// Creates an error or a warning without an object; the remaining fields can be set afterwards.
  ///
  /// - Parameters:
  ///   - reason: the refusal that supplies the code and the text.
  ///   - details: the refusals of single objects.
  package init(
    _ reason: any Refusal, severity: Severity = .error, file: String? = nil, line: Int? = nil, column: Int? = nil,
    property: String? = nil, excerpt: String? = nil, details: [Diagnostic] = [], part: Part? = nil
  ) {
    self.details = details
    self.part = part
    self.reason = AnyRefusal(reason)
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.property = property
    self.excerpt = excerpt
  }

  /// Returns the name of a file for positions in messages. Standard input, which commands name `-`, is `<stdin>`, as in
  /// the messages of compilers.
  package static func placeName(of file: String) -> String { file == "-" ? "<stdin>" : file }

  /// The known parts of file, line and column, such as `scene.json:12:27`.
  package var place: String {
    [file.map(Self.placeName), line.map(String.init), column.map(String.init)].compactMap(\.self).joined(separator: ":")
  }

  /// The finding in printed form: `scene.json:12:27: error: unknown property 'cornerRadus' on 'View'; did you mean
  /// 'cornerRadius'?`, followed by the excerpt.
  public var text: String {
    let head = place.isEmpty ? "" : "\(place): "
    return "\(head)\(severity.rawValue): \(message)" + (excerpt.map { "\n\($0)" } ?? "")
  }
}

extension Diagnostic {
  /// True if a required plugin is missing, failed or crashed.
  public var isPluginFailure: Bool { code.isOfPlugin }

  package var suggestion: String? { reason.suggestion }

  /// The same finding without line, column and excerpt. If its message did not name the object, the new message begins
  /// with the object's id.
  package var withoutPlace: Diagnostic {
    var diagnostic = self
    (diagnostic.line, diagnostic.column, diagnostic.excerpt) = (nil, nil, nil)
    if naming == .none { diagnostic.naming = .object }
    return diagnostic
  }
}

extension [Diagnostic] {
  /// Returns the number of findings of a severity. This function is in a module that is optimised for speed, since a
  /// scene may have as many findings as objects.
  package func count(of severity: Diagnostic.Severity) -> Int { count { $0.severity == severity } }

  /// True if at least one finding is an error.
  package var hasErrors: Bool { contains { $0.severity == .error } }
}
