package import JSONText

/// A finding about a scene or a plugin, or the reason why a call failed, with its place.
///
/// A call that throws it has changed nothing:
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
  /// The severity of a finding: errors make `check` fail, warnings do not.
  public enum Severity: String, Sendable, Hashable {
    case error, warning
  }

  package var reason: AnyRefusal

  /// The stable code, such as `type.mismatch`.
  public var code: DiagnosticCode { reason.code }

  /// The severity of this finding.
  public var severity: Severity

  /// The file, as the user named it.
  public var file: String?

  /// The line, from 1; nil where the finding has no place in a file.
  public var line: Int?

  /// The column, from 1, in Unicode scalars; nil where the finding has no place in a file.
  public var column: Int?

  /// The object's id; nil where the finding is about no object.
  public var object: String?

  /// The object's class.
  public var className: String?

  /// The property's declared name or the stored key; nil where the finding is about no property.
  public var property: String?

  /// The message: one lower-case sentence with its remedy.
  public var message: String {
    guard let object else { return reason.message }
    switch naming {
    case .none, .inReason: return reason.message
    case .object: return "'\(object)': \(reason.message)"
    case .property: return "'\(object)\(property.map { ".\($0)" } ?? "")': \(reason.message)"
    }
  }

  /// The source line with a caret below it, or nil.
  public var excerpt: String?

  /// The way in which the message names the object.
  package var naming = Naming.none

  /// True if a hook warns about an edited object, so that the object's change can carry the warning, too.
  package var isOfEdit = false

  /// The way in which a message names its object.
  package enum Naming: Hashable, Sendable {
    /// The message does not name the object; it is read with the finding's place.
    case none
    /// The reason names the object.
    case inReason
    /// `'ID': …`
    case object
    /// `'ID.PROPERTY': …`, or `'ID': …` where there is no property.
    case property
  }

  /// The refusals of single objects, where a call met several.
  public var details: [Diagnostic]

  /// The step of an edit that was refused, counted from 0; nil for a call without steps.
  public var step: Int?

  /// The part of the step, or of the value, that is wrong; nil where the whole is.
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

    /// A member of a JSON value, such as `width` of a `frame`: its value or, with `isKey`, its key.
    case member(String, isKey: Bool)
  }

  /// Creates an error or a warning without an object; the other fields are set afterwards.
  ///
  /// - Parameter details: the refusals of single objects.
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

  /// The known parts of the place: `scene.json:12:27`.
  package var place: String {
    [file, line.map(String.init), column.map(String.init)].compactMap(\.self).joined(separator: ":")
  }

  /// The whole finding: `scene.json:12:27: error: unknown property 'cornerRadus' on 'View'; did you mean
  /// 'cornerRadius'?`, and the excerpt below.
  public var text: String {
    let head = place.isEmpty ? "" : "\(place): "
    return "\(head)\(severity.rawValue): \(message)" + (excerpt.map { "\n\($0)" } ?? "")
  }
}

extension Diagnostic {
  /// True if a plugin that was needed is missing, failed or crashed.
  public var isPluginFailure: Bool { code.isOfPlugin }

  package var suggestion: String? { reason.suggestion }

  /// The finding without line, column and excerpt, and with its object in the message instead.
  package var withoutPlace: Diagnostic {
    var diagnostic = self
    (diagnostic.line, diagnostic.column, diagnostic.excerpt) = (nil, nil, nil)
    if naming == .none { diagnostic.naming = .object }
    return diagnostic
  }
}
