package import JSONText

extension LayoutConstraint {
  private static let keys = ["attribute", "relation", "to", "multiplier", "constant", "priority", "id"]

  /// Reads a constraint from the JSON of a scene or a plugin description; see `Schemas/layout-constraint.schema.json`.
  /// Throws an error about the first mistake.
  package init(_ json: JSON) throws(StatedProblem) {
    guard let members = json.objectValue else { throw StatedProblem("it is not an object; write {\"attribute\": …}") }
    for member in members where !Self.keys.contains(member.key) {
      let hint = DidYouMean.suffix(for: member.key, among: Self.keys)
      throw StatedProblem("it has an unknown member '\(member.key)'\(hint)")
    }
    guard let word = json["attribute"] else { throw StatedProblem("it has no 'attribute'") }
    attribute = try Self.attribute(word.stringValue, "'attribute'")
    let sign = try Self.read(json, "relation", "a string", \.stringValue) ?? "="
    guard let relation = Relation(rawValue: sign) else {
      throw StatedProblem("its 'relation' is '\(sign)'; it is '=', '<=' or '>='")
    }
    self.relation = relation
    let to = try Self.read(json, "to", "a string", \.stringValue)
    target = try to.map { text throws(StatedProblem) in try Target(text) } ?? .none
    multiplier = try Self.read(json, "multiplier", "a number", \.doubleValue) ?? 1
    constant = try Self.read(json, "constant", "a number", \.doubleValue) ?? 0
    priority = try Self.read(json, "priority", "an integer") { $0.doubleValue.flatMap(Int.init(exactly:)) } ?? 1000
    id = try Self.read(json, "id", "a string", \.stringValue)
    if let problem { throw problem }
  }

  private static func read<Member>(
    _ json: JSON, _ key: String, _ kind: String, _ value: (JSON) -> Member?
  ) throws(StatedProblem) -> Member? {
    guard let member = json[key] else { return nil }
    guard let found = value(member) else { throw StatedProblem("its '\(key)' is not \(kind)") }
    return found
  }

  fileprivate static func attribute(_ word: String?, _ place: String) throws(StatedProblem) -> Attribute {
    guard let word else { throw StatedProblem("its \(place) is not a string") }
    guard let attribute = Attribute(rawValue: word) else {
      let known = Attribute.allCases.map(\.rawValue)
      let hint = DidYouMean.suffix(for: word, among: known)
      throw StatedProblem(
        "its \(place) is '\(word)'\(hint.isEmpty ? "; it is one of \(known.joined(separator: ", "))" : hint)")
    }
    return attribute
  }

  /// The reason why the constraint is invalid; nil if it is valid.
  package var problem: StatedProblem? {
    guard abs(multiplier) <= 1e6 else { return StatedProblem("its 'multiplier' is beyond a million") }
    guard abs(constant) <= 1e9 else { return StatedProblem("its 'constant' is beyond a billion") }
    guard 1...1000 ~= priority else { return StatedProblem("its 'priority' is \(priority); it is 1 to 1000") }
    guard let other = target.attribute else { return nil }
    if case .intrinsic = target, !other.isLength {
      return StatedProblem("'\(target.text)' is not a length; only 'intrinsic.width' and 'intrinsic.height' are known")
    }
    if case .own(attribute) = target { return StatedProblem("it compares '\(attribute)' with itself") }
    if attribute.isLength != other.isLength {
      return StatedProblem("it compares a length with a position: '\(attribute)' with '\(target.text)'")
    }
    if !attribute.isLength, attribute.isHorizontal != other.isHorizontal {
      return StatedProblem("'\(attribute)' and '\(target.text)' are on different axes")
    }
    return nil
  }

  /// The constraint as JSON for scenes and plugin descriptions. Members with default values are omitted.
  package var json: JSON {
    var members: [JSON.Member] = [.init("attribute", .string(attribute.rawValue))]
    if relation != .equal { members.append(.init("relation", .string(relation.rawValue))) }
    if target != .none { members.append(.init("to", .string(target.text))) }
    if multiplier != 1 { members.append(.init("multiplier", Self.number(multiplier))) }
    if constant != 0 || target == .none { members.append(.init("constant", Self.number(constant))) }
    if priority != 1000 { members.append(.init("priority", .int(priority))) }
    if let id { members.append(.init("id", .string(id))) }
    return .object(members)
  }

  private static func number(_ value: Double) -> JSON {
    Int(exactly: value).map(JSON.int) ?? .double(value)
  }
}

extension LayoutConstraint.Target {
  /// Parses a target as written in scenes: `parent.width`, `parent.margins.left`, `self.height`, `intrinsic.width`,
  /// `#id.trailing`. Throws an error if the text has none of these forms.
  init(_ text: String) throws(StatedProblem) {
    guard let dot = text.lastIndex(of: ".") else {
      throw StatedProblem(
        "its 'to' is '\(text)'; write 'parent.ATTRIBUTE', 'parent.margins.ATTRIBUTE', 'self.ATTRIBUTE', "
          + "'intrinsic.width' or '#ID.ATTRIBUTE'")
    }
    let owner = text[..<dot]
    let attribute = try LayoutConstraint.attribute(String(text[text.index(after: dot)...]), "attribute in 'to'")
    switch owner {
    case "parent": self = .parent(attribute)
    case "parent.margins": self = .margins(attribute)
    case "self": self = .own(attribute)
    case "intrinsic": self = .intrinsic(attribute)
    default:
      guard let reference = ObjectReference(text) else {
        throw StatedProblem(
          "its 'to' is about '\(owner)'; it is about 'parent', 'parent.margins', 'self', 'intrinsic' or '#ID'")
      }
      self = .object(reference.id, attribute)
    }
  }
}
