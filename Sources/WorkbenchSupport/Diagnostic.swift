package import JSONText

/// One finding about a scene or a plugin, with its place.
public struct Diagnostic: Hashable, Sendable, Refusal {
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

  /// Creates a finding without an object; the other fields are set afterwards.
  package init(
    _ reason: any Refusal, severity: Severity, file: String? = nil, line: Int? = nil, column: Int? = nil,
    property: String? = nil, excerpt: String? = nil
  ) {
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
  /// The finding without line, column and excerpt, and with its object in the message instead.
  package var withoutPlace: Diagnostic {
    var diagnostic = self
    (diagnostic.line, diagnostic.column, diagnostic.excerpt) = (nil, nil, nil)
    if naming == .none { diagnostic.naming = .object }
    return diagnostic
  }
}
