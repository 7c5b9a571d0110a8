internal import InspectorKit
internal import JSONText

/// A guess of ``DescriptionInference``, or a class or property that the inference leaves out, for the author to review.
struct InferenceFinding: Hashable {
  /// The name of the class that the finding concerns.
  let className: String
  var property: String?
  let doubt: Doubt

  /// The reason for the finding.
  enum Doubt: Hashable {
    case wholeSoFar(count: Int)
    case besideFraction(word: String)
    case nullOnly
    case fewObjects(count: Int)
    case options(count: Int)
    case severalBases([String], used: String?)
    case rareBase(String, count: Int, objects: Int)
    case baseOnly
    case badClassName
    case badName
    case mixed([PropertyType])
    case shapeless
  }

  /// The finding in one sentence.
  var message: String { "\(property.map { "\(className).\($0)" } ?? className): \(words)" }

  private var words: String {
    switch doubt {
    case .wholeSoFar(let count):
      "Int, because \(count == 1 ? "the only value found is a whole number" : "\(count == 2 ? "both" : "all \(count)") values found are whole numbers"); write Double if it may have a fraction"
    case .besideFraction(let word):
      "Double although its values are whole, since a property '\(word)' of another class has fractions; write Int if it counts something"
    case .nullOnly: "String, since only null is stored; write its type"
    case .fewObjects(let count):
      "its defaults are taken from only \(count) objects; correct any that are wrong"
    case .options(let count): "its options are the \(count) texts that the scenes repeat; add those that it also allows"
    case .severalBases(let names, let used):
      "its objects name the bases \(names.joined(separator: ", ")); \(used.map { "'\($0)' is the most frequent" } ?? "none is in most of them, so it has no base")"
    case .rareBase(let base, let count, let objects):
      "only \(count) of its \(objects) objects \(count == 1 ? "names" : "name") the base '\(base)', so it has no base; add 'base' if they all have it"
    case .baseOnly: "it is only named as a base, so it has no properties; add them, or install its plugin"
    case .badClassName: "left out, since its name is not an identifier; rename the class in the scenes"
    case .badName: "left out, since its name is not an identifier; rename the key in the scenes"
    case .mixed(let types):
      "left out, since it stores values of several types: \(types.map(\.rawValue).joined(separator: ", ")); use one type in the scenes"
    case .shapeless:
      "left out, since it stores a list or an object, which is none of the eight types; store its parts under keys of their own"
    }
  }

  /// The finding as a record for JSON output.
  var record: JSON {
    var members: [JSON.Member] = [.init("class", .string(className))]
    if let property { members.append(.init("property", .string(property))) }
    members.append(.init("message", .string(words)))
    return .object(members)
  }
}
