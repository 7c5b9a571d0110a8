internal import InspectorKit
internal import JSONText

/// The schema of one property's stored values, which also describes the property to people.
struct PropertySchema {
  let property: PropertyDefinition

  var json: JSON {
    var members: [JSON.Member] = [.init("title", .string(property.label))]
    if !description.isEmpty { members.append(.init("description", .string(description))) }
    if property.deprecated != nil { members.append(.init("deprecated", .bool(true))) }
    if property.isReadOnly {
      // Any stored value of a read-only property is an error.
      return .object(members + [.init("readOnly", .bool(true)), .init("not", .object([]))])
    }
    if let value = property.defaultValue, !property.isRequired { members.append(.init("default", value.json)) }
    return .object(members + constraints)
  }

  /// Returns the schema of another key of the property. A separate rule checks its values, and applies only if the
  /// present name is absent.
  func otherKey(_ key: String) -> JSON {
    if property.otherNames.contains(key) {
      return [
        "title": .string(PropertyName.label(for: key)), "description": .string("Another name of '\(property.name)'."),
      ]
    }
    return [
      "title": .string(property.label), "description": .string("A former name of '\(property.name)'."),
      "deprecated": .bool(true),
    ]
  }

  /// True if `null` may be stored. A required property must not store `null`, since that counts as no value.
  private var takesNull: Bool { property.isOptional && !property.isRequired }

  // MARK: words

  private var description: String {
    var sentences = [property.help].compactMap(\.self)
    var range = property.softRange.map { "usually \($0.text)" }
    if let step = property.step { range = [range, "in steps of \(number(step).text())"].joined() }
    if let unit = property.unit { range = [range, "counted in \(unit)"].joined() }
    if let range { sentences.append(Self.sentence(range)) }
    if let reason = property.deprecated { sentences.append("Deprecated: \(reason).") }
    if let version = property.since { sentences.append("Since \(version).") }
    if let condition = property.visibleWhen { sentences.append("Shown when \(condition).") }
    if let condition = property.enabledWhen { sentences.append("Takes effect when \(condition).") }
    if !property.rules.isEmpty { sentences.append("Rules: \(property.rules.joined(separator: ", ")).") }
    if property.isReadOnly { sentences.append("It is read-only and takes no stored value.") }
    return sentences.joined(separator: " ")
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  // MARK: values

  private var constraints: [JSON.Member] {
    if !property.options.isEmpty { return [.init("oneOf", .array(options))] }
    switch property.type {
    case .int, .double, .color, .point, .size, .rect:
      let target = JSON.Member("$ref", .string("#/$defs/\(property.type.rawValue.lowercased())"))
      let value = [target] + bounds
      return takesNull ? [.init("anyOf", [.object(value), ["type": "null"]])] : value
    case .string: return [type("string")]
    case .bool: return [type("boolean")]
    }
  }

  private func type(_ name: String) -> JSON.Member {
    .init("type", takesNull ? [.string(name), "null"] : .string(name))
  }

  private var options: [JSON] {
    let options = property.options.map { option -> JSON in
      ["const": option.value.json, "title": .string(option.label)]
    }
    return options + (takesNull ? [["const": .null, "title": "Unset"]] : [])
  }

  /// The minimum and maximum of the hard range, as schema members.
  private var bounds: [JSON.Member] {
    let bounds = [("minimum", property.range?.minimum), ("maximum", property.range?.maximum)]
    return bounds.compactMap { key, bound in bound.map { .init(key, number($0)) } }
  }

  /// Returns a bound as JSON, as an integer if it is whole.
  private func number(_ bound: Double) -> JSON { Int(exactly: bound).map(JSON.int) ?? .double(bound) }
}

extension [String?] {
  /// Joins the parts that are not nil with commas.
  fileprivate func joined() -> String { compactMap(\.self).joined(separator: ", ") }
}
