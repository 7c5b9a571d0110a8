internal import InspectorKit
package import JSONText

/// A JSON Schema (draft 2020-12) for scenes that use the components of some plugins. Editors use it to complete and
/// check the user's input.
///
/// ```swift
/// let schema = SceneSchema(library)
/// print(schema.text)  // {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": …
/// ```
///
/// The schema rejects everything that `check` reports as an error, except for rules that a schema cannot express:
/// duplicate keys and ids; palette names that are not defined; an Int written with a zero fraction or an exponent, as
/// in `5.0`; refusals by hooks and rules of plugins; classes that several plugins register; versions of plugins;
/// non-letters beyond ASCII in palette names; and the choice between several former names of a property in one object.
public struct SceneSchema {
  private let entries: [ComponentRegistry.Entry]
  /// The number of plugins that register each class name.
  private let counts: [String: Int]
  private let plugins: [(name: String, version: String)]

  /// True if unknown classes, properties and keys are refused, as by `check --strict`.
  private let isStrict: Bool

  /// Creates the schema of scenes for all plugins of a library.
  ///
  /// - Parameter isStrict: true to refuse unknown classes, properties and keys, as `check --strict` does.
  public init(_ library: PluginLibrary, isStrict: Bool = false) {
    self.isStrict = isStrict
    let registry = library.registry
    entries = registry.allEntries
    plugins = registry.plugins.compactMap { plugin in plugin.description.map { (plugin.name, $0.version) } }
    counts = entries.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
  }

  /// The schema's text, indented. It is the same, byte for byte, for the same plugins.
  public var text: String { json.text(pretty: true) }

  package var json: JSON {
    let names = plugins.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    var members: [JSON.Member] = [
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("title", .string("Scenes\(names.isEmpty ? "" : " of \(names)")")),
      .init("description", "A tree of objects, each of a component class, with the attributes that were set."),
      .init("type", "object"), .init("properties", properties), .init("required", ["format", "objects"]),
    ]
    if isStrict { members.append(.init("additionalProperties", .bool(false))) }
    let known = isStrict || entries.isEmpty ? [] : [JSON.Member("knownClass", knownClass)]
    members.append(.init("$defs", .object([.init("object", object)] + known + classes + Self.definitions)))
    return .object(members)
  }

  // MARK: the scene

  private var properties: JSON {
    [
      "$schema": ["description": "The location of this schema."],
      "$comment": ["description": "A comment."], "format": ["const": "inspector-scene/1"],
      "name": ["description": "The scene's human-readable name.", "type": "string"],
      "plugins": [
        "description": "The plugins that the scene needs, and which versions of them, such as \">=1.0 <2\".",
        "type": "object",
        "properties": .object(
          plugins.map { plugin in
            .init(
              plugin.name,
              ["description": .string("Version \(plugin.version) is installed."), "$ref": "#/$defs/versions"])
          }),
        "additionalProperties": ["$ref": "#/$defs/versions"],
      ],
      "palettes": [
        "description":
          "Paths of palette documents, relative to the scene. Their colours can be used like those of the scene's own palette, which takes precedence.",
        "type": "array", "items": ["type": "string", "minLength": 1],
      ],
      "palette": [
        "description": "Named colours. They take precedence over CSS names and cannot refer to each other.",
        "type": "object", "propertyNames": ["$ref": "#/$defs/paletteName"],
        "additionalProperties": ["$ref": "#/$defs/paletteColor"],
      ], "objects": ["type": "array", "items": ["$ref": "#/$defs/object"]],
    ]
  }

  // MARK: objects

  private var object: JSON {
    var members: [JSON.Member] = [
      .init("type", "object"),
      .init(
        "properties",
        [
          "$schema": ["description": "A schema for editors."], "$comment": ["description": "A comment."],
          "id": ["description": "Unique in a document.", "type": "string", "minLength": 1], "class": className,
          "base": [
            "description": "The class used to inspect the object if no plugin knows its own class.",
            "type": "string", "minLength": 1,
          ],
          "name": ["description": "The object's human-readable name.", "type": "string"],
          "attributes": [
            "description": "Values by property name or key path; an absent key is the class's default, null is none.",
            "type": "object",
          ], "children": ["type": "array", "items": ["$ref": "#/$defs/object"]],
          "ref": [
            "description": "An object of another document that stands here: FILE#ID.", "type": "string",
            "pattern": "^[^#]+(#.+)?$",
          ],
          "overrides": [
            "description": "Attributes for objects inside the 'ref', by their ids there.", "type": "object",
            "additionalProperties": ["type": "object"],
          ],
          "constraints": [
            "description": "The object's place in its parent.", "type": "array", "items": LayoutConstraint.schema,
          ],
          "runtimeAttributes": Self.runtimeAttributes,
          "bindings": Self.bindings,
        ]), .init("required", ["id", "class"]),
    ]
    if isStrict { members.append(.init("additionalProperties", .bool(false))) }
    members.append(.init("allOf", .array(entries.map(condition))))
    return .object(members)
  }

  /// The schema of the settings to which the properties of an object are bound.
  private static let bindings: JSON = {
    let key: JSON = [
      "description": "The key of the setting, such as 'user.size'.", "type": "string", "minLength": 1,
    ]
    return [
      "description": "Settings whose values properties have where nothing is stored, by the names of the properties.",
      "type": "object",
      "additionalProperties": [
        "oneOf": [
          key,
          [
            "type": "object",
            "properties": [
              "$comment": ["description": "A comment."], "setting": key,
              "through": [
                "description": "The transformer between the values of the setting and of the property.",
                "type": "string", "minLength": 1,
              ],
            ],
            "required": ["setting"], "additionalProperties": false,
          ],
        ]
      ],
    ]
  }()

