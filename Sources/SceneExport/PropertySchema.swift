internal import InspectorKit
internal import JSONText

// The JSON Schema of a property's stored values, which also describes the property to the user of an editor.
extension PropertyDefinition {
  /// The schema of the values stored under the property's own name.
  var schema: JSON {
    var members: [JSON.Member] = [.init("title", .string(label))]
    let sentences = schemaSentences
    if !sentences.isEmpty { members.append(.init("description", .string(sentences))) }
    if self.deprecated != nil { members.append(.init("deprecated", .bool(true))) }
    if self.isReadOnly {
      // Any stored value of a read-only property is an error.
      return .object(members + [.init("readOnly", .bool(true)), .init("not", .object([]))])
    }
    // Only the plugin knows the stored form.
    if self.storedAs != nil { return .object(members) }
    if let value = defaultValue, !self.isRequired { members.append(.init("default", value.json)) }
    return .object(members + schemaConstraints)
  }

  /// Returns the schema of an alias or a former name of the property. This schema has no constraints: the schema of the
  /// class applies the property's constraints to the key if the present name is absent.
  func schema(ofOtherKey key: String) -> JSON {
    if otherNames.contains(key) {
      return ["title": .string(PropertyName.label(for: key)), "description": .string("Another name of '\(name)'.")]
    }
    return [
      "title": .string(label), "description": .string("A former name of '\(name)'."), "deprecated": .bool(true),
    ]
  }

  /// True if `null` may be stored. A required property must not store `null`, since that counts as no value.
  private var takesNull: Bool { isOptional && !self.isRequired }

  private var schemaSentences: String {
    var sentences = [self.help].compactMap(\.self)
    let range = [
      self.softRange.map { "usually \($0.text)" }, self.step.map { "in steps of \(Self.schema(ofNumber: $0).text())" },
      self.unit.map { "counted in \($0)" },
    ].compactMap(\.self).joined(separator: ", ")
    if !range.isEmpty { sentences.append("\(range.prefix(1).uppercased())\(range.dropFirst()).") }
    if let reason = self.deprecated { sentences.append("Deprecated: \(reason).") }
    if let version = self.since { sentences.append("Since \(version).") }
    if let condition = self.visibleWhen { sentences.append("Shown when \(condition).") }
    if let condition = self.enabledWhen { sentences.append("Takes effect when \(condition).") }
    if self.isTitle { sentences.append("Used as the object's title.") }
    if let className = self.references {
      sentences.append("The id of an object\(className == "*" ? "" : " of class \(className)").")
    }
    if let flags = self.flags {
      sentences.append("The sum of flags: \(flags.map { "\($0.value.text) \($0.label)" }.joined(separator: ", ")).")
    }
    if !self.file.isEmpty { sentences.append("The path of a file: \(self.file.joined(separator: ", ")).") }
    if !self.rules.isEmpty { sentences.append("Rules: \(self.rules.joined(separator: ", ")).") }
    if let transformer = self.storedAs { sentences.append("Stored through '\(transformer)'.") }
    if self.isReadOnly { sentences.append("It is read-only and takes no stored value.") }
    return sentences.joined(separator: " ")
  }

  private var schemaConstraints: [JSON.Member] {
    if !options.isEmpty {
      let values = options.flatMap { option -> [JSON] in
        [["const": option.value.json, "title": .string(option.label)]]
          + option.aliases.map { former in
            [
              "const": former.json, "title": .string(option.label),
              "description": .string("A former value of '\(option.value.text)'."), "deprecated": .bool(true),
            ]
          }
      }
      return [.init("oneOf", .array(values + (takesNull ? [["const": .null, "title": "Unset"]] : [])))]
    }
    switch type {
    case .int, .double, .color, .point, .size, .rect:
      let target = JSON.Member("$ref", .string("#/$defs/\(type.rawValue.lowercased())"))
      let value = [target] + schemaBounds
      return takesNull ? [.init("anyOf", [.object(value), ["type": "null"]])] : value
    case .string: return [schemaType("string")]
    case .bool: return [schemaType("boolean")]
    }
  }

  private func schemaType(_ name: String) -> JSON.Member {
    .init("type", takesNull ? [.string(name), "null"] : .string(name))
  }

  /// The minimum and maximum of the hard range, as schema members.
  private var schemaBounds: [JSON.Member] {
    let bounds = [("minimum", self.range?.minimum), ("maximum", self.range?.maximum)]
    return bounds.compactMap { key, bound in bound.map { .init(key, Self.schema(ofNumber: $0)) } }
  }

  /// Returns a number as JSON: an integer if it is whole.
  private static func schema(ofNumber number: Double) -> JSON { Int(exactly: number).map(JSON.int) ?? .double(number) }
}
