package import JSONText

/// The reasons for rejecting a text as XML.
package enum MarkupRefusal: Refusal {
  case notWellFormed(String)
  case tooDeep(limit: Int)
  case hasDoctype
  case encoding(String)
  /// The text contains a character that XML does not allow.
  case notAllowed(String)

  package var code: DiagnosticCode {
    switch self {
    case .notWellFormed, .hasDoctype, .encoding: .sceneFormat
    case .tooDeep: .jsonLimit
    case .notAllowed: .editValue
    }
  }

  package var message: String {
    switch self {
    case .notWellFormed(let reason): "the XML is not well-formed: \(reason)"
    case .tooDeep(let limit): "elements are nested more than \(limit) deep, which is the limit"
    case .hasDoctype: "the file has a document type declaration, which is not read; remove it"
    case .encoding(let name): "the file says that its encoding is \(name); save it as UTF-8"
    case .notAllowed(let text): "\(text) has a control character, which XML cannot store"
    }
  }
}
