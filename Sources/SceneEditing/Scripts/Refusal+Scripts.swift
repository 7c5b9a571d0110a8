internal import InspectorKit
internal import JSONText

// Why a script is none. Steps are counted from 1.
extension Refusal {
  // The script.
  static func notAScript(found: String) -> Self {
    script("a script is an object, found \(found); begin with {\"format\": \"\(EditScript.format)\"")
  }
  static let noFormat = script("the script has no 'format'; add \"format\": \"\(EditScript.format)\"")
  static func unknownFormat(_ format: String) -> Self {
    script("the format \(format) is not supported; this program reads '\(EditScript.format)'")
  }
  static let noSteps = script("the script has no 'steps'; add \"steps\": [ … ]")
  static func stepsAreNoArray(found: String) -> Self { script("'steps' must be an array, found \(found)") }
  // A step.
  static func stepIsNoObject(_ step: Int, found: String) -> Self {
    script("step \(step) must be an object, found \(found)")
  }
  static func unknownKey(_ key: String, in owner: String, known: [String]) -> Self {
    let hint = DidYouMean.suffix(for: key, among: known)
    return unknownKey(key, in: owner, hint: hint.isEmpty ? "; it may have \(list(known))" : hint)
  }
  static func unknownKey(_ key: String, in owner: String, hint: String) -> Self {
    script("unknown key '\(key)' in \(owner)\(hint)")
  }
  static func twoSteps(_ owner: String, _ first: String, _ second: String) -> Self {
    script("\(owner) has '\(first)' and '\(second)'; write two steps")
  }
  static func noVerb(step: Int, verbs: [String]) -> Self {
    script("step \(step) does not say what to do; it needs one of \(list(verbs))")
  }
  static func missing(_ key: String, in owner: String) -> Self { script("\(owner) has no '\(key)'") }
  static func wrong(_ key: String, step: Int, expected: String, found: String) -> Self {
    script("'\(key)' of step \(step) must be \(expected), found \(found)")
  }
  static func empty(_ key: String, step: Int) -> Self { script("'\(key)' of step \(step) must not be empty") }
  static func object(toInsertIn step: Int, _ message: String) -> Self {
    script("the object to insert in step \(step): \(message)")
  }
  // Where and what.
  static func selector(_ key: String, step: Int, _ message: String) -> Self {
    script("the selector of '\(key)' in step \(step): \(message)")
  }
  static func constraint(step: Int, _ problem: String) -> Self {
    script("the constraint in step \(step) is wrong: \(problem)")
  }
  static func noTarget(step: Int) -> Self {
    script("step \(step) does not say where to move; add 'into', or 'at', or both")
  }
  static func twoPlaces(step: Int) -> Self {
    script("step \(step) has 'into' and a place beside an object; leave 'into' out")
  }
  static func noPlace(step: Int, found: String) -> Self {
    script(
      "'at' of step \(step) is a number from 0, \"first\", \"last\", {\"before\": \"#id\"} or {\"after\": \"#id\"}, found \(found)"
    )
  }

  private static func script(_ message: String) -> Self { Self(.scriptFormat, message) }
  private static func list(_ keys: [String]) -> String { keys.map { "'\($0)'" }.joined(separator: ", ") }
}
