package import JSONText

/// A fault in the description of a format.
package enum FormatRefusal: Refusal {
  case notAFormat(found: String?)
  case missing(String, of: String)
  case wrong(String, expected: String, found: String)
  case notAnObject(String, found: String)
  case unknownKey(String, of: String, suggestion: String?)
  case unknownKind(String, suggestion: String?)
  case unknownBase(String, of: String)
  case circularBase(String)
  case noKey(property: String, className: String)
  case twice(String, className: String)
  case nameTwice(String, className: String)
  case classTwice(String)
  case tooDeep(limit: Int)
  case noRoot
  case keyedAndSingle(String)
  /// A definition has neither `class` with `base` nor `extends`, or has both.
  case noOwner
  /// A list has a mirror, but not the type names and the fixed entries that a mirror requires.
  case looseMirror
  /// The placement or the drawing of a class is invalid.
  case appearance(String, of: String, reason: String)
  /// A condition in the placement or the drawing of a class is invalid. The argument `problem` completes the message.
  case condition(String, in: String, of: String, problem: String)
  /// An expression uses a property whose values are not numbers.
  case noNumber(String, in: String, of: String, type: String, parts: [String])
  /// A computed value has two keys that each determine its form.
  case bothMarks(String, String, of: String)
  /// The placement or the drawing of a class names a value that the class does not have.
  case unknownName(String, in: String, of: String, isOfParent: Bool, suggestion: String?)
  /// A key path leads to the same value as another one, or into that value.
  case within(String, String)

  package var code: DiagnosticCode {
    switch self {
    case .tooDeep: .jsonLimit
    default: .formatInvalid
    }
  }

  package var suggestion: String? {
    switch self {
    case .unknownKey(_, _, let suggestion), .unknownKind(_, let suggestion), .unknownName(_, _, _, _, let suggestion):
      suggestion
    default: nil
    }
  }

  package var message: String {
    switch self {
    case .notAFormat(let found?):
      "the 'format' of a format's description is \"inspector-format/1\", found '\(found)'"
    case .notAFormat(nil): "a format's description begins with {\"format\": \"inspector-format/1\""
    case .missing(let key, let owner): "\(owner) has no '\(key)'; add it"
    case .wrong(let key, let expected, let found): "'\(key)' must be \(expected), found \(found)"
    case .notAnObject(let owner, let found): "\(owner) must be an object, found \(found)"
    case .unknownKey(let key, let owner, let suggestion):
      "unknown key '\(key)' of \(owner)\(suggestion.map { "; did you mean '\($0)'?" } ?? "; remove it")"
    case .unknownKind(let kind, let suggestion):
      "there is no kind '\(kind)'\(suggestion.map { "; did you mean '\($0)'?" } ?? "; describe it in 'kinds'")"
    case .unknownBase(let base, let name): "the base '\(base)' of '\(name)' is not among the classes; describe it too"
    case .circularBase(let name): "'\(name)' is a base of itself; remove one of the bases"
    case .noKey(let property, let name):
      "'\(property)' of '\(name)' has no 'key'; say where its value is, such as \"paint.fill-color\""
    case .twice(let key, let name): "two properties of '\(name)' have the key '\(key)'; remove one of them"
    case .nameTwice(let name, let owner): "two properties of '\(owner)' have the name '\(name)'; rename one of them"
    case .classTwice(let name): "the class '\(name)' is described twice; remove one of the two"
    case .noRoot: "no kind in the 'root' of the format fits the document"
    case .within(let path, let other):
      "the key path '\(path)' leads to the same members as '\(other)'; remove one of the two"
    case .keyedAndSingle(let path):
      "the children at '\(path)' are either 'keyed' or a 'single' one; remove one of the two"
    case .appearance(let key, let owner, let reason): "the \(key) of '\(owner)' is wrong: \(reason)"
    case .condition(let text, let key, let owner, let problem):
      "the \(key) of '\(owner)' has the 'when' condition '\(text)'\(problem)"
    case .noNumber(let name, let key, let owner, let type, let parts):
      "the \(key) of '\(owner)' computes with '\(name)', which is a \(type)"
        + (parts.first.map { "; write one of its numbers, such as '\(name).\($0)'" } ?? " and no number")
    case .bothMarks(let mark, let other, let owner): "\(owner) has both '\(mark)' and '\(other)'; remove one of them"
    case .unknownName(let name, let key, let owner, let isOfParent, let suggestion):
      "the \(key) of '\(owner)' names '\(name)', which \(isOfParent ? "no class has" : "is no property of it")"
        + (suggestion.map { "; did you mean '\($0)'?" }
          ?? "; declare it, or name it in 'readOnly', 'opaque' or 'hidden' of a kind")
    case .noOwner: "a definition has either a 'class' with its 'base', or an 'extends'"
    case .looseMirror: "a list with a 'mirror' needs a 'type' and \"fixed\": true; add them"
    case .tooDeep(let limit): "objects are nested more than \(limit) deep, which is the limit"
    }
  }
}
