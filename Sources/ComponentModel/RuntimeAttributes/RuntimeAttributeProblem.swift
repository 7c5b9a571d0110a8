package import InspectorKit
package import JSONText

/// The reason why an element of `runtimeAttributes` is invalid, or why an edit of a runtime attribute is refused.
package enum RuntimeAttributeProblem: Refusal {
  case noList(found: String)
  case noObject(found: String)
  case missing(String)
  case noKeyPath(String)
  case noType(String)

  /// The class declares the name. `removable` is the type of the present attribute that a reset removes, and nil for a
  /// new attribute; the next cases use it in the same way.
  case declared(String, className: String, removable: PropertyType?)
  case stored(String, removable: PropertyType?)
  case partOfStored(String, of: String, removable: PropertyType?)
  case part(String, of: String, removable: PropertyType?)
  case hasPart(String, String)

  /// An assignment with an operator such as `+=` refers to an attribute that does not exist.
  case absent(String, type: String, sign: String)
  case twice(String, removable: PropertyType?)
  case typeIsFixed(String, sign: String)
  indirect case of(Element, RuntimeAttributeProblem)

  /// The location of a problem: an attribute of an object by its number, or the whole list if the number is nil.
  package struct Element: Hashable, Sendable {
    package var number: Int?
    package var object: String
  }

  package var code: DiagnosticCode {
    switch self {
    case .noList, .noObject, .missing, .noKeyPath, .noType, .declared, .stored, .partOfStored, .part, .hasPart, .absent,
      .twice, .typeIsFixed:
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
    case .declared(let name, let className, let type):
      "'\(name)' is a property of '\(className)' and cannot be a runtime attribute; "
        + Self.remedy(name, type) { "set '\($0)' without a type" }
    case .stored(let name, let type):
      "'\(name)' is stored in 'attributes' and cannot also be a runtime attribute; "
        + Self.remedy(name, type) { "set '\($0)' without a type" }
    case .partOfStored(let name, let owner, let type):
      "'\(name)' would be a component of '\(owner)', which is stored in 'attributes'; "
        + Self.remedy(name, type) { _ in "remove '\(owner)' first" }
    case .part(let name, let owner, let type):
      "'\(name)' is a component of the runtime attribute '\(owner)'; "
        + Self.remedy(name, type) { "set '\($0)' without a type" }
    case .hasPart(let name, let part):
      "'\(part)' is already a runtime attribute and would be a component of '\(name)'; remove '\(part)' first"
    case .absent(let name, let type, "reset"):
      "there is no runtime attribute '\(name)' of the type \(type) to remove"
    case .absent(let name, let type, let sign):
      "there is no runtime attribute '\(name)' for '\(sign)'; '\(name):\(type)=…' adds one"
    case .twice(let name, let type):
      "the runtime attribute '\(name)' already exists; "
        + Self.remedy(name, type) { _ in "remove one of them in the file" }
    case .typeIsFixed(let name, let sign):
      "'\(sign)' needs a runtime attribute that already exists; name it '\(name)', without a type"
    case .of(let element, let problem):
      element.number.map { "runtime attribute \($0) of '\(element.object)': \(problem.message)" }
        ?? "the runtime attributes of '\(element.object)': \(problem.message)"
    }
  }

  /// Returns the last part of a message: the command that removes a present attribute, or the advice for a new one.
  private static func remedy(_ name: String, _ removable: PropertyType?, _ advice: (String) -> String) -> String {
    removable.map { "'reset \(name):\($0.rawValue)' removes this one" } ?? advice(name)
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
