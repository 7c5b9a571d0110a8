import JSONText

/// The reasons for refusing an edit of attributes or of the palette's colours.
enum AttributeRefusal: Refusal {
  case notJSON(owner: String, JSONSyntaxError)
  case isStoredToo(String, old: String, object: String)
  case nothingToRename(String, new: String, object: String)
  case noParts(String, member: String, object: String, isStored: Bool)
  case colorHasNoParts(String, member: String)
  case noColor(String)
  case colorIsThere(String, old: String)

  var code: DiagnosticCode { .editValue }

  var message: String {
    switch self {
    case .notJSON(let owner, let error): "the value of \(owner) is not JSON: \(error)"
    case .isStoredToo(let new, let old, let id):
      "'\(old)' of '\(id)' cannot become '\(new)', since that is also stored; remove one of the two"
    case .nothingToRename(let old, let new, let id): "'\(id)' has no '\(old)' that could become '\(new)'"
    case .noParts(let key, let member, let id, let isStored):
      "'\(member)' of '\(key)' of '\(id)' cannot be set, since '\(key)' \(isStored ? "has no parts" : "is not stored"); set it as a whole"
    case .colorHasNoParts(let name, let member):
      "the palette cannot be changed: '\(member)' of '\(name)' cannot be set, since '\(name)' has no parts; set it as a whole"
    case .noColor(let name): "the palette cannot be changed: there is no '\(name)' to rename"
    case .colorIsThere(let new, let old):
      "the palette cannot be changed: '\(old)' cannot become '\(new)', which already exists"
    }
  }
}
