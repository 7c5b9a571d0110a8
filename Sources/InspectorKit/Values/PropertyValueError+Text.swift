/// Error messages for values that cannot be read or stored.
extension PropertyValueError: CustomStringConvertible {
  /// The problem and its remedy, as one lower-case sentence without a full stop.
  public var description: String {
    switch self {
    case .mismatch(let type, let found):
      "expected \(type.phrase), found \(found.phrase); \(Self.remedy(type, found))"
    case .memberMismatch(let type, let member, let found):
      "expected a number for '\(member)' of \(type.phrase), found \(found.phrase)"
    case .missingMember(let type, let member):
      "'\(member)' is missing; \(type.phrase) has \(type.members)"
    case .unknownMember(let type, let member, let suggestion):
      "unknown key '\(Self.shown(member))' in \(type.phrase); \(Self.question(suggestion) ?? "it has \(type.members)")"
    case .duplicateMember(let type, let member):
      "'\(Self.shown(member))' appears twice in \(type.phrase); remove one of them"
    case .mixedColor(let member):
      "a Color has 'white' or '\(member)', not both; remove one of them"
    case .colorComponent(let member, let found):
      "'\(member)' of a Color cannot be '\(found)'; write a number from 0 to 1"
    case .hexColor(let found):
      "'\(Self.shown(found))' is not a colour; write '#' and 3, 4, 6 or 8 hexadecimal digits, such as '#3366FF'"
    case .unknownColor(let name, let suggestion):
      "unknown colour '\(Self.shown(name))'; \(Self.question(suggestion) ?? "write \(PropertyType.color.form)")"
    case .colorFunction(let found, let problem, let suggestion):
      "'\(Self.shown(found))': \(problem.phrase); \(Self.question(suggestion.map(Self.shown)) ?? problem.example)"
    case .integerRange(let found):
      "'\(Self.shown(found))' is beyond the 64 bits of an Int; write a number from \(Int.min) to \(Int.max)"
    case .notFinite(let type, nil, let found):
      "'\(Self.shown(found))' is not a finite number, and \(type.phrase) must be finite"
    case .notFinite(let type, let member?, let found):
      "'\(member)' of \(type.phrase) must be a finite number, not '\(Self.shown(found))'"
    case .unreadable(let type, let found, let suggestion):
      "'\(Self.shown(found))' is not \(type.phrase); \(Self.question(suggestion) ?? "write \(type.form)")"
    case .quotedString(let found):
      "'\(Self.shown(found))' is not a quoted string; end it with a quotation mark and escape as in JSON"
    }
  }

  private static func question(_ suggestion: String?) -> String? { suggestion.map { "did you mean '\($0)'?" } }

  /// Returns the remedy: the same value in the right form if that form is obvious, otherwise an example of the type.
  private static func remedy(_ type: PropertyType, _ found: FoundValue) -> String {
    switch (type, found) {
    case (.string, .number(let text)) where text.utf8.count <= limit: "write \"\(text)\" in quotes"
    case (.string, .bool(let value)): "write \"\(value)\" in quotes"
    case (.bool, .string(let text)), (.int, .string(let text)), (.double, .string(let text)):
      if let value = try? PropertyValue(parsing: text, as: type), text.utf8.count <= limit {
        "write \(value.text) without quotes"
      } else {
        "write \(type.form)"
      }
    case (.int, .number(let text)):
      if let whole = PropertyValue.wholeNumber(text) { "write \(whole)" } else { "write \(type.form)" }
    case (_, .null): "only an optional property can be null"
    default: "write \(type.jsonForm)"
    }
  }

  /// The maximum number of characters of the found text that a message shows; a longer text ends with an ellipsis.
  private static let limit = 60

  fileprivate static func shown(_ text: String) -> String {
    text.count <= limit ? text : "\(text.prefix(limit))…"
  }
}