  /// The schema of a class name, with the names of all classes as completions for editors.
  private var className: JSON {
    let known = entries.flatMap { entry in
      names(of: entry).map { name -> JSON in
        var members: [JSON.Member] = [.init("const", .string(name)), .init("title", .string(entry.definition.label))]
        if let help = entry.definition.help { members.append(.init("description", .string(help))) }
        return .object(members)
      }
    }
    if isStrict { return ["description": "A component's class.", "anyOf": .array(known + Self.ambiguous(entries))] }
    return [
      "description": "A component's class, with its plugin if several have it.",
      "anyOf": .array(known + [["type": "string", "minLength": 1]]),
    ]
  }

  /// Returns the names by which a scene may refer to a class: `Plugin.Class`, and also the plain name unless several
  /// plugins register it.
  private func names(of entry: ComponentRegistry.Entry) -> [String] {
    let name = entry.name
    return (counts[name] == 1 ? [name] : []) + ["\(entry.plugin.name).\(name)"]
  }

  private static func ambiguous(_ entries: [ComponentRegistry.Entry]) -> [JSON] {
    let groups = Dictionary(grouping: entries, by: \.definition.name)
    return groups.filter { $1.count > 1 }.keys.sorted().map { ["const": .string($0)] }
  }

  /// Returns the rule that applies a class's definition to its objects and, unless the schema is strict, to objects of
  /// unknown classes whose base is the class.
  private func condition(_ entry: ComponentRegistry.Entry) -> JSON {
    let names = JSON.array(names(of: entry).map(JSON.string))
    let own: JSON = ["properties": ["class": ["enum": names]], "required": ["class"]]
    let based: JSON = [
      "properties": ["class": ["not": ["$ref": "#/$defs/knownClass"]], "base": ["enum": names]],
      "required": ["class", "base"],
    ]
    return [
      "if": isStrict ? own : ["anyOf": [own, based]], "then": ["$ref": .string(Self.reference([Self.key(entry)]))],
    ]
  }

  /// The schema of the names of known classes, including ambiguous names. Objects of any other class are inspected as
  /// objects of their base class.
  private var knownClass: JSON {
    let known = entries.flatMap { names(of: $0).map { ["const": .string($0)] as JSON } } + Self.ambiguous(entries)
    return ["enum": .array(known.compactMap { $0["const"] })]
  }

  // MARK: classes

  private var classes: [JSON.Member] { entries.map { .init(Self.key($0), definition($0)) } }

  /// Returns the key of a class's definition. The plugin's name in the key distinguishes it from all other definitions.
  private static func key(_ entry: ComponentRegistry.Entry) -> String {
    "\(entry.plugin.name).\(entry.definition.name)"
  }

  private func definition(_ entry: ComponentRegistry.Entry) -> JSON {
    let definition = entry.definition
    let base = definition.base.map { "Extends '\($0)'." }
    var members: [JSON.Member] = [
      .init("title", .string(definition.label)),
      .init("description", .string([definition.help, base].compactMap(\.self).joined(separator: " "))),
      .init("properties", ["attributes": attributes(of: entry)]),
    ]
    if definition.properties.contains(where: \.isRequired) { members.append(.init("required", ["attributes"])) }
    return .object(members)
  }

  private func attributes(of entry: ComponentRegistry.Entry) -> JSON {
    let properties = entry.definition.properties
    var values = properties.map { JSON.Member($0.name, $0.schema) }
    var rules: [JSON] = []
    for property in properties {
      for (number, alias) in property.otherKeys.enumerated() {
        values.append(.init(alias, property.schema(ofOtherKey: alias)))
        // Only the plugin knows a stored form.
        if property.aliasTransformers[alias] != nil { continue }
        // An alternative key has an effect only if the object has neither the present name nor an earlier declared key.
        let stronger = [property.name] + property.otherKeys.prefix(number)
        let present = Self.reference([Self.key(entry), "properties", "attributes", "properties", property.name])
        rules.append([
          "if": ["not": Self.requiring(anyOf: stronger)],
          "then": ["properties": .object([.init(alias, ["$ref": .string(present)])])],
        ])
      }
      if property.isRequired { rules.append(Self.requiring(anyOf: [property.name] + property.otherKeys)) }
    }
    var members: [JSON.Member] = [.init("properties", .object(values))]
    if isStrict { members.append(.init("additionalProperties", .bool(false))) }
    if !rules.isEmpty { members.append(.init("allOf", .array(rules))) }
    return .object(members)
  }

  /// Returns a rule that requires at least one of the keys in an object.
  private static func requiring(anyOf keys: [String]) -> JSON {
    let rules = keys.map { key -> JSON in ["required": [.string(key)]] }
    return rules.count == 1 ? rules[0] : ["anyOf": .array(rules)]
  }

  /// Returns a JSON pointer into the definitions as a URI fragment (RFC 6901, §6).
  private static func reference(_ path: [String]) -> String {
    "#/$defs/"
      + path.map { name in
        Array(name.utf8).map { byte -> String in
          switch byte {
          case UInt8(ascii: "~"): return "~0"
          case UInt8(ascii: "/"): return "~1"
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            return String(UnicodeScalar(byte))
          default:
            let hex = String(byte, radix: 16, uppercase: true)
            return "%\(hex.count < 2 ? "0" : "")\(hex)"
          }
        }.joined()
      }.joined(separator: "/")
  }
}
