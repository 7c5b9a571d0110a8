import JSONText

/// The reasons for rejecting a text as a document of named values.
enum MemberDocumentRefusal: Refusal {
  case notADocument(MemberFormat, found: String)
  case noFormat(MemberFormat)
  case otherFormat(MemberFormat, String)
  case noMembers(MemberFormat)

  var code: DiagnosticCode { .sceneFormat }

  var message: String {
    switch self {
    case .notADocument(let format, let found):
      "\(format.article) is an object, found \(found); begin with {\"format\": \"\(format.name)\""
    case .noFormat(let format): "\(format.subject) no 'format'; add \"format\": \"\(format.name)\""
    case .otherFormat(let format, let found):
      "this is not \(format.article): its format is \(found), and \(format.article) has \"format\": \"\(format.name)\""
    case .noMembers(let format): "\(format.subject) no '\(format.member)'; add \(format.example)"
    }
  }
}