extension FoundValue {
  fileprivate var phrase: String {
    switch self {
    case .null: "null"
    case .bool(let value): "'\(value)'"
    case .number(let text): "'\(PropertyValueError.shown(text))'"
    case .string(let text): "the string '\(PropertyValueError.shown(text))'"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension ColorFunctionProblem {
  /// The problem as text, with the found text and, in most cases, the expected form.
  fileprivate var phrase: String {
    switch self {
    case .unknownName(let name): "unknown colour function '\(PropertyValueError.shown(name))()'"
    case .unknownSpace(let space): "color() has no space '\(PropertyValueError.shown(space))'"
    case .unclosed: "the closing ')' is missing"
    case .trailing(let text): "nothing may follow the closing ')', found '\(PropertyValueError.shown(text))'"
    case .count(let found, let expected, let name, let hasCommas):
      "\(name)() \(hasCommas ? "with commas " : "")has \(expected) values, found \(found)"
    case .slash: "a '/' belongs before the opacity, and nowhere else"
    case .mixedSeparators: "put commas between all values or none"
    case .commas(let name): "\(name)() has no commas between its values"
    case .typedOnly: "a scene does not hold this form, which can only be typed"
    case .mixedUnits: "with commas the three are all numbers or all percentages"
    case .value(let found, let role, let hasCommas):
      "expected \(hasCommas ? role.legacyPhrase : role.phrase), found '\(PropertyValueError.shown(found))'"
    }
  }

  fileprivate var example: String {
    if case .unknownName = self { return "write rgb(), hsl(), oklch(), '#RRGGBB' or a CSS name" }
    if case .unknownSpace = self { return "write 'srgb' or 'display-p3'" }
    return "write it as in 'rgb(51 102 255)', 'rgba(51, 102, 255, 0.5)' or 'hsl(220 100% 60% / 0.5)'"
  }
}

extension ColorFunctionProblem.Role {
  fileprivate var phrase: String {
    switch self {
    case .channel: "a number from 0 to 255, a percentage or 'none'"
    case .hue: "an angle, such as 220, 220deg, 0.6turn or 'none'"
    case .share: "a percentage or 'none'"
    case .coordinate: "a number, a percentage or 'none'"
    case .opacity: "an opacity from 0 to 1, a percentage or 'none'"
    }
  }

  /// A description of the values allowed in a function with commas.
  fileprivate var legacyPhrase: String {
    switch self {
    case .channel: "a number from 0 to 255 or a percentage"
    case .hue: "an angle, such as 220 or 220deg"
    case .share: "a percentage"
    case .coordinate: "a number or a percentage"
    case .opacity: "an opacity from 0 to 1 or a percentage"
    }
  }
}

extension PropertyType {
  /// The name of the type with its article: `an Int`, `a String`.
  package var phrase: String { self == .int ? "an Int" : "a \(rawValue)" }

  /// A description of the form that the user types, with an example.
  var form: String {
    switch self {
    case .int: "a whole number, such as 12"
    case .string: "text"
    case .double: "a number, such as 12.5"
    case .bool: "true or false"
    case .color: "a CSS name or '#RRGGBB', such as '#3366FF'"
    case .point: "x and y, such as 10,20"
    case .size: "width and height, such as 100x50"
    case .rect: "x, y, width and height, such as '10,20 100x50'"
    }
  }

  /// A description of the form in JSON, with an example.
  var jsonForm: String {
    switch self {
    case .int, .double, .bool: form
    case .string: "text in quotes"
    case .color: "a text such as \"#3366FF\", or an object with red, green, blue and alpha"
    case .point: #"an object such as {"x": 10, "y": 20}"#
    case .size: #"an object such as {"width": 100, "height": 50}"#
    case .rect: #"an object such as {"x": 10, "y": 20, "width": 100, "height": 50}"#
    }
  }

  /// The keys of the type's JSON object, as text: `x and y`.
  var members: String {
    switch self {
    case .int, .string, .double, .bool: "no keys"
    case .color: "red, green, blue and alpha, or white and alpha"
    case .point: "x and y"
    case .size: "width and height"
    case .rect: "x, y, width and height"
    }
  }
}
