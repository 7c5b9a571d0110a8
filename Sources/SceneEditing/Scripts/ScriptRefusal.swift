internal import InspectorKit
internal import JSONText

/// The reasons for rejecting a text as an edit script. Steps are counted from 1.
enum ScriptRefusal: Refusal {
  case notAScript(found: String)
  case noFormat
  case unknownFormat(String)
  case unknownTarget(String)
  case noSteps
  case stepsAreNoArray(found: String)
  case stepIsNoObject(Int, found: String)
  case unknownKey(String, in: String, known: [String])
  case mistypedKey(String, in: String, suggestion: String)
  case twoSteps(String, String, String)
  case noVerb(step: Int, verbs: [String])
  case missing(String, in: String)
  case wrong(String, step: Int, expected: String, found: String)
  case empty(String, step: Int)
  case object(toInsertIn: Int, AnyRefusal)
  case selector(String, step: Int, SelectorError)
  case constraint(step: Int, StatedProblem)
  case noTarget(step: Int)
  case twoPlaces(step: Int)
  case noPlace(step: Int, found: String)

  var code: DiagnosticCode { .scriptFormat }

  var message: String {
    switch self {
    case .notAScript(let found):
      "a script is an object, found \(found); begin with {\"format\": \"\(EditScript.format)\""
    case .noFormat: "the script has no 'format'; add \"format\": \"\(EditScript.format)\""
    case .unknownFormat(let format) where format.holds("inspector-scene/"):
      "this is a scene, not an edit script; write the scenes before '--script'"
    case .unknownFormat(let format): "the format \(format) is not supported; this program reads '\(EditScript.format)'"
    case .unknownTarget(let found): "'in' must be \"template\" or be left out, found \(found)"
    case .noSteps: "the script has no 'steps'; add \"steps\": [ … ]"
    case .stepsAreNoArray(let found): "'steps' must be an array, found \(found)"
    case .stepIsNoObject(let step, let found): "step \(step) must be an object, found \(found)"
    case .unknownKey(let key, let owner, let known):
      "unknown key '\(key)' in \(owner)\(DidYouMean.suggestion(for: key, among: known).map { DidYouMean.suffix($0) } ?? "; the known keys are \(Self.list(known))")"
    case .mistypedKey(let key, let owner, let suggestion):
      "unknown key '\(key)' in \(owner)\(DidYouMean.suffix(suggestion))"
    case .twoSteps(let owner, let first, let second): "\(owner) has '\(first)' and '\(second)'; write two steps"
    case .noVerb(let step, let verbs): "step \(step) does not say what to do; it needs one of \(Self.list(verbs))"
    case .missing(let key, let owner): "\(owner) has no '\(key)'"
    case .wrong(let key, let step, let expected, let found):
      "'\(key)' of step \(step) must be \(expected), found \(found)"
    case .empty(let key, let step): "'\(key)' of step \(step) must not be empty"
    case .object(let step, let reason): "the object to insert in step \(step): \(reason.message)"
    case .selector(let key, let step, let error): "the selector of '\(key)' in step \(step): \(error.message)"
    case .constraint(let step, let problem): "the constraint in step \(step) is wrong: \(problem)"
    case .noTarget(let step): "step \(step) does not say where to move; add 'into', or 'at', or both"
    case .twoPlaces(let step): "step \(step) has 'into' and a place beside an object; leave 'into' out"
    case .noPlace(let step, let found):
      "'at' of step \(step) must be an index (0 or more), \"first\", \"last\", {\"before\": \"#id\"} or {\"after\": \"#id\"}, found \(found)"
    }
  }

  private static func list(_ keys: [String]) -> String { keys.map { "'\($0)'" }.joined(separator: ", ") }
}
