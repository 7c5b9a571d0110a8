internal import InspectorKit
internal import JSONText

/// A reason why a bundle lacks a value that a check of the scene accepts.
enum OmissionFinding: Refusal {
  case otherType(String, PropertyType, answered: PropertyType)
  case unset(String, PropertyType)
  case wrongValue(String, PropertyValueError)
  case layout(Rect, own: Rect)
  case madeOfParent(String, PropertyValue?, alone: PropertyValue?)
  /// A hook overwrites an extension's value. A program that applies the bundle runs the hooks after it sets this value;
  /// an inspector runs them before.
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
      "'\(name)' is \(type.phrase), but its component gives \(answered.phrase)"
    case .unset(let name, let type): "'\(name)' is \(type.phrase) and cannot be unset"
    case .wrongValue(let name, let problem): "'\(name)': \(problem)"
    case .layout(let layout, let own):
      "a bundle has no constraints: layout makes the frame \(PropertyValue.rect(layout).text), but the bundle's frame is \(PropertyValue.rect(own).text); the step 'updateFrames' of 'inspector edit' stores the frame that layout makes"
    case .madeOfParent(let name, let value, let alone):
      "its component takes '\(name)' from its parent, and a bundle has no parents; it is \(value?.text ?? "unset") in the scene, but would be \(alone?.text ?? "unset") in the program"
    case .overwritten(let name, let value, let other, let extensionName):
      "the extension '\(extensionName)' writes '\(name)' after all hooks, which makes it \(value?.text ?? "unset"); in the program hooks run later, and would make it \(other?.text ?? "unset")"
    }
  }
}
