import JSONText

/// A named set of values that a user can give to a new object of a class.
///
/// ```swift
/// override class var presets: [Preset] {
///   [
///     Preset("Candle", help: "A small flame.", ["radius": 12, "flame": "#FFE0A0"]),
///     Preset("Beacon", ["radius": 400]),
///   ]
/// }
/// ```
///
/// `inspector add level.json Torch --preset candle` stores the values in the new object.
public struct Preset: Hashable, Sendable {
  /// The name by which the user selects the preset, ignoring case.
  public var name: String

  /// A one-sentence explanation for the user; nil for none.
  public var help: String?

  /// The values, in the order in which they are stored.
  public var values: [ActionDefinition.Setting]

  /// Makes a preset from the names of properties and their values. Registration checks that each value fits its
  /// property.
  public init(_ name: String, help: String? = nil, _ values: KeyValuePairs<String, PresetValue>) {
    self.init(name: name, help: help, values: values.map { ActionDefinition.Setting($0, json: $1.json.text()) })
  }

  init(name: String, help: String?, values: [ActionDefinition.Setting]) {
    (self.name, self.help, self.values) = (name, help, values)
  }
}

/// The value of a property in a ``Preset``: a literal, or a value of one of the eight types. A string literal can also
/// be a colour in its stored form, such as `"#FFCC00"`.
public struct PresetValue: Sendable {
  let json: JSON

  /// Wraps a value; nil stores `null`, which unsets an optional property.
  public init(_ value: PropertyValue?) { json = value.map(\.json) ?? .null }
}

extension PresetValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Makes the value of an Int or a Double property.
  public init(integerLiteral value: Int) { json = .int(value) }

  /// Makes the value of a Double property.
  public init(floatLiteral value: Double) { json = .double(value) }

  /// Makes the value of a String or a Color property.
  public init(stringLiteral value: String) { json = .string(value) }

  /// Makes the value of a Bool property.
  public init(booleanLiteral value: Bool) { json = .bool(value) }

  /// Makes the value `null`.
  public init(nilLiteral: ()) { json = .null }
}

extension ComponentDefinition {
  /// Returns the preset with the name that the user typed, ignoring case; nil if the class has none. An exact match has
  /// precedence.
  package func preset(typed name: String) -> Preset? {
    presets.first { $0.name == name } ?? presets.first { $0.name.lowercased() == name.lowercased() }
  }

  /// Returns the mistakes in the class's title, units, presets and arrangement.
  ///
  /// - Parameter properties: the properties of the class, including inherited ones.
  package func faceProblems(among properties: [PropertyDefinition]) -> [RegistrationProblem] {
    let names = properties.map(\.name)
    var problems: [RegistrationProblem] = []
    for property in title.map({ TitleTemplate($0).properties }) ?? [] where !names.contains(property) {
      problems.append(.unknownInTitle(property, in: name, candidates: names))
    }
    for property in properties where property.declaringClass == name {
      for other in property.unitTemplate?.properties ?? [] where !names.contains(other) {
        problems.append(.unknownInUnit(other, of: property.name, in: name, candidates: names))
      }
    }
    if let title, TitleTemplate(title).texts.contains(where: { $0.contains { "{}".contains($0) } }) {
      problems.append(.openBrace(name, title: title))
    }
    var seen = Set<String>()
    for preset in presets {
      if !seen.insert(preset.name.lowercased()).inserted { problems.append(.duplicatePreset(preset.name, in: name)) }
      for setting in preset.values {
        if let problem = setting.problem(among: properties) {
          problems.append(.badPreset(preset.name, in: name, problem: problem))
        }
      }
    }
    return problems + arrangementProblems(among: properties)
  }
}

extension ActionDefinition.Setting {
  /// Returns the property with this current or former name; nil if there is none.
  package func property(among properties: [PropertyDefinition]) -> PropertyDefinition? {
    properties.first { $0.name == self.property || $0.aliases.contains(self.property) }
  }

  /// Returns the reason why a property cannot store the value, in one sentence; nil if it can.
  fileprivate func problem(among properties: [PropertyDefinition]) -> String? {
    guard let property = property(among: properties) else {
      return
        "no property is called '\(self.property)'\(DidYouMean.suffix(for: self.property, among: properties.map(\.name)))"
    }
    if property.isReadOnly { return "'\(property.name)' is read-only" }
    if json == "null" {
      return property.isOptional ? nil : "'\(property.name)' is \(property.type.phrase) and cannot be null"
    }
    let value: PropertyValue
    do {
      value = try Array(json.utf8).withUnsafeBytes { bytes in
        var reader = JSONReader(bytes)
        return try PropertyValue(json: &reader, as: property.type)
      }
    } catch {
      return "'\(property.name)': \(error)"
    }
    if let range = property.range, !range.contains(value) {
      return "'\(property.name)' cannot be \(value.text); \(range.rule)"
    }
    guard property.options.isEmpty || property.options.contains(where: { $0.value == value }) else {
      return "'\(property.name)' cannot be \(value.text), which is not one of its options"
    }
    return nil
  }
}

extension PropertyDefinition {
  /// The unit as a template; nil if it contains no property names.
  package var unitTemplate: TitleTemplate? {
    self.unit.map(TitleTemplate.init).flatMap { $0.properties.isEmpty ? nil : $0 }
  }
}

/// A text with property names in braces, such as `{enemy} × {count}`: the title of a class's objects, or the unit of a
/// property.
package struct TitleTemplate: Hashable, Sendable {
  /// A piece of the template: literal text or a property's value.
  package enum Part: Hashable, Sendable {
    case text(String)
    /// The value of the property with this name.
    case property(String)
  }

  /// The pieces, in order.
  package let parts: [Part]

  /// The pieces of literal text, in order.
  var texts: [String] { parts.compactMap { if case .text(let text) = $0 { text } else { nil } } }

  /// The property names in braces, in order.
  package var properties: [String] { parts.compactMap { if case .property(let name) = $0 { name } else { nil } } }

  /// Parses a template. A brace without a counterpart is literal text.
  package init(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      parts.append(.property(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }
}
