internal import InspectorKit
internal import JSONText

/// A reason why a bundle lacks a value that a check of the scene accepts.
enum OmissionFinding: Refusal {
  case otherType(String, PropertyType, answered: PropertyType)
  case unset(String, PropertyType)
  case wrongValue(String, PropertyValueError)
  case layout(Rect, own: Rect)
  case madeOfParent(String, PropertyValue?, alone: PropertyValue?)
  /// A hook overwrites a value that an extension writes, since a program that applies the bundle runs the hooks after
  /// it sets the extension's value; an inspector runs them before.
  case overwritten(String, PropertyValue?, by: PropertyValue?, extensionName: String)

  var code: DiagnosticCode {
    switch self {
    case .otherType, .unset: .typeMismatch
    case .wrongValue(_, let problem): problem.code
    case .layout: .layoutFrame
    case .madeOfParent: .hookParent
    case .overwritten: .hookExtension
    }
  }

  var message: String {
    switch self {
    case .otherType(let name, let type, let answered):
      "'\(name)' is \(type.phrase), and its component gives \(answered.phrase)"
    case .unset(let name, let type): "'\(name)' is \(type.phrase) and cannot be unset"
    case .wrongValue(let name, let problem): "'\(name)': \(problem)"
    case .layout(let layout, let own):
      "a bundle has no constraints: layout makes the frame \(PropertyValue.rect(layout).text), but the bundle's is \(PropertyValue.rect(own).text); the step 'updateFrames' of 'inspector edit' stores the former"
    case .madeOfParent(let name, let value, let alone):
      "'\(name)' is \(value?.text ?? "unset") because its component reads its parent, and a bundle has no parents; without one it is \(alone?.text ?? "unset")"
    case .overwritten(let name, let value, let other, let extensionName):
      "'\(name)' is \(value?.text ?? "unset") by what the extension '\(extensionName)' writes after all hooks; where it is applied as a value, they make it \(other?.text ?? "unset")"
    }
  }
}
