internal import InspectorKit
package import JSONText

/// The reason why an element of `runtimeAttributes` is invalid, or why an edit of a runtime attribute is refused.
package enum RuntimeAttributeProblem: Refusal {
  case noList(found: String)
  case noObject(found: String)
  case missing(String)
  case noKeyPath(String)
  case noType(String)
  case declared(String, className: String)
  case stored(String)
  case part(String, of: String)
  case hasPart(String, String)
  case twice(String)
  case typeIsFixed(String, sign: String)
  indirect case of(Element, RuntimeAttributeProblem)

  /// The location of a problem: an attribute of an object by its number, or the whole list if the number is nil.
  package struct Element: Hashable, Sendable {
    package var number: Int?
    package var object: String
  }

  package var code: DiagnosticCode {
    switch self {
    case .noList, .noObject, .missing, .noKeyPath, .noType, .declared, .stored, .part, .hasPart, .twice,
      .typeIsFixed:
      .runtimeAttribute
    case .of(_, let problem): problem.code
    }
  }

  package var message: String {
    switch self {
    case .noList(let found): "a list is expected, such as [\(Self.example)], not \(found)"
    case .noObject(let found): "an attribute is expected, such as \(Self.example), not \(found)"
    case .missing(let key): "'\(key)' is missing; write \(Self.example)"
    case .noKeyPath(""): "the key path is missing; write, for example, 'layer.zPosition:Double=4'"
    case .noKeyPath(let text): "'\(text)' is not a key path, such as 'layer.zPosition'"
    case .noType(""): "the type after ':' is missing; the types are \(PropertyType.list)"
    case .noType(let text):
      suggestion.map { "'\(text)' is not a type; did you mean '\($0)'?" }
        ?? "'\(text)' is not a type; the types are \(PropertyType.list)"
    case .declared(let name, let className):
      "'\(name)' is a property of '\(className)' and cannot be a runtime attribute; set '\(name)' without a type"
    case .stored(let name):
      "'\(name)' is stored in 'attributes' and cannot be a runtime attribute, too; remove one of them"
    case .part(let name, let owner):
      "'\(name)' is a number of the runtime attribute '\(owner)'; set '\(name)' without a type"
    case .hasPart(let name, let part):
      "'\(part)' is a runtime attribute already and would be a number of '\(name)'; remove '\(part)' first"
    case .twice(let name): "the runtime attribute '\(name)' is there already; remove one of them"
    case .typeIsFixed(let name, let sign):
      "'\(sign)' is for a runtime attribute that is there already; name it '\(name)', without a type"
    case .of(let element, let problem):
      element.number.map { "runtime attribute \($0) of '\(element.object)': \(problem.message)" }
        ?? "the runtime attributes of '\(element.object)': \(problem.message)"
    }
  }

  package var suggestion: String? {
    switch self {
    case .noType(let text): DidYouMean.suggestion(for: text, among: Self.types)
    case .of(_, let problem): problem.suggestion
    default: nil
    }
  }

  private static let example = #"{ "keyPath": "layer.zPosition", "type": "Double", "value": 4 }"#
  private static let types = PropertyType.allCases.map(\.rawValue)
}
